import type { Say } from '../../../text/i18n.ts'
import type { Repair } from '../queries.ts'

/**
 * What a repair would do, as a sentence about what the person sees.
 *
 * @param nameOf What an element is called where it is seen.
 */
export function repairWords(
  { kind, values }: Repair,
  nameOf: (element: string) => string,
  t: Say<'designer'>,
): string {
  const { from = '', to = '', people = '', reference = '', needed = '', mode, flow } = values
  const name = flow === undefined ? (values['name'] ?? '') : nameOf(flow)
  const given = { from, to, people, reference, needed, name }
  switch (kind) {
    case 'name_people':
      return t(`repairs.people.${people as 'initiator'}`)
    case 'decide_by':
      return t(`repairs.decide.${mode as 'all'}`, given)
    case 'replace_condition':
      return t(`repairs.condition.${mode as 'all'}`)
    default:
      return t(`repairs.kind.${kind}`, given)
  }
}
