// What an approval waits for that is sent by name, messages and signals, and what they lead to.
import type { CompiledProcess, Heard, ReceiveNode, Trigger } from '../definition/graph.ts'
import { letGo, nodeOf, Refusal, type Board } from './board.ts'
import { cross } from './crossing.ts'
import { begin, isListening, listenersIn, pastOf } from './handlers.ts'
import type { TimerOwner, Token } from './state.ts'
import { detoursIn, dropTimers, findOwners } from './timers.ts'

/** A message of the owning application: refused when nothing waits for it. */
export function receiveMessage(board: Board, name: string): void {
  if (deliver(board, { on: 'message', message: name })) return
  throw new Refusal('message_not_expected', `nothing waits for the message ${name}`, [name])
}

/**
 * Everything that waits for it goes on. What a border or an event sub-process ends with it, outermost first,
 * is not looked at any more.
 *
 * @param from Event sub-processes that do not hear what is thrown in them.
 * @returns whether anything has waited for it.
 */
export function deliver(
  board: Board,
  heard: Heard,
  from: ReadonlySet<string> = new Set(),
): boolean {
  const around = [...bordersFor(board, heard), ...handlersFor(board, heard, from)]
  const waiting = [...board.tokens.values()].flatMap((token) => {
    const event = receiverAt(board.process, token, heard)
    return event === undefined ? [] : [{ token, event }]
  })
  // A sub-process has a lower number than those inside it, and its border is around what is in it.
  for (const { does } of around.toSorted((a, b) => a.depth - b.depth)) does()
  for (const { token, event } of waiting) {
    // The same number is somewhere else, when what it waited in was ended.
    if (board.tokens.get(token.id)?.place === token.place) goOn(board, token, event.id)
  }
  return waiting.length > 0 || around.length > 0
}

/** Whether something waits for the message, at a node, on its border or in an event sub-process. */
export function isExpected(
  process: CompiledProcess,
  tokens: readonly Token[],
  name: string,
): boolean {
  const heard = { on: 'message', message: name } as const
  const detours = detoursIn(tokens)
  const begins = (host: string) =>
    (process.handlers.get(host) ?? []).some(({ begins: { trigger } }) => isHeard(trigger, heard)) &&
    isListening(process, host, tokens)
  if (tokens.length > 0 && begins('')) return true
  return tokens.some((token) => {
    if (receiverAt(process, token, heard) !== undefined) return true
    if (detours.has(token.id)) return false
    return begins(token.place) || eventsFor(process, token.place, heard).length > 0
  })
}

const isHeard = (trigger: Trigger, { on, message }: Heard): boolean =>
  trigger.on === on && 'message' in trigger && trigger.message === message

/** Events on the border of a node that catch it. */
const eventsFor = ({ boundaries }: CompiledProcess, node: string, heard: Heard) =>
  (boundaries.get(node) ?? []).filter(({ trigger }) => isHeard(trigger, heard))

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

const receiverAt = (process: CompiledProcess, token: Token, heard: Heard) =>
  receiversAt(process, token).find(({ hears }) => isHeard(hears, heard))

interface Around {
  readonly depth: number
  readonly does: () => void
}

function bordersFor(board: Board, heard: Heard): readonly Around[] {
  const detours = detoursIn([...board.tokens.values()])
  return [...findOwners(board).values()].flatMap(({ owner, about, node, token }) => {
    if (node === undefined || about === 'each' || detours.has(token)) return []
    const depth = owner.kind === 'scope' ? owner.id : Number.POSITIVE_INFINITY
    return eventsFor(board.process, node.id, heard).map((event) => ({
      depth,
      does: () => {
        if (isThere(board, owner, node.id)) cross(board, owner, event, 'event')
      },
    }))
  })
}

function handlersFor(board: Board, heard: Heard, from: ReadonlySet<string>): readonly Around[] {
  const detours = detoursIn([...board.tokens.values()])
  return [0, ...board.scopes.keys()].flatMap((scope) => {
    // It would end, or outlast, a run that is only set up for a way straight back.
    if (detours.has(board.scopes.get(scope)?.token.id ?? 0)) return []
    const hearing = listenersIn(board, scope).filter(
      ({ id, begins }) => isHeard(begins.trigger, heard) && !from.has(id),
    )
    return hearing.map((handler) => ({
      depth: scope + 0.5,
      does: () => {
        if (listenersIn(board, scope).includes(handler)) {
          begin(board, scope, handler, { cause: 'event', past: pastOf(board, scope) })
        }
      },
    }))
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
  letGo(board, { ...token, place: event })
}
