import { html, nothing } from 'lit'
import type { Person, TimelineItem } from '../contract.ts'
import type { Language } from '../text/texts.ts'

/** In whose place somebody has a task or has acted. */
export const renderBehalf = (whose: Person | undefined, { texts }: Pick<Language, 'texts'>) =>
  whose === undefined ? nothing : html` <span>${texts.onBehalfOf} <bdi>${whose.name}</bdi></span>`

/** The program that acted in somebody's name, as people know it (RFC 8693 section 4.1). */
export function renderAgent(item: TimelineItem | undefined, { texts }: Pick<Language, 'texts'>) {
  const { agentName, agent } = item?.details ?? {}
  const name = [agentName, agent].find((one) => typeof one === 'string')
  return name === undefined ? nothing : html` <span>${texts.throughAgent} <bdi>${name}</bdi></span>`
}
