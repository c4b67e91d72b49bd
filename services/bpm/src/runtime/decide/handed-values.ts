import { checkVariables, type VariableDeclaration, type Variables } from '../../core/variables.ts'
import { problems } from '../../problems.ts'
import type { Refusal } from '../load/snapshot.ts'

/** Values that come from elsewhere, from the other side of a call or from a table, must be as the approval's version of the type declares them. */
export function checkValues(
  declared: readonly VariableDeclaration[],
  values: Variables,
  node: string,
  partial = false,
): Refusal | undefined {
  const [fault] = checkVariables(declared, values, { partial })
  if (fault === undefined) return undefined
  return stuck(`the value ${fault.pointer.slice(1)} that is handed over ${fault.detail}`, [node])
}

/** The action that leads to what cannot be, such as a call that is not to be had, is refused as a whole. */
export const stuck = (detail: string, names: readonly string[]): Refusal => ({
  kind: 'refused',
  problem: problems.process_stuck({ detail, members: { names } }),
})
