// Bulkhead: addresses that answer late or never are tried apart from those that took the last message.
//
// Kept by: services/bpm/src/features/notifications/push/push.test.ts "does not wait for devices whose push service hangs"
import { uuidv7 } from 'uuidv7'
import { leaseDevices } from './device-queries.ts'
import { sendPush, type PushDeps } from './send-push.ts'

/** Longer than all deadlines of sending one. */
const LEASE_SECONDS = 60
/** How many devices one process tells at a time in each lane: as many may be told twice when it dies. */
const AT_ONCE = 16

/** Devices whose last message was taken, and those whose message has failed before. */
export const LANES = ['healthy', 'failing'] as const
export type Lane = (typeof LANES)[number]

/** Tells some of the devices of a lane that are due; answers how many it found. */
export async function sendDuePushes(deps: PushDeps, lane: Lane): Promise<number> {
  const leased = await leaseDevices(deps.db, {
    leaseId: uuidv7(),
    leaseSeconds: LEASE_SECONDS,
    limit: AT_ONCE,
    failing: lane === 'failing',
  })
  await Promise.all(leased.map((device) => sendPush(deps, device)))
  return leased.length
}
