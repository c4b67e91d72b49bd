// What waits for something that is no decision of people and no time, wherever it is, and how it goes on.
import type {
  BoundaryNode,
  CompiledProcess,
  HandlerNode,
  ReceiveNode,
  Single,
} from '../../definition/graph.ts'
import { singlesOf } from '../../definition/events/triggers.ts'
import { hasComeTo, noteArrival } from './arrivals.ts'
import { letGo, nextNumber, nodeOf, type Board } from '../board.ts'
import { cross } from './crossing.ts'
import { begin, listenersIn, pastOf } from './handlers.ts'
import type { TimerOwner, Token } from '../state.ts'
import { detoursIn, dropTimers, findOwners, keyOf } from './timers.ts'

/** An event that is waited for, and where. */
export interface Listening {
  readonly event: BoundaryNode | HandlerNode | ReceiveNode
  /** Of several each by itself. */
  readonly trigger: Single
  /** The work that it waits with. */
  readonly owner: string
  /** The token of that work; absent of the approval itself. */
  readonly token: Token | undefined
  /** Where its expressions look from. */
  readonly sees: Token | undefined
}

type Wants = (listening: Listening) => boolean

/**
 * What goes on when something comes, in order: what a border or an event sub-process ends with it, outermost first,
 * is not looked at any more.
 *
 * @param from Event sub-processes that do not hear what is thrown in them.
 */
export function listening(
  board: Board,
  wants: Wants,
  from: ReadonlySet<string> = new Set(),
): readonly (() => void)[] {
  const around = [...bordersFor(board, wants), ...handlersFor(board, wants, from)]
  const waiting = [...board.tokens.values()].flatMap((token) => {
    const owner = keyOf({ kind: 'token', id: token.id })
    for (const event of receiversAt(board.process, token)) {
      const what = wantedOf(board, wants, { event, owner, token, sees: token })
      if (what.length > 0) return [{ token, event, what }]
    }
    return []
  })
  return [
    // A sub-process has a lower number than those inside it, and its border is around what is in it.
    ...around.toSorted((a, b) => a.depth - b.depth).map(({ does }) => does),
    ...waiting.map(({ token, event, what }) => () => {
      // The same number is somewhere else, when what it waited in was ended.
      if (board.tokens.get(token.id)?.place !== token.place) return
      if (noteArrival(board, token.id, event, what)) goOn(board, token, event.id)
    }),
  ]
}

/** What comes of the events that an element waits for: nothing twice of those of which all have to come. */
const wantedOf = (
  board: Board,
  wants: Wants,
  at: Omit<Listening, 'trigger'>,
): readonly Single[] => {
  const { event, token } = at
  const trigger =
    event.kind === 'receive'
      ? event.hears
      : event.kind === 'boundary'
        ? event.trigger
        : event.begins.trigger
  return singlesOf(trigger).filter(
    (one) => !hasComeTo(board, token?.id ?? 0, event.id, one) && wants({ ...at, trigger: one }),
  )
}

/** What the events behind an event-based gateway wait for, or the node itself. */
export function receiversAt(
  process: CompiledProcess,
  { on, place }: Pick<Token, 'on' | 'place'>,
): readonly ReceiveNode[] {
  const node = on === 'node' ? process.nodes.get(place) : undefined
  if (node?.kind === 'receive') return [node]
  if (node?.kind !== 'events') return []
  return node.outgoing.flatMap((flow) => {
    const next = process.nodes.get(process.flows.get(flow)?.target ?? '')
    return next?.kind === 'receive' ? [next] : []
  })
}

interface Around {
  readonly depth: number
  readonly does: () => void
}

function bordersFor(board: Board, wants: Wants): readonly Around[] {
  const detours = detoursIn([...board.tokens.values()])
  return [...findOwners(board).values()].flatMap(({ owner, about, node, token: id }) => {
    if (node === undefined || about === 'each' || detours.has(id)) return []
    const depth = owner.kind === 'scope' ? owner.id : Number.POSITIVE_INFINITY
    const token = board.tokens.get(id)
    return (board.process.boundaries.get(node.id) ?? []).flatMap((event) => {
      const what = wantedOf(board, wants, { event, owner: keyOf(owner), token, sees: token })
      const does = () => {
        if (!isThere(board, owner, node.id)) return
        if (noteArrival(board, id, event, what)) cross(board, owner, event, 'event')
      }
      return what.length === 0 ? [] : [{ depth, does }]
    })
  })
}

function handlersFor(board: Board, wants: Wants, from: ReadonlySet<string>): readonly Around[] {
  const detours = detoursIn([...board.tokens.values()])
  return [0, ...board.scopes.keys()].flatMap((scope) => {
    const holder = board.scopes.get(scope)?.token.id ?? 0
    // It would end, or outlast, a run that is only set up for a way straight back.
    if (detours.has(holder)) return []
    const owner = keyOf({ kind: 'scope', id: scope })
    const token = board.tokens.get(holder)
    const sees: Token = { id: holder, on: 'flow', place: '', scope, past: [] }
    const hearing = listenersIn(board, scope).filter(({ id }) => !from.has(id))
    return hearing.flatMap((handler) => {
      const what = wantedOf(board, wants, { event: handler, owner, token, sees })
      const does = () => {
        if (!listenersIn(board, scope).includes(handler)) return
        if (!noteArrival(board, holder, handler, what)) return
        begin(board, scope, handler, { cause: 'event', past: pastOf(board, scope) })
      }
      return what.length === 0 ? [] : [{ depth: scope + 0.5, does }]
    })
  })
}

function isThere(board: Board, { kind, id }: TimerOwner, place: string): boolean {
  if (kind === 'scope') return board.scopes.has(id)
  if (kind === 'activation') return board.activations.has(id)
  return board.tokens.get(id)?.place === place
}

/** A token leaves the place where it waited for this; from a gateway by way of the event that came. */
export function goOn(board: Board, token: Token, event: string = token.place): void {
  dropTimers(board, { kind: 'token', id: token.id })
  if (event !== token.place) {
    board.effects.push({ kind: 'nodeLeft', node: token.place, outcome: 'passed' })
  }
  board.effects.push({ kind: 'nodeLeft', node: nodeOf(board, event).id, outcome: 'passed' })
  const { came: _, ...plain } = token
  letGo(board, { ...plain, place: event })
}

/** Leads on from a time that comes again: what waits for it stays, as beside an event on a border. */
export function goOnBeside(board: Board, { scope, past }: Token, event: string): void {
  board.effects.push({ kind: 'nodeLeft', node: event, outcome: 'passed' })
  letGo(board, { id: nextNumber(board), on: 'node', place: event, scope, past })
}
