// What somebody can do with a task as it is.
import type { CompiledProcess } from '../../definition/graph.ts'
import { isLive, TASK_ACTIONS, type TaskActionName } from '../../task.ts'
import { openBoard, Refusal, userTaskOf, type Board } from '../board.ts'
import type { Actor, TaskCommand } from '../command.ts'
import { userRequest } from '../people/people.ts'
import { returnTargets } from '../returns/returns.ts'
import type { EngineState, EngineTask } from '../state.ts'
import { actOnTask } from './task-actions.ts'

/** What the engine has to be told of a decision, so that it can tell whether it could be taken back. */
export type Evidence = Pick<
  Extract<TaskCommand, { kind: 'takeBack' }>,
  'decided' | 'reopened' | 'since' | 'acted' | 'signals' | 'carried'
>

export interface Offers {
  readonly actions: readonly TaskActionName[]
  /** As the command `return` takes them, one by one: `initiator`, `previous`, or node ids. */
  readonly returnTargets: readonly string[]
}

interface Asked {
  readonly process: CompiledProcess
  readonly state: EngineState
  /** Key of the task; the state holds it unless its node is done. */
  readonly task: number
  readonly actor: Actor
  /** Absent: what was decided is not asked about. */
  readonly evidence?: Evidence | undefined
}

/** Stands for whoever work could be handed to: has no part in the approval, and nobody's id. */
const somebody = '00000000-0000-0000-0000-000000000000'

/**
 * Each action is tried on a board that is thrown away, by the rules that carry it out: what is offered
 * and what is accepted cannot differ. Whom somebody names and which values they write is theirs to
 * choose, and where the process goes from there is not looked at.
 */
export function offersOf(asked: Asked): Offers {
  const { state } = asked
  const nothing: Offers = { actions: [], returnTargets: [] }
  if (state.status !== 'RUNNING') return nothing
  const accepts = (action: Exclude<TaskActionName, 'return'>) =>
    commandsOf(asked, action).some((command) => isAccepted(asked, command))
  // What has ended can be taken back and nothing else: every decision is answered with that.
  const live = state.tasks.some(({ key, state: now }) => key === asked.task && isLive(now))
  if (!live) return accepts('takeBack') ? { ...nothing, actions: ['takeBack'] } : nothing
  const targets = returnTargetsOf(asked)
  const actions = TASK_ACTIONS.filter((action) =>
    action === 'return' ? targets.length > 0 : accepts(action),
  )
  return { actions, returnTargets: targets }
}

/** Nodes are named by themselves; `previous` only where there is one, else it means the initiator. */
function returnTargetsOf(asked: Asked): readonly string[] {
  const board = boardOf(asked)
  const task = board.tasks.get(asked.task)
  const activation = task && board.activations.get(task.activation)
  if (activation === undefined) return []
  const { returns } = userTaskOf(board, activation)
  const { initiator, previous, nodes } = returnTargets(board, activation, returns)
  const named = [
    ...(initiator ? (['initiator'] as const) : []),
    ...(previous && nodes.length > 0 ? (['previous'] as const) : []),
    ...nodes.map((node) => [node] as const),
  ]
  const modes =
    returns.resubmit === 'returner' ? (['rerun', 'straightBack'] as const) : [returns.resubmit]
  const accepted = named.filter((to) =>
    modes.some((resubmit) => isAccepted(asked, { ...doerOf(asked), kind: 'return', to, resubmit })),
  )
  return accepted.flatMap((to) => to)
}

function commandsOf(asked: Asked, kind: Exclude<TaskActionName, 'return'>): TaskCommand[] {
  const doer = doerOf(asked)
  switch (kind) {
    case 'approve':
    case 'reject':
    case 'resolve':
    case 'claim':
    case 'unclaim':
      return [{ ...doer, kind }]
    case 'transfer':
    case 'delegate':
      return [{ ...doer, kind, to: somebody }]
    case 'addSign':
      return (['before', 'after', 'parallel'] as const).map((position) => ({
        ...doer,
        kind,
        position,
        users: [somebody],
      }))
    case 'removeSign':
      return addedBy(asked).map((user) => ({ ...doer, kind, users: [user] }))
    case 'takeBack':
      return asked.evidence === undefined ? [] : [{ ...doer, kind, ...asked.evidence }]
  }
}

/** Whom the actor has added at the node of the task; nobody takes anybody back by one that is done. */
function addedBy({ state: { tasks }, task: key, actor: { userId } }: Asked): readonly string[] {
  const task = tasks.find((one) => one.key === key)
  if (task === undefined || !isLive(task.state)) return []
  const theirs = ({ activation, addedBy: by }: EngineTask) =>
    activation === task.activation && by === userId
  return tasks.flatMap((one) => (theirs(one) ? (one.assignee ?? []) : []))
}

const doerOf = ({ actor, task }: Asked) => ({ actor, task })

function isAccepted(asked: Asked, command: TaskCommand): boolean {
  try {
    actOnTask(boardOf(asked), command)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const request = userRequest(somebody)

const boardOf = ({ process, state }: Asked): Board =>
  openBoard(state, {
    process,
    directory: new Map([[request.key, [somebody]]]),
    administratorsRole: '',
    choosesAs: new Set(),
  })
