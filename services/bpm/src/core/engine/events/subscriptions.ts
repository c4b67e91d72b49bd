// What waits for signals of other approvals: each wait has a number, by which a signal finds those that it was thrown to.
import type { CompiledProcess } from '../../definition/graph.ts'
import { isOfOthers, signalsIn } from '../../definition/events/triggers.ts'
import { nextNumber, Refusal, type Board } from '../board.ts'
import type { SignalCommand } from '../command.ts'
import { listening, type Listening } from './hearing.ts'
import type { EngineState, Subscription, TimerOwner } from '../state.ts'
import { findOwners, keyOf } from './timers.ts'

type Sent = Extract<SignalCommand, { kind: 'signal' }>

/**
 * Numbers the waits that have begun and drops those that are over. Called once per command, when everything is at rest,
 * so no action has to think of them. Who waits is worked out from the tokens, as for any signal: the number tells when
 * that began.
 */
export function keepSubscriptions(board: Board): void {
  const { process, subscriptions } = board
  if (!process.hearsOthers && subscriptions.size === 0) return
  const owners = findOwners(board)
  const waiting = new Map<string, Omit<Subscription, 'id'>>()
  // It is only looked at who would hear one.
  listening(board, (one) => {
    const owner = owners.get(one.owner)?.owner
    const wait = owner && waitOf(one, owner)
    if (wait !== undefined) waiting.set(waitKeyOf(wait), wait)
    return false
  })
  for (const one of subscriptions.values()) {
    const isThere = waiting.delete(waitKeyOf(one))
    if (!isThere) subscriptions.delete(one.id)
  }
  for (const wait of waiting.values()) {
    const id = nextNumber(board)
    subscriptions.set(id, { id, ...wait })
  }
}

function waitOf(
  { event, trigger }: Listening,
  owner: TimerOwner,
): Omit<Subscription, 'id'> | undefined {
  const [name] = signalsIn([trigger])
  if (name === undefined || !isOfOthers(trigger)) return undefined
  return { event: event.id, owner, name }
}

/**
 * A signal that was thrown elsewhere: what has waited for it since before goes on, and nothing else.
 *
 * @throws Refusal `signal_not_expected` when none of those waits is left.
 */
export function hearSignal(board: Board, { name, waits }: Sent): void {
  const meant = waits.flatMap((id) => board.subscriptions.get(id) ?? [])
  const keys = new Set(meant.filter((one) => one.name === name).map(waitKeyOf))
  const isMeant = ({ event, trigger, owner }: Listening) =>
    signalsIn([trigger]).includes(name) && keys.has(`${owner} ${event.id} ${name}`)
  const found = listening(board, isMeant)
  if (found.length === 0) {
    const detail = `nothing waits any more for the signal ${name} as it was thrown`
    throw new Refusal('signal_not_expected', detail, [name])
  }
  for (const goesOn of found) goesOn()
}

/** What a path waits for itself, taken to come: as nobody throws it in a dry run. */
export function signalToCome(
  process: CompiledProcess,
  { execution: { subscriptions = [] } }: EngineState,
): Omit<Sent, 'actor'> | undefined {
  const [wait] = subscriptions.filter(({ event }) => process.nodes.get(event)?.kind === 'receive')
  return wait && { kind: 'signal', name: wait.name, waits: [wait.id] }
}

const waitKeyOf = ({ owner, event, name }: Omit<Subscription, 'id'>): string =>
  `${keyOf(owner)} ${event} ${name}`
