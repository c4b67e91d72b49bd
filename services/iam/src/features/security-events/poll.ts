import { InvalidToken } from '@countersign/auth-verifier'
import type { Deps } from '../../deps.ts'
import type { Feed } from './feed.ts'
import { listUnacknowledged, moveOn, takeAcknowledged, type Receiver } from './queries.ts'
import type { PollAnswer, PollRequest } from './schema.ts'
import { positionsOf, setIdOf, signSet } from './set.ts'

const mostEvents = 100
const longestWaitMs = 20_000

/**
 * Answers a poll (RFC 8936 section 2.4): what was not acknowledged comes again. A receiver that
 * reports an error about a SET is done with it, since it would fail again.
 *
 * Kept by: services/iam/src/features/security-events/poll.test.ts "sends again what was not acknowledged, in its order"
 *
 * @throws InvalidToken (401) when the client is no longer active.
 */
export async function poll(
  deps: Deps,
  feed: Feed,
  receiver: Receiver,
  request: PollRequest,
  signal: AbortSignal,
): Promise<PollAnswer> {
  const { maxEvents = mostEvents, returnImmediately = false, ack = [], setErrs = {} } = request
  const failed = Object.keys(setErrs)
  if (failed.length > 0) deps.log.warn({ ...receiver, setErrs }, 'a receiver could not take SETs')
  const done = positionsOf(receiver.streamId, [...ack, ...failed])
  const limit = Math.min(maxEvents, mostEvents)
  const last = await feed.refresh()
  const answer = await look(deps, receiver, done, limit, last)
  const isEmpty = Object.keys(answer.sets).length === 0
  if (!isEmpty || returnImmediately || limit === 0) return answer
  return look(deps, receiver, [], limit, await waitForOne(deps, feed, receiver, last, signal))
}

/**
 * Until there is something for this receiver; what is for others alone does not end its poll. Answers the number of the latest
 * event.
 */
async function waitForOne(
  deps: Deps,
  feed: Feed,
  { clientId }: Receiver,
  last: number,
  signal: AbortSignal,
): Promise<number> {
  const endsAt = performance.now() + longestWaitMs
  let beyond = last
  while (!signal.aborted) {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) return beyond
    await feed.waitBeyond(clientId, beyond, leftMs, signal)
    const latest = await feed.refresh()
    if (latest <= beyond) return beyond
    const stream = { ackedUntil: beyond, acked: [] }
    const [first] = await listUnacknowledged(deps.db, clientId, stream, 1)
    if (first !== undefined) return latest
    beyond = latest
  }
  return beyond
}

async function look(
  deps: Deps,
  receiver: Receiver,
  done: readonly number[],
  limit: number,
  last: number,
): Promise<PollAnswer> {
  const { db } = deps
  const { clientId, streamId } = receiver
  // A number that was not given out yet is nobody's to acknowledge.
  const given = done.filter((position) => position <= last)
  const stream = await takeAcknowledged(db, receiver, given)
  if (stream === undefined) throw new InvalidToken('revoked')
  const events = await listUnacknowledged(db, clientId, stream, limit + 1)
  const until = events[0] === undefined ? last : events[0].position - 1
  if (until > stream.ackedUntil && given.length > 0) await moveOn(db, receiver, until)
  const sets = await Promise.all(
    events
      .slice(0, limit)
      .map(async (event) => [
        setIdOf(streamId, event.position),
        await signSet(deps, receiver, event),
      ]),
  )
  return {
    sets: Object.fromEntries(sets) as Record<string, string>,
    ...(events.length > limit ? { moreAvailable: true } : {}),
  }
}
