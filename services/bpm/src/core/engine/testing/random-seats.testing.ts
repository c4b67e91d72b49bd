// Random processes with rules on seats, and what people and administrators try in them: small graphs
// built without XML, so that tens of thousands take seconds.
import type {
  CandidateRule,
  CompiledProcess,
  DecisionMode,
  Flow,
  Node,
  PolicyRule,
  Separation,
  UserTaskNode,
} from '../../definition/graph.ts'
import { isLive } from '../../task.ts'
import type { Command, TaskCommand } from '../command.ts'
import type { Draw } from './draw.testing.ts'
import type { EngineState } from '../state.ts'

export const initiator = 'ann'
/** Few, so that they meet each other again and again. */
export const people = ['p', 'q', 'r', 's', initiator]
const administrators = ['x', 'p', initiator]
const modes: readonly DecisionMode[] = ['single', 'all', 'any', 'sequential', 'count', 'quorum']

export const pick = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)] as T
const some = (draw: Draw, list: readonly string[]) => list.filter(() => draw(3) === 0)

/** In a row, or the two in the middle at the same time. */
export function randomProcess(draw: Draw): CompiledProcess {
  const ids = ['a', 'b', 'c', 'd'].slice(0, 2 + draw(3))
  const parallel = ids.length === 4 && draw(2) === 0
  const paths = parallel
    ? ['start a', 'a fork', 'fork b', 'fork c', 'b join', 'c join', 'join d', 'd end']
    : ['start', ...ids].map((from, index) => `${from} ${ids[index] ?? 'end'}`)
  const flows = paths.map((path): Flow => {
    const [source = '', target = ''] = path.split(' ')
    return { id: path, name: '', source, target, condition: undefined }
  })
  const base = (id: string) => ({
    id,
    name: id,
    parent: undefined,
    incoming: flows.filter(({ target }) => target === id).map((flow) => flow.id),
    outgoing: flows.filter(({ source }) => source === id).map((flow) => flow.id),
    defaultFlow: undefined,
  })
  const gateways = parallel ? ['fork', 'join'] : []
  const nodes: readonly Node[] = [
    { ...base('start'), kind: 'start' },
    { ...base('end'), kind: 'end', variant: 'none', code: '', result: 'approved' },
    ...gateways.map((id): Node => ({ ...base(id), kind: 'parallel' })),
    ...ids.map((id): UserTaskNode => ({ ...base(id), ...randomRules(draw) })),
  ]
  return {
    id: 'random',
    name: 'random',
    nodes: new Map(nodes.map((node) => [node.id, node])),
    flows: new Map(flows.map((flow) => [flow.id, flow])),
    start: 'start',
    size: nodes.length + flows.length,
    boundaries: new Map(),
    handlers: new Map(),
    undoing: new Map(),
    watches: false,
    hearsOthers: false,
    separations: randomSeparations(draw, ids),
  }
}

function randomSeparations(draw: Draw, ids: readonly string[]): Separation[] {
  return Array.from({ length: draw(3) }, (): Separation => {
    const first = pick(draw, ids)
    const others = ids.filter((id) => id !== first)
    return { nodes: [first, pick(draw, others)], rounds: pick(draw, ['each', 'each', 'all']) }
  })
}

const user = (ref: string): CandidateRule => ({ kind: 'user', ref, weight: 1 })

function randomRules(
  draw: Draw,
): Omit<
  UserTaskNode,
  keyof Node & ('id' | 'name' | 'parent' | 'incoming' | 'outgoing' | 'defaultFlow')
> {
  const kinds: readonly CandidateRule[] = [
    { kind: 'role', ref: 'admin', weight: 1 },
    { kind: 'initiator', weight: 1 },
    { kind: 'initiatorSelects', weight: 1 },
  ]
  const named = some(draw, people).map(user)
  const more = draw(4) === 0 ? [pick(draw, kinds)] : []
  const policy: PolicyRule = {
    onEmpty: pick(draw, ['administrators', 'administrators', 'block', 'users', 'approve']),
    emptyUsers: some(draw, people),
    onInitiator: pick(draw, ['self', 'skip', 'manager']),
    duplicates: pick(draw, ['none', 'none', 'any', 'consecutive']),
  }
  const delay = { kind: 'in', value: 'PT1H', working: false } as const
  const mode = pick(draw, modes)
  // Of each rule somebody has to agree, who may have been found by others, too.
  const candidates = [...named, ...more].map((rule) =>
    mode === 'quorum' ? { ...rule, atLeast: 1 } : rule,
  )
  const escalate = draw(3) === 0 ? { delay, candidates: some(draw, people).map(user) } : undefined
  return {
    kind: 'userTask',
    candidates,
    decision: {
      mode,
      threshold: 2,
      reject: 'all',
      rejectThreshold: 0,
      onReject: 'continue',
    },
    policy,
    returns: { to: 'any', resubmit: 'returner' },
    change: { open: 'askAgain', decided: 'mark' },
    forbidden: new Set(),
    comment: {},
    fields: new Map(),
    timing: { due: undefined, dueBy: undefined, remind: undefined, escalate, timeout: undefined },
  }
}

