// Link events: a throw goes on at the catch of its name, as along a flow that nobody has drawn.
import type { Base, DraftFlow, DraftLink, DraftNode, Drafts, Reader } from '../drafts.ts'
import { elementOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

const link = 'bpmn:LinkEventDefinition'

export const isLink = ({ $type }: ModdleElement): boolean => $type === link

/** Either end of a link is passed: what leads from one to the other comes with {@link withLinks}. */
export function readLink(
  definition: ModdleElement,
  base: Base,
  { linkEvents }: Reader,
  throws: boolean,
): DraftNode {
  const target = throws ? elementOf(definition, 'target') : undefined
  const name = textOf(target ?? definition, 'name').trim()
  linkEvents.push({ id: base.id, parent: base.parent, throws, name })
  return { ...base, kind: 'pass' }
}

/** Leads each throw to the one catch of its name on its level; what has none, or two, is told. */
export function withLinks(drafts: Drafts, report: Report): Drafts {
  const { linkEvents, flows } = drafts
  if (linkEvents.length === 0) return drafts
  refuseFlows(linkEvents, flows, report)
  const ends = new Map<string, DraftLink[]>()
  for (const event of linkEvents) {
    const key = JSON.stringify([event.parent, event.name])
    ends.set(key, [...(ends.get(key) ?? []), event])
  }
  const ways = [...ends.values()].flatMap((events): readonly DraftFlow[] => {
    const throwers = events.filter(({ throws }) => throws)
    const [target, ...others] = events.filter(({ throws }) => !throws)
    for (const { id, name } of others) {
      report(id, 'link_doubled', `another event catches the link "${name}" here: keep one of them`)
    }
    const isNamed = events.every(({ name }) => name !== '')
    if (target === undefined || throwers.length === 0 || !isNamed) {
      const missing = throwers.length > 0 ? 'catches' : 'throws'
      for (const { id, name } of events) {
        const message = `no event of its level ${missing} the link "${name}": give both ends one name`
        report(id, 'link_unpaired', message)
      }
      return []
    }
    return throwers.map(({ id }) => wayFrom(id, target.id))
  })
  return { ...drafts, flows: [...flows, ...ways] }
}

function refuseFlows(
  linkEvents: readonly DraftLink[],
  flows: readonly DraftFlow[],
  report: Report,
): void {
  const throwers = new Set(linkEvents.filter(({ throws }) => throws).map(({ id }) => id))
  const catchers = new Set(linkEvents.filter(({ throws }) => !throws).map(({ id }) => id))
  for (const { id, source, target } of flows) {
    if (throwers.has(source)) report(id, 'end_left', 'the link leads on from here: remove the flow')
    if (catchers.has(target)) {
      report(id, 'start_entered', 'the link leads here: lead the flow to an event that throws it')
    }
  }
}

/** No id of a document has a blank at its beginning. */
const wayFrom = (source: string, target: string): DraftFlow => ({
  id: ` link of ${source}`,
  name: '',
  source,
  target,
  condition: undefined,
})
