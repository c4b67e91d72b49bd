import { APPROVAL_NAMESPACE } from '@countersign/contracts'
import { partName } from './facts.ts'
import type { ReadProcess } from './read-process.ts'
import type { Fact, Saying } from './saying.ts'

/** What the process keeps apart, as one fact: by the names of the steps. */
export function separationsOf({ element, parts }: ReadProcess, { t }: Saying): readonly Fact[] {
  const extensions = [...(element?.children ?? [])].filter(
    ({ localName }) => localName === 'extensionElements',
  )
  const said = extensions
    .flatMap(({ children }) => [...children])
    .filter(
      ({ localName, namespaceURI }) =>
        localName === 'separation' && namespaceURI === APPROVAL_NAMESPACE,
    )
    .map((separation) => {
      const nodes = (separation.getAttribute('nodes') ?? '').split(/[\s,]+/).filter(Boolean)
      const names = nodes.map((id) => {
        const part = parts.get(id)
        return part === undefined ? id : partName(part, t)
      })
      const isBetweenRounds = separation.getAttribute('rounds') === 'all'
      const rounds = isBetweenRounds ? ` (${t('separations.rounds')})` : ''
      return `${names.join(', ')}${rounds}`
    })
  return said.length === 0 ? [] : [{ label: t('separations.title'), said: said.join('; ') }]
}
