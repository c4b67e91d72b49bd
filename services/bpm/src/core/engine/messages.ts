// Which messages an approval waits for, and what they lead to.
import type { CompiledProcess, ReceiveNode } from '../definition/graph.ts'
import { letGo, nodeOf, Refusal, type Board } from './board.ts'
import { cross } from './crossing.ts'
import type { TimerOwner, Token } from './state.ts'
import { detoursIn, dropTimers, findOwners } from './timers.ts'

/**
 * Everything that waits for the message goes on. What a border ends with it, outermost first, is not
 * looked at any more.
 */
export function receiveMessage(board: Board, name: string): void {
  const borders = bordersFor(board, name)
  const waiting = [...board.tokens.values()].flatMap((token) => {
    const event = receiverAt(board.process, token, name)
    return event === undefined ? [] : [{ token, event }]
  })
  if (waiting.length === 0 && borders.length === 0) {
    throw new Refusal('message_not_expected', `nothing waits for the message ${name}`, [name])
  }
  for (const { owner, event, place } of borders) {
    if (isThere(board, owner, place)) cross(board, owner, event, 'event')
  }
  for (const { token, event } of waiting) {
    // The same number is somewhere else, when what it waited in was ended.
    if (board.tokens.get(token.id)?.place === token.place) goOn(board, token, event.id)
  }
}

/** Whether something waits for the message, at a node or on its border. */
export function isExpected(
  process: CompiledProcess,
  tokens: readonly Token[],
  name: string,
): boolean {
  const detours = detoursIn(tokens)
  return tokens.some((token) => {
    if (receiverAt(process, token, name) !== undefined) return true
    return !detours.has(token.id) && eventsFor(process, token.place, name).length > 0
  })
}

/** Events on the border of a node that catch the message. */
const eventsFor = ({ boundaries }: CompiledProcess, node: string, name: string) =>
  (boundaries.get(node) ?? []).filter(
    ({ trigger }) => trigger.on === 'message' && trigger.message === name,
  )

/** Messages that the events behind an event-based gateway wait for, or the node itself. */
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

const receiverAt = (process: CompiledProcess, token: Token, name: string) =>
  receiversAt(process, token).find(({ message }) => message === name)

function bordersFor(board: Board, name: string) {
  const detours = detoursIn([...board.tokens.values()])
  const owners = [...findOwners(board).values()].filter(({ token }) => !detours.has(token))
  const found = owners.flatMap(({ owner, node }) =>
    eventsFor(board.process, node.id, name).map((event) => ({ owner, event, place: node.id })),
  )
  // A sub-process has a lower number than those inside it.
  const depth = ({ kind, id }: TimerOwner) => (kind === 'scope' ? id : Number.POSITIVE_INFINITY)
  return found.toSorted((a, b) => {
    const [one, other] = [depth(a.owner), depth(b.owner)]
    return one === other ? 0 : one - other
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
