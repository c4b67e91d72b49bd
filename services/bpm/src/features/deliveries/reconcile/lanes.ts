// Lanes against what their receivers have heard: both may have been restored, to different moments.
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Difference, ReconcileReport } from '@countersign/service-kit/reconcile'
import type { Database } from '../../../db/schema.ts'
import { appendAction } from '../../../runtime/write/locked.ts'
import { lockInstance } from '../../../runtime/load/instances.ts'
import type { SendDeps } from '../dispatch/send.ts'
import { rewindLane } from '../rewind-queries.ts'
import { askHeard, findReused } from './ask.ts'
import { moveBeyond } from './move-beyond.ts'
import { findMark, listBetween, listLanes, lockMark, type AskedLane } from './queries.ts'

export interface LanesDeps {
  readonly db: Database
  readonly send: SendDeps
  readonly now: () => Date
  readonly report: ReconcileReport
  readonly signal: AbortSignal
}

export interface Wanted {
  readonly repair: boolean
  /** Approvals that ended before are not asked about. */
  readonly since: Date
}

const LANES_AT_ONCE = 100
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
// Of a lane that goes on being used while it is compared.
const MOST_TRIES = 5
// A receiver that says more is taken for one that does not count.
const MOST_AHEAD = 100_000

/** Compares all lanes of a tenant. A receiver that does not answer is not asked about its other lanes. */
export async function reconcileLanes(
  deps: LanesDeps,
  tenantId: string,
  wanted: Wanted,
): Promise<void> {
  const down = new Map<string, number>()
  let afterId = FIRST_ID
  for (;;) {
    const from = { afterId, since: wanted.since, limit: LANES_AT_ONCE }
    const lanes = await listLanes(deps.db, tenantId, from)
    for (const lane of lanes) await reconcileLane(deps, lane, wanted, down)
    const last = lanes.at(-1)
    if (last === undefined || deps.signal.aborted) break
    afterId = last.instanceId
  }
  for (const [endpoint, count] of down) {
    const text = `${endpoint} does not answer: ${count} approvals were not compared; run this again when it does`
    deps.report.add({ kind: 'receiver_unanswered', outcome: 'unanswered', tenantId, text })
  }
}

async function reconcileLane(
  deps: LanesDeps,
  read: AskedLane,
  wanted: Wanted,
  down: Map<string, number>,
): Promise<void> {
  const endpoint = read.origin + read.path
  const known = down.get(endpoint)
  if (known !== undefined) return void down.set(endpoint, known + 1)
  deps.report.count('approvals with their receivers')
  let lane = read
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await compare(deps, lane, wanted.repair)
    if (found === 'down') return void down.set(endpoint, 1)
    if (found !== 'moved on') return found === undefined ? undefined : tell(deps, lane, found)
    const mark = await findMark(deps.db, lane.tenantId, lane.instanceId)
    if (mark === undefined) return
    lane = { ...lane, ...mark }
  }
  tell(deps, lane, unanswered('it moved while it was compared'))
}

type Found = Omit<Difference, 'tenantId' | 'id'>

const tell = ({ report }: LanesDeps, { tenantId, instanceId: id }: AskedLane, found: Found): void =>
  report.add({ ...found, tenantId, id })

const unanswered = (why: string): Found => ({
  kind: 'receiver_unanswered',
  outcome: 'unanswered',
  text: `the receiver was not compared: ${why}`,
})

async function compare(
  deps: LanesDeps,
  lane: AskedLane,
  repair: boolean,
): Promise<Found | 'moved on' | 'down' | undefined> {
  const heard = await askHeard(deps.send, lane, deps.signal)
  if (heard.kind === 'unanswered') return heard.down ? 'down' : unanswered(heard.why)
  if (heard.kind === 'unordered') return unordered
  if (heard.upTo < lane.nextSequence - 1) return goBack(deps, lane, heard.upTo, repair)
  if (heard.upTo < lane.nextSequence) return undefined
  // What was sent since the lane was read is known, and not lost.
  if (!(await isStill(deps.db, lane))) return 'moved on'
  return goBeyond(deps, lane, heard.upTo, repair)
}

async function isStill(db: Database, lane: AskedLane): Promise<boolean> {
  const mark = await findMark(db, lane.tenantId, lane.instanceId)
  return mark?.lastSequence === lane.lastSequence && mark.nextSequence === lane.nextSequence
}

const unordered: Found = {
  kind: 'receiver_unordered',
  outcome: 'undecided',
  text: 'the receiver took an event with a gap before it, so it cannot say how far it is: compare it by hand',
}

/** The receiver is older than the lane: it hears again what it has lost. */
async function goBack(
  { db, now }: LanesDeps,
  lane: AskedLane,
  heard: number,
  repair: boolean,
): Promise<Found | 'moved on'> {
  const { tenantId, instanceId, nextSequence, prunedAt } = lane
  const kind = 'receiver_behind'
  const what = `the receiver has heard ${heard} of ${nextSequence - 1} events that it acknowledged`
  if (prunedAt !== null) {
    const text = `${what}; they are forgotten here: the application has to take over the result by hand`
    return { kind: 'events_forgotten', outcome: 'undecided', text }
  }
  if (!repair) return { kind, outcome: 'repairable', text: `${what}; they are sent again` }
  const done = await inTransaction(db, async (tx) => {
    const instance = await lockInstance(tx, tenantId, instanceId)
    const mark = await lockMark(tx, tenantId, instanceId)
    // Another command was faster, and what it went back to may have been sent since.
    if (instance === undefined || mark?.nextSequence !== nextSequence) return false
    await rewindLane(tx, tenantId, { instanceId, sequence: heard + 1 })
    const details = { heard, acknowledged: nextSequence - 1 }
    const actor = { kind: 'service', id: 'bpm', name: 'bpm' } as const
    await appendAction(tx, instance, { action: 'sent-again', actor, at: now(), details })
    return true
  })
  if (!done) return 'moved on'
  return { kind, outcome: 'repaired', text: `${what}; they are sent again` }
}

/** The receiver has more than is known to be delivered: its answers were lost, or these events were. */
async function goBeyond(
  deps: LanesDeps,
  lane: AskedLane,
  heard: number,
  repair: boolean,
): Promise<Found | 'moved on' | undefined> {
  const { tenantId, instanceId, nextSequence, lastSequence, prunedAt } = lane
  if (heard - lastSequence > MOST_AHEAD || prunedAt !== null) {
    const text = `the receiver says that it has heard ${heard} events of ${lastSequence}: look at it by hand`
    return { kind: 'receiver_unordered', outcome: 'undecided', text }
  }
  const both = [nextSequence, Math.min(heard, lastSequence)] as const
  const known = await listBetween(deps.db, tenantId, instanceId, both)
  let reused: number | undefined
  try {
    reused = await findReused(deps.send, lane, known, deps.signal)
  } catch (error) {
    return unanswered(error instanceof Error ? error.message : 'unknown')
  }
  if (heard <= lastSequence && reused === undefined) return undefined
  const from = reused ?? lastSequence + 1
  const text = `the receiver has heard up to ${heard}, of which ${from} and later are not known here: what they told is lost, and the approval is ${lane.status} in round ${lane.round}. It goes on above them; whoever decided since ${from - 1} decides again`
  const found = { kind: 'receiver_ahead', text }
  if (!repair) return { ...found, outcome: 'repairable' }
  const done = await moveBeyond(deps.db, lane, { from, heard, at: deps.now() })
  return done ? { ...found, outcome: 'repaired' } : 'moved on'
}
