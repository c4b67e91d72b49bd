import type { Db } from '../database/db.ts'
import { type ChainEnd, type ChainFault, chainStart, findChainFaults } from './event-chain.ts'
import { findEnds, findErasureEvent, readChain } from './event-queries.ts'

const BATCH = 1_000
const MOST_FAULTS = 100

export interface ChainReport {
  readonly valid: boolean
  /** Events that were looked at. */
  readonly checked: number
  readonly head: { readonly sequence: number; readonly hash: string } | null
  /** In their order, the first hundred. */
  readonly faults: readonly ChainFault[]
  /** The event before which events may be gone, since it says that the tenant is erased. */
  readonly erasedAt?: number
}

type Ends = Awaited<ReturnType<typeof findEnds>>

/**
 * Walks the whole chain of a tenant, from its first event to its head, and past what does not hold.
 * A shorter chain that somebody made by removing the last events and setting the head back holds in
 * itself: only an anchored head, or an export from before, tells.
 */
export async function verifyAudit<S>(
  deps: { readonly db: Db<S> },
  tenantId: string,
): Promise<ChainReport> {
  // Read first, both at one moment: what is appended meanwhile is behind them and does not count.
  const ends = await findEnds(deps.db, tenantId)
  const erasedAt = (await findErasureEvent(deps.db, tenantId))?.sequence
  const end = ends.head?.sequence ?? ends.lastSequence
  const faults: ChainFault[] = []
  let checked = 0
  let last: ChainEnd = { sequence: 0, hash: chainStart }
  while (last.sequence < end && faults.length < MOST_FAULTS) {
    const limit = Math.min(BATCH, end - last.sequence)
    const read = await readChain(deps.db, tenantId, last.sequence, limit)
    // After a gap there may be events behind the end.
    const records = read.filter(({ sequence }) => sequence <= end)
    faults.push(...findChainFaults(last, records).filter((fault) => !isErased(fault, erasedAt)))
    checked += records.length
    last = records.at(-1) ?? last
    if (records.length === read.length && records.length > 0) continue
    if (last.sequence < end) faults.push({ sequence: last.sequence + 1, until: end, reason: 'gap' })
    break
  }
  faults.push(...findEndFaults(ends, last))
  const { head } = ends
  return {
    valid: faults.length === 0,
    checked,
    head: head === undefined ? null : { sequence: head.sequence, hash: head.hash.toString('hex') },
    faults: faults.slice(0, MOST_FAULTS),
    ...(erasedAt === undefined ? {} : { erasedAt }),
  }
}

const isErased = ({ reason, sequence, until = sequence }: ChainFault, at: number | undefined) =>
  reason === 'gap' && at !== undefined && until < at

function findEndFaults({ head, lastSequence }: Ends, last: ChainEnd): ChainFault[] {
  if (head === undefined) {
    return lastSequence === 0 ? [] : [{ sequence: lastSequence, reason: 'head_missing' }]
  }
  const faults: ChainFault[] = []
  const { sequence } = head
  if (last.sequence === sequence && last.hash?.equals(head.hash) === false) {
    faults.push({ sequence, reason: 'head_differs' })
  }
  if (lastSequence > sequence) {
    faults.push({ sequence: sequence + 1, until: lastSequence, reason: 'beyond_head' })
  }
  return faults
}
