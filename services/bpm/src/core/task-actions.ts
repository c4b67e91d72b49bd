/** What people do with a task: the kinds of the engine's commands. Everything else that an action needs is a record over them. */
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
