import type { Db } from '@countersign/service-kit/db'
import type { ResourceKind, Right, Schema } from '../../db/schema.ts'

export interface NewEntry {
  readonly principal: string
  readonly allow: Right[]
  readonly deny: Right[]
  readonly watermark: boolean
}

/** Puts a new list in the place of the old one; the resource's row is locked by the caller. */
export async function replaceEntries(
  tx: Db<Schema>,
  tenantId: string,
  kind: ResourceKind,
  id: string,
  entries: readonly NewEntry[],
): Promise<void> {
  await tx
    .deleteFrom('acl_entries')
    .where('tenant_id', '=', tenantId)
    .where('resource_kind', '=', kind)
    .where('resource_id', '=', id)
    .execute()
  if (entries.length === 0) return
  await tx
    .insertInto('acl_entries')
    .values(
      entries.map((entry) => ({
        ...entry,
        tenant_id: tenantId,
        resource_kind: kind,
        resource_id: id,
      })),
    )
    .execute()
}
