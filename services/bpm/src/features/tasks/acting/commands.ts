import type { Static } from 'typebox'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import type { TaskCommand } from '../../../core/engine/command.ts'
import type { TaskActionPath } from '../../../core/task.ts'
import type { Variables } from '../../../core/variables.ts'
import type { actionBodies } from '../schema.ts'

type Bodies = { [P in TaskActionPath]: Static<(typeof actionBodies)[P]> }

/** An action with the body that belongs to it. */
export type TaskAction = {
  [P in TaskActionPath]: {
    readonly path: P
    readonly body: Bodies[P]
    /** Whose part in it is handed over; a request of one person never says. */
    readonly from?: string
  }
}[TaskActionPath]

interface Doer {
  readonly actor: { readonly userId: string; readonly administrator: boolean }
  /** Key of the task in its instance. */
  readonly task: number
}

/** The engine's command for an action. `variables` were checked before. */
export function toCommand(
  action: Exclude<TaskAction, { path: 'take-back' }>,
  doer: Doer,
  variables: Variables,
  process: CompiledProcess,
  nodeId: string,
): TaskCommand {
  switch (action.path) {
    case 'approve': {
      const { selections } = action.body
      return {
        kind: 'approve',
        ...doer,
        variables,
        ...(selections === undefined ? {} : { selections }),
      }
    }
    case 'reject':
      return { kind: 'reject', ...doer, variables }
    case 'return': {
      const { returnTo, resubmitMode } = action.body
      const to = toReturnTarget(returnTo ?? defaultTarget(process, nodeId))
      return {
        kind: 'return',
        ...doer,
        to,
        ...(resubmitMode === undefined ? {} : { resubmit: resubmitMode }),
      }
    }
    case 'transfer':
      return { kind: 'transfer', ...doer, ...toHandOn(action) }
    case 'delegate':
      return { kind: 'delegate', ...doer, to: action.body.to }
    case 'add-sign':
      return {
        kind: 'addSign',
        ...doer,
        position: action.body.position,
        users: action.body.users,
      }
    case 'remove-sign':
      return { kind: 'removeSign', ...doer, users: action.body.users }
    case 'resolve':
    case 'claim':
    case 'unclaim':
      return { kind: action.path, ...doer }
  }
}

function toHandOn({ body: { to }, from }: Extract<TaskAction, { path: 'transfer' }>) {
  return from === undefined ? { to } : { to, from }
}

function toReturnTarget(returnTo: string | readonly string[]) {
  if (returnTo === 'initiator' || returnTo === 'previous') return returnTo
  return typeof returnTo === 'string' ? [returnTo] : returnTo
}

function defaultTarget(process: CompiledProcess, nodeId: string): 'initiator' | 'previous' {
  const node = process.nodes.get(nodeId)
  return node?.kind === 'userTask' && node.returns.to === 'previous' ? 'previous' : 'initiator'
}

/**
 * What the log keeps of an action besides comment and attachments. Values that it changes are told
 * apart from it, to those who may see them, and whom it is shown to with their names.
 */
export function detailsOf({ body }: TaskAction): Readonly<Record<string, unknown>> | undefined {
  const details = Object.entries(body).filter(([name]) => !toldApart.has(name))
  return details.length === 0 ? undefined : Object.fromEntries(details)
}

const toldApart: ReadonlySet<string> = new Set([
  'comment',
  'attachments',
  'revision',
  'contentHash',
  'variables',
  'cc',
])

/** Where the request of an action names people. */
export const peoplePointer = ({ path }: TaskAction): string =>
  path === 'add-sign' || path === 'remove-sign' ? '/users' : '/to'
