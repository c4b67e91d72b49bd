import { joinGroups, toCel, type Operator, type Types } from '../conditions.ts'
import { isJson, memberOf, textOf, type Json } from '../json.ts'

const operators: ReadonlyMap<string, Operator> = new Map([
  ['==', '=='],
  ['!=', '!='],
  ['>', '>'],
  ['>=', '>='],
  ['<', '<'],
  ['<=', '<='],
  ['include', 'contains'],
  ['notinclude', 'lacks'],
])

/** `none` where a branch says nothing: it is the one that is taken when no other is. */
export type BranchCondition = { readonly when: string } | 'none' | 'unclear'

/** Groups of which one holds, of comparisons that all do. */
export function readCondition(branch: Json, types: Types): BranchCondition {
  const groups = memberOf(branch, 'conditionList')
  if (groups === undefined || groups === null) return 'none'
  if (!Array.isArray(groups)) return 'unclear'
  if (groups.length === 0) return 'none'
  const read = groups.map((group: unknown) =>
    Array.isArray(group) ? group.map((clause: unknown) => readClause(clause, types)) : [undefined],
  )
  if (read.some((clauses) => clauses.length === 0)) return 'unclear'
  const said = read.map((clauses) => clauses.flatMap((clause) => clause ?? []))
  const isWhole = said.every((clauses, index) => clauses.length === read[index]?.length)
  return isWhole ? { when: joinGroups(said) } : 'unclear'
}

function readClause(clause: unknown, types: Types): string | undefined {
  if (!isJson(clause)) return undefined
  const operator = operators.get(textOf(clause, 'operator')?.toLowerCase() ?? '')
  const [field, value] = [textOf(clause, 'field'), textOf(clause, 'value')]
  if (operator === undefined || field === undefined || value === undefined) return undefined
  return toCel({ field, operator, value }, types)
}
