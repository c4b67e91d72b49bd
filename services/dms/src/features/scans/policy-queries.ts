import type { Db } from '@countersign/service-kit/db'
import type { ScanPolicy, Schema } from '../../db/schema.ts'

export interface ScanPolicyRow {
  readonly policy: ScanPolicy
  readonly revision: number
}

export function findScanPolicy(
  db: Db<Schema>,
  tenantId: string,
): Promise<ScanPolicyRow | undefined> {
  return db
    .selectFrom('scan_policies')
    .select(['policy', 'revision'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
}

/** The row, made if there is none, locked: of two who change it at once the second sees the first. */
export async function lockScanPolicy(
  tx: Db<Schema>,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<ScanPolicyRow> {
  await tx
    .insertInto('scan_policies')
    .values({
      tenant_id: tenantId,
      policy: 'DEPLOYMENT',
      revision: 0,
      changed_by: userId,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('scan_policies')
    .select(['policy', 'revision'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setScanPolicy(
  tx: Db<Schema>,
  tenantId: string,
  row: ScanPolicyRow & { readonly changedBy: string; readonly changedAt: Date },
): Promise<void> {
  await tx
    .updateTable('scan_policies')
    .set({
      policy: row.policy,
      revision: row.revision,
      changed_by: row.changedBy,
      changed_at: row.changedAt,
    })
    .where('tenant_id', '=', tenantId)
    .execute()
}
