/** States of a task. The last six are final. */
export const TASK_STATES = [
  'WAITING',
  'OPEN',
  'CLAIMED',
  'DELEGATED',
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'TRANSFERRED',
  'SKIPPED',
  'CANCELLED',
] as const
export type TaskState = (typeof TASK_STATES)[number]

/**
 * What people do with a task: the kinds of the engine's commands. Everything else that an action needs
 * is a record over them.
 */
export const TASK_ACTIONS = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'resolve',
  'addSign',
  'removeSign',
  'claim',
  'unclaim',
  'takeBack',
] as const
export type TaskActionName = (typeof TASK_ACTIONS)[number]

/** By the names that the API gives them. */
export const taskActionPaths = {
  approve: 'approve',
  reject: 'reject',
  return: 'return',
  transfer: 'transfer',
  delegate: 'delegate',
  resolve: 'resolve',
  addSign: 'add-sign',
  removeSign: 'remove-sign',
  claim: 'claim',
  unclaim: 'unclaim',
  takeBack: 'take-back',
} as const satisfies Record<TaskActionName, string>
export type TaskActionPath = (typeof taskActionPaths)[TaskActionName]

/** What moves one task on: most of what people do, and what the engine does by itself. */
export type TaskAction =
  Exclude<TaskActionName, 'removeSign' | 'takeBack'> | 'open' | 'wait' | 'skip' | 'cancel'

const held = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  return: 'RETURNED',
  transfer: 'TRANSFERRED',
  delegate: 'DELEGATED',
  wait: 'WAITING',
  cancel: 'CANCELLED',
} as const

/** `transfer` out of WAITING and DELEGATED is for administrators: somebody has left. */
export const taskTransitions = {
  WAITING: { open: 'OPEN', transfer: 'TRANSFERRED', skip: 'SKIPPED', cancel: 'CANCELLED' },
  OPEN: { ...held, claim: 'CLAIMED', addSign: 'OPEN', skip: 'SKIPPED' },
  CLAIMED: { ...held, unclaim: 'OPEN', addSign: 'CLAIMED', skip: 'SKIPPED' },
  DELEGATED: { resolve: 'OPEN', transfer: 'TRANSFERRED', cancel: 'CANCELLED' },
  APPROVED: {},
  REJECTED: {},
  RETURNED: {},
  TRANSFERRED: {},
  SKIPPED: {},
  CANCELLED: {},
} as const satisfies Record<TaskState, Partial<Record<TaskAction, TaskState>>>

/** Whether the task can still change. */
export function isLive(state: TaskState): boolean {
  return Object.keys(taskTransitions[state]).length > 0
}

export interface TaskHolders {
  readonly state: TaskState
  readonly assignee: string | undefined
  readonly candidates: readonly string[]
  readonly owner: string | undefined
}

export type TaskDecision =
  | { readonly allowed: true; readonly next: TaskState }
  | {
      readonly allowed: false
      /** `not_candidate`: the actor has nothing to do with it, and is to be told it is not there. */
      readonly reason: 'not_candidate' | 'task_not_open' | 'task_not_claimable'
    }

/** Decides whether a person may do this with the task as it is. Administrators may transfer. */
export function decideTask(
  task: TaskHolders,
  action: TaskAction,
  actor: { readonly userId: string; readonly administrator?: boolean },
): TaskDecision {
  const moves: Partial<Record<TaskAction, TaskState>> = taskTransitions[task.state]
  const next = moves[action]
  if (actor.administrator === true && action === 'transfer') {
    return next === undefined
      ? { allowed: false, reason: 'task_not_open' }
      : { allowed: true, next }
  }
  if (!isInvolved(task, actor.userId)) return { allowed: false, reason: 'not_candidate' }
  const waiting = task.state === 'WAITING' || (task.state === 'DELEGATED' && action !== 'resolve')
  const taken = task.assignee !== undefined && task.assignee !== actor.userId
  if (next === undefined || waiting || taken) return { allowed: false, reason: 'task_not_open' }
  if (action === 'claim' && task.assignee !== undefined) {
    return { allowed: false, reason: 'task_not_claimable' }
  }
  return { allowed: true, next }
}

/** Holder, candidate or the one who lent it out: those who see that the task is there. */
export function isInvolved(task: TaskHolders, userId: string): boolean {
  return task.assignee === userId || task.owner === userId || task.candidates.includes(userId)
}

/** How whoever acts on a task says that they have seen what it shows; `none` when they do not say so. */
export const BOUND_BY = ['contentHash', 'revision', 'none'] as const
export type BoundBy = (typeof BOUND_BY)[number]
