import { checkVariables, type VariableDeclaration, type Variables } from '../../core/variables.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { Refusal } from '../load/refusal.ts'
import type { ActingParty } from '../decide/task-changes.ts'
import type { InstanceRow } from '../load/instances.ts'
import type { Known } from '../people/known.ts'

/** An action that is under way, as far as the approvals around it are concerned. */
export interface Family {
  readonly tx: Tx
  readonly deps: Pick<Deps, 'processes' | 'engineOptions'>
  readonly known: Known
  readonly actor: ActingParty
  readonly at: Date
  readonly comment?: string | undefined
  readonly reason?: string | undefined
}

/** Whether an approval still waits for the end of one that it has called. */
export const waitsFor = ({ execution }: InstanceRow, call: number): boolean =>
  execution.calls?.some(({ id }) => id === call) === true

/** Values that go from one side of a call to the other must be as the other declares them. */
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

/** The action that leads to a call that cannot be made, or taken back, is refused as a whole. */
export const stuck = (detail: string, names: readonly string[]): Refusal => ({
  kind: 'refused',
  problem: problems.process_stuck({ detail, members: { names } }),
})
