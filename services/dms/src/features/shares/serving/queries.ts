import type { Db } from '@countersign/service-kit/db'
import { groupLevels, levelsOfDocument } from '../../../access/level-queries.ts'
import type { AclLevel } from '../../../core/access.ts'
import type { DocumentStatus, Schema } from '../../../db/schema.ts'
import { shareColumns, type ShareRow } from '../queries.ts'

/** A share, and what counts of its document for whether it serves now. */
export interface ServingShare extends ShareRow {
  readonly title: string
  readonly documentStatus: DocumentStatus
  readonly ownerId: string
  readonly currentVersionId: string | null
  readonly levels: readonly AclLevel[]
}

const selectServing = (db: Db<Schema>) =>
  db
    .selectFrom('shares')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.tenant_id', '=', 'shares.tenant_id')
        .onRef('documents.id', '=', 'shares.document_id'),
    )
    .select(shareColumns)
    .select([
      'documents.title as title',
      'documents.status as documentStatus',
      'documents.owner_id as ownerId',
      'documents.current_version_id as currentVersionId',
      levelsOfDocument.as('levels'),
    ])

type SelectedShare = Awaited<
  ReturnType<ReturnType<typeof selectServing>['executeTakeFirstOrThrow']>
>

const toServing = (row: SelectedShare | undefined): ServingShare | undefined =>
  row === undefined ? undefined : { ...row, levels: groupLevels(row.levels) }

/** By the hash of its token, which is all a visitor has: the tenant follows from the share. */
export async function findServingByToken(
  db: Db<Schema>,
  tokenHash: Buffer,
): Promise<ServingShare | undefined> {
  return toServing(
    await selectServing(db).where('shares.token_hash', '=', tokenHash).executeTakeFirst(),
  )
}

export async function findServing(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<ServingShare | undefined> {
  const query = selectServing(db)
    .where('shares.tenant_id', '=', tenantId)
    .where('shares.id', '=', id)
  return toServing(await query.executeTakeFirst())
}
