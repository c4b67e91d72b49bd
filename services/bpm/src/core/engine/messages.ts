// What an approval waits for that is sent by name, messages and signals, and what they lead to.
import type { CompiledProcess, Heard, Trigger } from '../definition/graph.ts'
import { Refusal, type Board } from './board.ts'
import type { SignalCommand } from './command.ts'
import { throwAt } from './crossing.ts'
import { isListening } from './handlers.ts'
import { listening, receiversAt } from './hearing.ts'
import type { Token } from './state.ts'
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
    if (messagesAt(process, token).includes(name)) return true
    if (detours.has(token.id)) return false
    return begins(token.place) || hasEventFor(process, token.place, heard)
  })
}

/** Names of the messages that a token waits for itself. */
export const messagesAt = (process: CompiledProcess, token: Token): readonly string[] =>
  receiversAt(process, token).flatMap(({ hears }) =>
    hears.on === 'message' ? [hears.message] : [],
  )

const isHeard = (trigger: Trigger, { on, message }: Heard): boolean =>
  trigger.on === on && 'message' in trigger && trigger.message === message

/** Whether an event on the border of a node catches it. */
const hasEventFor = ({ boundaries }: CompiledProcess, node: string, heard: Heard) =>
  (boundaries.get(node) ?? []).some(({ trigger }) => isHeard(trigger, heard))
