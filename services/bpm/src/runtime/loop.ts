// How every action comes to be: load → decide → (needs | refused | decided) → write (written | moved on).
// This file alone decides about another attempt; loop.test.ts has a test for each reason.
import { claimKey, keepAnswer, type Answer } from '@countersign/service-kit/idempotency'
import type { Schema, Tx } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { tracing } from '@countersign/service-kit/tracing'
import { numberEvents } from '../outbox/enqueue.ts'
import { concernsOthers, followCalls } from './calls/follow-calls.ts'
import type { Planned } from './decide/decide.ts'
import { asStuck } from './decide/incidents.ts'
import type { Known } from './decide/known.ts'
import type { Refusal } from './load/snapshot.ts'
import { replayOf, type Read } from './load/read.ts'
import { createKnown, learn, type MatterDirectory } from './people/learn.ts'
import type { Attempt, Decided, Settled, Work } from './work.ts'
import { writeLocked } from './write/locked.ts'
import { backOff, inUnitOfWork } from './write/transaction.ts'

export type LoopDeps = Pick<Deps, 'db' | 'writer' | 'processes' | 'engineOptions'>

// Each attempt can name nodes that the one before did not reach; a process has far fewer in a row
// without a person to wait for.
const MAX_ATTEMPTS = 50
const MAX_DEADLOCKS = 5

/**
 * Carries out a unit of work: from what was read, under the optimistic lock of its version, or under
 * the row lock. Two people who act at the same moment are served one after the other, and neither
 * gets a conflict. The network is used between two attempts alone, with no transaction open.
 *
 * @retries the decision: when people had to be looked up or the process to be read, when it lost a race (then under the row lock),
 *   when its micro-batch was refused (then alone), on a deadlock and when a task number was taken
 */
export async function carryOut<Seen, T>(deps: LoopDeps, work: Work<Seen, T>): Promise<Answer<T>> {
  const known = createKnown()
  let { read } = work
  let how: 'microBatch' | 'alone' = 'microBatch'
  let deadlocks = 0
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const attempt: Attempt<T> =
      read === undefined
        ? await inUnitOfWork(deps.db, (tx) => underRowLock(tx, deps, work, known))
        : await asRead(deps, work, read, known, how)
    switch (attempt.kind) {
      case 'written':
        return attempt.answer
      case 'foreseen':
        return { status: 200, body: attempt.body, replayed: false }
      case 'refused':
        if (attempt.stuck !== undefined) await deps.writer.raise(attempt.stuck)
        throw attempt.problem
      case 'needs':
        await learn({ ...work, db: deps.db, directory: directoryOf(work, read) }, known, attempt)
        break
      case 'processNeeded':
        await deps.processes.get(work.tenantId, attempt.definitionId)
        break
      case 'movedOn': // Somebody was quicker: under the row lock there is no race to lose.
      case 'answered': // So was the same request: under the lock its answer is there.
      case 'lockNeeded': // Other approvals are concerned: they are locked with this one.
        read = undefined
        break
      case 'batchSplit': // One of those that shared the statement was refused: each by itself.
        how = 'alone'
        break
      case 'deadlock':
        deadlocks += 1
        if (deadlocks === MAX_DEADLOCKS) throw attempt.error
        await backOff(deadlocks)
        break
      case 'taskNumberTaken': // The next attempt draws others.
        break
    }
  }
  throw new Error(`not decided after ${MAX_ATTEMPTS} attempts`)
}

/** Under the row lock others may have gone away since it was read, and have told so to whoever acted before. */
function directoryOf<Seen>(
  { directory }: Pick<Work<Seen, unknown>, 'directory'>,
  read: Read<Seen> | undefined,
): MatterDirectory {
  return read?.nobodyAway === true ? (directory.whileNobodyIsAway ?? directory) : directory
}

/** What could not be called is stuck with whoever would have called it by this action. */
const callFailed = (refusal: Refusal, { before, act }: Planned): Refusal =>
  asStuck(refusal, before, act, { kind: 'call_failed', code: 'call_failed' })

/** Optimistic: nothing is written when the instance has another version than was read. */
async function asRead<Seen, T>(
  { writer }: LoopDeps,
  { decide, idempotency: key, startKey }: Work<Seen, T>,
  { seen, lane, answered }: Read<Seen>,
  known: Known,
  how: 'microBatch' | 'alone',
): Promise<Attempt<T>> {
  const replay = replayOf<T>(answered, key)
  if (replay !== undefined) return replay
  const decided = decide(seen, known)
  if (decided.kind === 'settled') return { kind: 'lockNeeded' }
  if (decided.kind !== 'decided') return decided
  const { planned, first, toBody } = decided
  if (first !== undefined || concernsOthers(planned)) return { kind: 'lockNeeded' }
  const body = toBody(planned.instance)
  const events = numberEvents(planned.instance, planned.events, lane)
  const kept = key && { key, status: 200, body }
  const traceparent = tracing()?.traceparent()
  const recording = { ...planned.recording, events, traceparent, startKey, answer: kept }
  const outcome = await writer.write(recording, how)
  if (outcome.kind !== 'written') return outcome
  return { kind: 'written', answer: { status: 200, body, replayed: false } }
}

/** Pessimistic: the row is locked, then read. What it calls, or is called by, is locked with it. */
async function underRowLock<Seen, T>(
  tx: Tx,
  deps: LoopDeps,
  { decide, lock, idempotency: key, dryRun }: Work<Seen, T>,
  known: Known,
): Promise<Attempt<T>> {
  const before = key && (await claimKey<Schema, T>(tx, key))
  if (before !== undefined) return { kind: 'written', answer: before }
  const locked = await lock(tx)
  const decided = locked.kind === 'locked' ? decide(locked.seen, known) : locked
  if (decided.kind !== 'decided' && decided.kind !== 'settled') return decided
  await decided.first?.(tx)
  const settled = decided.kind === 'settled' ? decided : await writeAll(tx, deps, decided, known)
  if (settled.kind !== 'settled') return settled
  const { body } = settled
  if (dryRun === true) return { kind: 'foreseen', body }
  if (key !== undefined) await keepAnswer(tx, key, { status: 200, body })
  return { kind: 'written', answer: { status: 200, body, replayed: false } }
}

async function writeAll<T>(tx: Tx, deps: LoopDeps, decided: Decided<T>, known: Known) {
  const { planned, toBody } = decided
  await writeLocked(tx, planned)
  const { actor, comment, reason, origin } = planned.act
  const family = { tx, deps, known, actor, at: planned.at, comment, reason, origin }
  const followed = await followCalls(family, planned)
  if (followed.kind === 'needs') return followed
  if (followed.kind === 'refused') return callFailed(followed, planned)
  return { kind: 'settled', body: toBody(followed.instance) } satisfies Settled<T>
}
