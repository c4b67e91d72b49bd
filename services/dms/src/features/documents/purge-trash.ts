import { Problem } from '@countersign/service-kit/problem'
import { readerOf, type TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { listOverdueTrash } from '../retention/queries.ts'
import { findObstacle, purgeAsReader } from './purge.ts'

const BATCH = 100
const MAX_DOCUMENTS = 1_000

export interface PurgeReport {
  readonly dryRun: boolean
  readonly purged: string[]
  readonly kept: { readonly documentId: string; readonly code: string }[]
  /** Whether there may be more than one call looks at. */
  readonly more: boolean
}

/**
 * Purges what has been in the trash for as long as the policies let it, and reports what was kept
 * and why. Each document is a transaction of its own: a crash leaves a part done, and a repeat does
 * the rest.
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
  const report: PurgeReport = { dryRun, purged: [], kept: [], more: false }
  let last: { id: string; trashedAt: Date } | undefined
  for (let seen = 0; seen < MAX_DOCUMENTS;) {
    const page = await listOverdueTrash(deps.db, tenantId, deps.now(), last, BATCH)
    if (page.length === 0) return report
    for (const { id } of page) {
      const code = dryRun
        ? (await findObstacle(deps.db, tenantId, id, deps.now()))?.code
        : await refusalOf(() => purgeAsReader(deps, reader, id))
      if (code === undefined) report.purged.push(id)
      else report.kept.push({ documentId: id, code })
    }
    last = page.at(-1)
    seen += page.length
  }
  return { ...report, more: true }
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
