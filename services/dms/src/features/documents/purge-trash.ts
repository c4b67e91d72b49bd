import { Problem } from '@countersign/service-kit/problem'
import { readerOf, type TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { listKept, listPurgeable, type Trashed } from '../retention/queries.ts'
import { purgeAsReader, refuseKept } from './purge.ts'

const BATCH = 100
const MAX_DOCUMENTS = 1_000

export interface PurgeReport {
  readonly dryRun: boolean
  readonly purged: string[]
  /** Of those that have been in the trash for the longest, a thousand at most. */
  readonly kept: { readonly documentId: string; readonly code: string }[]
  /** Whether another call may purge more. */
  more: boolean
}

/**
 * Purges what has been in the trash for as long as the policies let it, and reports what was kept
 * and why. Each document is a transaction of its own: a crash leaves a part done, and a repeat does
 * the rest. What is kept is listed apart: it stays, and would be in front of all else in every call.
 *
 * @param dryRun Only reports.
 */
export async function purgeTrash(
  deps: Deps,
  caller: TokenUser,
  dryRun: boolean,
): Promise<PurgeReport> {
  const reader = await readerOf(deps, caller)
  const { tenantId } = caller
  const now = deps.now()
  const report: PurgeReport = { dryRun, purged: [], kept: [], more: true }
  let last: Trashed | undefined
  for (let seen = 0; seen < MAX_DOCUMENTS && report.more;) {
    const page = await listPurgeable(deps.db, tenantId, now, last, BATCH)
    for (const { id } of page) {
      const purge = () => purgeAsReader(deps, reader, id, { onlyOverdue: true })
      const code = dryRun ? undefined : await refusalOf(purge)
      if (code === undefined) report.purged.push(id)
      else report.kept.push({ documentId: id, code })
    }
    last = page.at(-1)
    seen += page.length
    report.more = page.length > 0
  }
  // Only as far as was looked: behind it is more than one call should read.
  const told = new Set(report.kept.map(({ documentId }) => documentId))
  for (const { id, by } of await listKept(deps.db, tenantId, now, last, MAX_DOCUMENTS)) {
    // What was refused just now may be kept by the same.
    if (!told.has(id)) report.kept.push({ documentId: id, code: refuseKept(by, null).code })
  }
  return report
}

async function refusalOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    // Restored or purged by somebody else in the meantime counts as kept, too.
    if (error instanceof Problem && error.status < 500) return error.code
    throw error
  }
}
