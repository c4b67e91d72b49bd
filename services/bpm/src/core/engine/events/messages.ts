// What an approval waits for that is sent by name, messages and signals, and what they lead to.
import type { CompiledProcess, Heard, Node, Single } from '../../definition/graph.ts'
import { triggersOf } from '../../definition/events/triggers.ts'
import { hasCome } from './arrivals.ts'
import { Refusal, type Board } from '../board.ts'
import type { SignalCommand } from '../command.ts'
import { throwAt } from './crossing.ts'
import { isListening } from './handlers.ts'
import { listening, receiversAt } from './hearing.ts'
import type { ExecutionState, Token } from '../state.ts'
import { detoursIn } from './timers.ts'

type Sent = Extract<SignalCommand, { kind: 'message' }>

/** A message of the owning application: refused when nothing waits for it, or its error is not caught everywhere. */
export function receiveMessage(board: Board, { name, error }: Pick<Sent, 'name' | 'error'>): void {
  if (error === undefined) {
    if (deliver(board, { on: 'message', message: name })) return
    throw new Refusal('message_not_expected', `nothing waits for the message ${name}`, [name])
  }
  fail(board, name, error)
}

/** Everything that waits for the message itself fails: all of it, or the answer is refused and can be given again. */
function fail(board: Board, name: string, code: string): void {
  const waiting = [...board.tokens.values()].filter((token) =>
    messagesAt(board.process, token).includes(name),
  )
  if (waiting.length === 0) {
    throw new Refusal('message_not_expected', `nothing waits itself for the message ${name}`, [
      name,
    ])
  }
  // What one of them has ended is not there any more.
  const isThere = ({ id, place }: Token) => board.tokens.get(id)?.place === place
  const uncaught = waiting.filter(
    (token) => isThere(token) && throwAt(board, token, { on: 'error', code }) === 'uncaught',
  )
  const left = uncaught.filter(isThere).map(({ place }) => place)
  if (left.length === 0) return
  const message = `nothing catches the error ${code} of ${[...new Set(left)].join(', ')}`
  throw new Refusal('error_not_caught', message, [...new Set(left)])
}

/**
 * Everything that waits for it goes on.
 *
 * @param from Event sub-processes that do not hear what is thrown in them.
 * @returns whether anything has waited for it.
 */
export function deliver(board: Board, heard: Heard, from?: ReadonlySet<string>): boolean {
  const found = listening(board, ({ trigger }) => isHeard(trigger, heard), from)
  for (const goesOn of found) goesOn()
  return found.length > 0
}

/** Whether something waits for the message, at a node, on its border or in an event sub-process. */
export function isExpected(
  process: CompiledProcess,
  { tokens, came }: Pick<ExecutionState, 'tokens' | 'came'>,
  name: string,
): boolean {
  const heard = { on: 'message', message: name } as const
  const detours = detoursIn(tokens)
  const begins = (host: string, before: Token['came']) =>
    (process.handlers.get(host) ?? []).some((handler) => hears(handler, heard, before)) &&
    isListening(process, host, tokens)
  if (tokens.length > 0 && begins('', came)) return true
  return tokens.some((token) => {
    if (messagesAt(process, token).includes(name)) return true
    if (detours.has(token.id)) return false
    const borders = process.boundaries.get(token.place) ?? []
    return (
      begins(token.place, token.came) || borders.some((event) => hears(event, heard, token.came))
    )
  })
}

/** Names of the messages that a token waits for itself. */
export const messagesAt = (process: CompiledProcess, token: Token): readonly string[] =>
  receiversAt(process, token).flatMap((event) =>
    triggersOf(event).flatMap((one) =>
      one.on === 'message' && !hasCome(token.came, event.id, one) ? [one.message] : [],
    ),
  )

const isHeard = (trigger: Single, { on, message }: Heard): boolean =>
  trigger.on === on && 'message' in trigger && trigger.message === message

const hears = (event: Node, heard: Heard, came: Token['came']): boolean =>
  triggersOf(event).some((one) => isHeard(one, heard) && !hasCome(came, event.id, one))
