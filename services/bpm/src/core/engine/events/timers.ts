import type {
  BoundaryNode,
  CompiledProcess,
  Delay,
  HandlerNode,
  Node,
} from '../../definition/graph.ts'
import { isHandler } from '../../definition/events/implied-starts.ts'
import { triggersOf } from '../../definition/events/triggers.ts'
import { nextNumber, nodeOf, type Board } from '../board.ts'
import { listenersIn } from './handlers.ts'
import { runOfMany } from '../many/many.ts'
import { evaluate } from '../people/people.ts'
import type { Timer, TimerMoment, TimerOwner, Token } from '../state.ts'

type NewTimer = Pick<Timer, 'purpose' | 'node' | 'left'> & { readonly delay: Delay }

/**
 * Sets the timers of work that has begun and drops those of work that is gone. Called once per
 * command, when everything is at rest, so no action has to think of timers.
 *
 * @param complete Also sets what is missing beside other timers of the same work, as when the
 *   definition has changed below it.
 */
export function keepTimers(board: Board, complete = false): void {
  const owners = findOwners(board)
  const timers = [...board.timers.values()]
  const known = new Set(timers.map(({ owner }) => keyOf(owner)))
  const there = new Set(timers.map((timer) => timerKeyOf(timer.owner, timer)))
  for (const timer of board.timers.values()) {
    if (!owners.has(keyOf(timer.owner)) || isTakenOver(board, timer)) board.timers.delete(timer.id)
  }
  const detours = detoursIn([...board.tokens.values()])
  for (const [key, one] of owners) {
    const { owner, token } = one
    if (known.has(key) && !complete) continue
    const of = [...timersAbout(board.process, one), ...begunBy(board, owner)]
    for (const timer of of) {
      if (there.has(timerKeyOf(owner, timer))) continue
      // Over a border the way straight back would be lost, with the work put aside for it.
      if (timer.purpose === 'boundary' && detours.has(token)) continue
      setTimer(board, one, timer)
    }
  }
}

/** Drops what work that is over was waiting for: its times, and the signals of others. */
export function dropTimers(board: Board, owner: TimerOwner): void {
  for (const waits of [board.timers, board.subscriptions]) {
    for (const one of waits.values()) if (keyOf(one.owner) === keyOf(owner)) waits.delete(one.id)
  }
}

/** Tokens that wait for something that is no decision of people. */
export function waitsForTime(board: Board): boolean {
  return [...board.tokens.values()].some(({ on, place }) => {
    if (on === 'flow') return false
    const { kind } = nodeOf(board, place)
    return restsOf.has(kind) || (board.process.boundaries.get(place) ?? []).some(comesFromOutside)
  })
}

const comesFromOutside = (event: BoundaryNode): boolean =>
  triggersOf(event).some(({ on }) => ['time', 'message', 'signal', 'condition'].includes(on))

/** Tokens that only visit a node again, and those of the sub-processes set up for the visit. */
export function detoursIn(tokens: readonly Token[]): ReadonlySet<number> {
  return new Set(
    tokens.flatMap(({ id, parked }) => (parked === undefined ? [] : [id, ...parked.temporary])),
  )
}

interface Owner {
  readonly owner: TimerOwner
  /** Of many at once the border is about all of them, and what the node itself waits for about each. */
  readonly about: 'each' | 'all' | undefined
  /** Absent of the approval itself. */
  readonly node: Node | undefined
  readonly token: number
}

/** Where a token itself waits, for something that is no decision of people. */
const restsOf: ReadonlySet<Node['kind']> = new Set(['timer', 'receive', 'events', 'call'])

/** Work that something beside it may be waited for with, by its key. */
export function findOwners(board: Board): Map<string, Owner> {
  const owners = new Map<string, Owner>()
  const add = (kind: TimerOwner['kind'], id: number, place: string, token: number) => {
    const owner = { kind, id }
    const holder = board.tokens.get(token)
    const isOne = holder !== undefined && runOfMany(board, holder) !== undefined
    const isAll = kind === 'scope' && board.scopes.get(id)?.many !== undefined
    const about = isAll ? 'all' : isOne ? 'each' : undefined
    owners.set(keyOf(owner), { owner, about, node: nodeOf(board, place), token })
  }
  for (const { id, on, place } of board.tokens.values()) {
    if (on === 'flow') continue
    const { kind } = nodeOf(board, place)
    if (restsOf.has(kind)) add('token', id, place, id)
  }
  for (const { id, node, token } of board.scopes.values()) add('scope', id, node, token.id)
  for (const { id, node, token } of board.activations.values()) add('activation', id, node, token)
  if (board.tokens.size > 0) {
    const owner = { kind: 'scope', id: 0 } as const
    owners.set(keyOf(owner), { owner, about: undefined, node: undefined, token: 0 })
  }
  return owners
}

