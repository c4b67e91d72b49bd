import type { ChainedRecord } from '@countersign/service-kit/audit-event-chain'
import type { ShareRest } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import type { ShareRow } from './queries.ts'
import type { ShareView, VisitView } from './schema.ts'
import { decideServing, findHolders, type Held, holderOf } from './serving/holder.ts'

type Names = ReadonlyMap<string, string>

/** The names of who made a share and who answers for it. Asks iam: not inside a transaction. */
export const findNamesOf = (
  { directory }: Deps,
  tenantId: string,
  userIds: readonly string[],
): Promise<Names> => directory.findNames(tenantId, [...new Set(userIds)])

/** @param restsBecause Undefined when it serves, as far as its maker goes. */
export function viewShare(
  row: ShareRow,
  names: Names,
  restsBecause: ShareRest | undefined,
): ShareView {
  const person = (id: string) => ({ id, name: names.get(id) ?? null })
  return {
    id: row.id,
    documentId: row.documentId,
    versionId: row.versionId,
    name: row.name,
    watermark: row.watermark,
    hasPassword: row.passwordHash !== null,
    validFrom: row.validFrom?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
    maxDownloads: row.maxDownloads,
    downloadCount: row.downloadCount,
    viewCount: row.viewCount,
    allowDownload: row.allowDownload,
    allowPreview: row.allowPreview,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    maker: person(row.createdBy),
    takenOverBy: row.takenOverBy === null ? null : person(row.takenOverBy),
    takenOverAt: row.takenOverAt?.toISOString() ?? null,
    restsBecause: restsBecause ?? null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    revision: row.revision,
  }
}

/** Shares of one document, with whose they are and whether they rest now. */
export async function viewShares(
  deps: Deps,
  tenantId: string,
  held: Held,
  rows: readonly ShareRow[],
): Promise<ShareView[]> {
  if (rows.length === 0) return []
  const holderIds = [...new Set(rows.map(holderOf))]
  const [holders, names] = await Promise.all([
    findHolders(deps, tenantId, holderIds, held),
    findNamesOf(deps, tenantId, [...rows.map(({ createdBy }) => createdBy), ...holderIds]),
  ])
  return rows.map((row) => {
    const holder = holders.get(holderOf(row))
    const isOver = row.revokedAt !== null || holder === undefined
    const decision = isOver ? undefined : decideServing(row, held, holder)
    return viewShare(row, names, decision === 'unknown' ? undefined : decision)
  })
}

export function viewVisit({ occurredAt, action, versionId, detail }: ChainedRecord): VisitView {
  const { address, page, continues } = detail
  return {
    occurredAt,
    // Visitors do nothing else.
    action: action as VisitView['action'],
    versionId,
    address: typeof address === 'string' ? address : null,
    page: typeof page === 'number' ? page : null,
    continues: continues === true,
  }
}
