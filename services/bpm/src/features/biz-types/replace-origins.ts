// The list is guarded by an optimistic lock: its revision.
//
// Kept by: services/bpm/src/features/biz-types/routes.test.ts "guards the list by its revision, also when it is first written"
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { isOrigin } from './declaration.ts'
import { findOrigins, insertOrigins, updateOrigins } from './queries.ts'

/** Replaces the origins a tenant allows; business types already registered keep theirs. */
export async function replaceOrigins(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: { tenantId: string; userId: string },
  change: { origins: readonly string[]; revision: number | undefined },
): Promise<void> {
  const wrong = change.origins.findIndex((origin) => !isOrigin(origin))
  if (wrong !== -1) {
    const pointer = `/origins/${wrong}`
    const detail = 'not an http or https origin, such as https://app.example'
    throw problems.invalid_request({ errors: [{ pointer, code: 'origin', detail }] })
  }
  await inTransaction(db, async (tx) => {
    const revision = (await findOrigins(tx, by.tenantId))?.revision ?? 0
    if (change.revision !== undefined && change.revision !== revision) {
      throw problems.revision_mismatch()
    }
    const row = {
      tenant_id: by.tenantId,
      origins: [...change.origins],
      revision: revision + 1,
      updated_by: by.userId,
      updated_at: now(),
    }
    const written =
      revision === 0
        ? await insertOrigins(tx, row)
        : await updateOrigins(tx, by.tenantId, revision, row)
    // Another administrator wrote between the read and the write.
    if (!written) throw problems.revision_mismatch()
  })
}