/** Who is away now, and who stands in for them; besides, who has which role. */
export function randomDirectory(draw: Draw): Record<string, readonly string[]> {
  const away = people.flatMap((one) =>
    draw(4) === 0
      ? [[`standIns:${one}`, [pick(draw, people), pick(draw, people)].filter((to) => to !== one)]]
      : [],
  ) as [string, string[]][]
  return {
    ...Object.fromEntries(away),
    ...Object.fromEntries(people.map((one) => [`user:${one}`, [one]])),
    'role:admin': administrators,
    [`managerLine:${initiator}:1-1:bottomUp`]: some(draw, people),
  }
}

/** What somebody tries: mostly what their task lets them, at times what is none of theirs. */
export function randomCommand(draw: Draw, state: EngineState): Command {
  const root = { userId: 'x', administrator: true }
  if (state.status === 'RETURNED') {
    return state.execution.returned?.ownerUpdated === true
      ? {
          kind: 'resubmit',
          variables: {},
          selections: selections(draw),
          actor: { userId: initiator },
        }
      : { kind: 'updateVariables', variables: {}, actor: { userId: 'app' } }
  }
  if (state.status === 'SUSPENDED') return { kind: 'resume', actor: root }
  const timers = state.execution.timers?.filter(({ left }) => left > 0) ?? []
  const luck = draw(20)
  if (luck === 0) return { kind: 'jump', to: pick(draw, ['a', 'b']), actor: root }
  if (luck === 1) return { kind: 'suspend', actor: root }
  if (luck === 4) {
    return { kind: 'updateVariables', variables: { v: draw(3) }, actor: { userId: 'app' } }
  }
  if (luck < 4 && timers.length > 0) {
    return { kind: 'fireTimer', timer: pick(draw, timers).id, actor: { userId: 'timer' } }
  }
  return randomAction(draw, state)
}

function randomAction(draw: Draw, state: EngineState): Command {
  const root = { userId: 'x', administrator: true }
  const live = state.tasks.filter((one) => isLive(one.state))
  const task = live[draw(live.length)]
  if (task === undefined) return { kind: 'jump', to: 'a', actor: root }
  const actor = { userId: pick(draw, people) }
  const holder = task.assignee ?? task.candidates[draw(task.candidates.length)] ?? actor.userId
  const by = draw(8) === 0 ? actor : { userId: holder }
  const someone = pick(draw, people)
  const resubmit = pick(draw, ['rerun', 'straightBack'] as const)
  const actions: readonly Partial<TaskCommand>[] = [
    { kind: 'approve', selections: selections(draw) },
    { kind: 'approve' },
    { kind: 'approve' },
    { kind: task.state === 'DELEGATED' ? 'resolve' : 'reject' },
    { kind: 'return', to: 'previous', resubmit },
    { kind: 'return', to: 'initiator', resubmit },
    { kind: 'return', to: [pick(draw, ['a', 'b'])], resubmit },
    { kind: 'transfer', to: someone },
    { kind: 'transfer', to: someone, actor: root },
    { kind: 'transfer', to: someone, from: task.owner ?? holder, actor: root },
    { kind: 'delegate', to: someone },
    { kind: 'resolve' },
    {
      kind: 'addSign',
      position: pick(draw, ['before', 'after', 'parallel']),
      users: [someone, pick(draw, people)],
    },
    { kind: 'removeSign', users: [someone] },
    { kind: 'claim' },
    { kind: 'unclaim' },
  ]
  return { actor: by, task: task.key, ...pick(draw, actions) } as TaskCommand
}

export const selections = (draw: Draw): Record<string, readonly string[]> =>
  Object.fromEntries(['a', 'b'].map((node) => [node, [pick(draw, people)]]))
