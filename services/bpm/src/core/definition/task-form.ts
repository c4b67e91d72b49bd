// What the node of a task shows and asks of whoever has it: the fields, a comment, and the people to choose.
import { COMMENTED_ACTIONS } from '@countersign/contracts'
import type { Variables } from '../variables.ts'
import type { CompiledProcess, FieldAccess, UserTaskNode } from './graph.ts'
import { userTasksAfter } from './checks/user-tasks-after.ts'

/** What a task of this node may do with a variable; readable unless the definition says more. */
export function accessOf(process: CompiledProcess, nodeId: string, name: string): FieldAccess {
  const node = process.nodes.get(nodeId)
  // A node of an earlier definition, whose rules are not known any more: nothing is shown for it.
  if (node === undefined) return 'hidden'
  return node.kind === 'userTask' ? (node.fields.get(name) ?? 'read') : 'read'
}

/** The values that somebody may see whose only part in it are tasks of these nodes. */
export function visibleVariables(
  process: CompiledProcess,
  nodeIds: readonly string[],
  variables: Variables,
): Variables {
  const seen = Object.entries(variables).filter(([name]) => isVisible(process, nodeIds, name))
  return Object.fromEntries(seen)
}

/** Whether somebody may see a variable whose only part in it are tasks of these nodes. */
export function isVisible(
  process: CompiledProcess,
  nodeIds: readonly string[],
  name: string,
): boolean {
  return nodeIds.some((nodeId) => accessOf(process, nodeId, name) !== 'hidden')
}

// Addresses write their words apart: `add-sign`.
const pathOf = (action: string): string =>
  action.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Whether an action lacks the comment that its node asks for. Blanks are none. */
export function lacksComment(
  node: UserTaskNode,
  action: string,
  comment: string | undefined,
): boolean {
  const asked = COMMENTED_ACTIONS.some(
    (one) => pathOf(one) === action && node.comment[one] === 'required',
  )
  return asked && (comment ?? '').trim() === ''
}

type Chooser = 'initiatorSelects' | 'previousApproverSelects'

/** The nodes that may come right after one, whose people its approver chooses. */
export function selectableAfter(
  process: CompiledProcess,
  node: string,
  reached?: ReadonlySet<string>,
): { id: string; name: string }[] {
  return userTasksAfter(process, node, reached)
    .filter(({ id }) => isNextChosen(process, id))
    .map(({ id }) => nodeOf(process, id))
}

/** Whether the approver before a node chooses who gets it. */
export const isNextChosen = (process: CompiledProcess, id: string): boolean =>
  isChosenBy(process, id, 'previousApproverSelects')

/** Whether somebody chooses who gets a node: who starts the approval, or the approver before it. */
export function isChosenBy(process: CompiledProcess, id: string, chooser: Chooser): boolean {
  const node = process.nodes.get(id)
  return node?.kind === 'userTask' && node.candidates.some(({ kind }) => kind === chooser)
}

/** Whether somebody may say who else is shown it there: who starts the approval, or an approver before it. */
export function isCopyChosen(process: CompiledProcess, id: string, chooser: Chooser): boolean {
  const node = process.nodes.get(id)
  return node?.kind === 'copy' && node.candidates.some(({ kind }) => kind === chooser)
}

/** A node as views name it. */
export const nodeOf = (process: CompiledProcess, id: string) => ({
  id,
  name: process.nodes.get(id)?.name ?? id,
})
