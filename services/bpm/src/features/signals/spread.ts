// Finds out who hears a signal and what it starts, in parts: each is written in a transaction with how far it was gone through.
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { queueStarts } from '../signal-starts/queries.ts'
import {
  countQueued,
  FIRST,
  listThrowing,
  noteSpread,
  queueFor,
  takeSignal,
} from './spread-queries.ts'

/** Tenants that are come to in one round. */
const TENANTS = 20
/** Of one tenant in the queue at once: whoever throws at thousands lets others in between. */
const MOST_QUEUED = 100

type SpreadDeps = Pick<Deps, 'db' | 'now'>

/** Whose turn it was last. */
export interface Turn {
  behind: string
}

export const firstTurn = (): Turn => ({ behind: FIRST })

/** Goes on with one signal of each of some tenants; answers how many approvals, and signals that have ended, there were. */
export async function spreadSignals(deps: SpreadDeps, turn: Turn): Promise<number> {
  const tenants = await listThrowing(deps.db, turn.behind, TENANTS)
  let done = 0
  for (const tenantId of tenants) {
    turn.behind = tenantId
    done += await spreadOne(deps, tenantId)
  }
  return done
}

async function spreadOne({ db, now }: SpreadDeps, tenantId: string): Promise<number> {
  const room = MOST_QUEUED - (await countQueued(db, tenantId, MOST_QUEUED))
  if (room <= 0) return 0
  return inTransaction(db, async (tx) => {
    const signal = await takeSignal(tx, tenantId)
    if (signal === undefined) return 0
    const { count, last } = await queueFor(tx, tenantId, signal, room)
    const isDone = count < room
    // The last thing: what it starts is queued in the transaction that says that it was gone through.
    if (isDone) await queueStarts(tx, tenantId, signal, now())
    await noteSpread(tx, tenantId, signal.id, { last, spreadAt: isDone ? now() : null })
    return isDone ? count + 1 : count
  })
}
