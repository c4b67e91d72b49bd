import type { TreeCandidate } from '@countersign/contracts'
import type { Say } from '../../../text/i18n.ts'

/** Of these the id says nothing to a person. */
const isNamedById = ({ kind }: TreeCandidate) =>
  kind === 'user' || kind === 'role' || kind === 'department'

/** The ids, and codes of roles, behind which there is a name. */
export const idsIn = (candidates: readonly TreeCandidate[]): readonly string[] =>
  candidates.flatMap((one) => (isNamedById(one) && one.ref !== undefined ? [one.ref] : []))

/** A rule by which people are found, in a few words: "Role Finance", "Manager, from 1 to 2". */
export function candidateWords(
  candidate: TreeCandidate,
  { t, nameOf }: { readonly t: Say<'designer'>; readonly nameOf: (id: string) => string },
): string {
  const { kind, ref, name, value, from, to, level, direction, weight, atLeast } = candidate
  const who = ref === undefined ? (name ?? value) : isNamedById(candidate) ? nameOf(ref) : ref
  const number = (label: 'from' | 'to' | 'level' | 'weight' | 'atLeast', said?: string | number) =>
    said === undefined ? [] : [`${t(`candidates.${label}`)} ${String(said)}`]
  const isOneManager = String(from) === '1' && String(to) === '1'
  const further = [
    ...(isOneManager ? [] : [...number('from', from), ...number('to', to)]),
    ...(level === undefined ? [] : [`${String(level)} ${t('candidates.level')}`]),
    ...(direction === 'topDown' ? [t('candidates.topDown')] : []),
    ...number('weight', weight),
    ...number('atLeast', atLeast),
  ]
  const said = [t(`candidates.kind.${kind}`), who].filter(Boolean).join(' ')
  return further.length === 0 ? said : `${said} (${further.join(' ')})`
}