/** Whether it would begin an event sub-process where another one goes on instead of all else. */
function isTakenOver(board: Board, { owner, node }: Timer): boolean {
  if (!isHandler(nodeOf(board, node))) return false
  return !listenersIn(board, owner.id).some(({ id }) => id === node)
}

/** The times that event sub-processes of a run wait for. */
function begunBy(board: Board, { kind, id }: TimerOwner): readonly NewTimer[] {
  return kind === 'scope' ? listenersIn(board, id).flatMap(timerOf) : []
}

/** The times that event sub-processes of a sub-process, '' for the process, wait for. */
export const timersIn = ({ handlers }: CompiledProcess, host: string): readonly NewTimer[] =>
  (handlers.get(host) ?? []).flatMap(timerOf)

const timerOf = (event: HandlerNode | BoundaryNode): readonly NewTimer[] =>
  triggersOf(event).flatMap((one) =>
    one.on === 'time'
      ? [{ purpose: 'boundary', node: event.id, delay: one.delay, left: one.delay.times ?? 1 }]
      : [],
  )

function timersAbout(process: CompiledProcess, { node, about }: Owner): readonly NewTimer[] {
  const all = node === undefined ? [] : timersOf(process, node)
  if (about === undefined) return all
  return all.filter(({ purpose }) => (purpose === 'boundary') === (about === 'all'))
}

/** The times that work on a node waits for. */
export function timersOf(process: CompiledProcess, node: Node): readonly NewTimer[] {
  const boundaries = (process.boundaries.get(node.id) ?? []).flatMap(timerOf)
  if (node.kind === 'timer' || node.kind === 'receive') return [...catching(node), ...boundaries]
  if (node.kind === 'events') {
    const events = node.outgoing.map((flow) => process.flows.get(flow)?.target ?? '')
    return events.flatMap((id) => catching(process.nodes.get(id)))
  }
  if (node.kind !== 'userTask') return boundaries
  const { remind, escalate, timeout } = node.timing
  const own = (
    purpose: Timer['purpose'],
    rule: { readonly delay: Delay } | undefined,
    left = 1,
  ): NewTimer[] => (rule === undefined ? [] : [{ purpose, node: node.id, delay: rule.delay, left }])
  return [
    ...boundaries,
    ...own('remind', remind, remind?.times),
    ...own('escalate', escalate),
    ...own('timeout', timeout),
  ]
}

/** The times that a catch event waits for. */
function catching(event: Node | undefined): readonly NewTimer[] {
  const of = (node: string, delay: Delay, left = 1): NewTimer => ({
    purpose: 'catch',
    node,
    delay,
    left,
  })
  if (event?.kind === 'timer') return [of(event.id, event.delay, event.delay.times)]
  if (event?.kind !== 'receive') return []
  return triggersOf(event).flatMap((one) => (one.on === 'time' ? [of(event.id, one.delay)] : []))
}

function setTimer(board: Board, { owner, token }: Owner, { delay, ...timer }: NewTimer): void {
  const when = momentOf(board, delay, timer.node, board.tokens.get(token))
  const id = nextNumber(board)
  board.timers.set(id, { ...timer, id, owner, when })
}

/** What a rule comes to with the values that there are now. */
export function momentOf(
  board: Board,
  { kind, value, working }: Delay,
  node: string,
  token: Token | undefined,
): TimerMoment {
  const text = typeof value === 'string' ? value : String(evaluate(board, value, node, token))
  return { kind, text, working }
}

const timerKeyOf = (
  owner: TimerOwner,
  { purpose, node }: Pick<Timer, 'purpose' | 'node'>,
): string => `${keyOf(owner)} ${purpose} ${node}`

export const keyOf = ({ kind, id }: TimerOwner): string => `${kind} ${id}`
