import { sql } from 'kysely'
import type { LogoType } from '../../core/logo.ts'
import type { Db } from '../../db/types.ts'

export interface BrandingRow {
  readonly name: string | null
  readonly colour: string | null
  readonly logoType: LogoType | null
  readonly logoHash: string | null
  readonly revision: number
  readonly updatedAt: Date
}

/** What a tenant set; undefined when it never did. */
export function findBranding(db: Db, tenantId: string): Promise<BrandingRow | undefined> {
  return selectBranding(db, tenantId).executeTakeFirst()
}

export function lockBranding(db: Db, tenantId: string): Promise<BrandingRow | undefined> {
  return selectBranding(db, tenantId).forUpdate().executeTakeFirst()
}

const selectBranding = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenant_branding')
    .select([
      'name',
      'colour',
      'logo_type as logoType',
      'logo_hash as logoHash',
      'revision',
      'updated_at as updatedAt',
    ])
    .where('tenant_id', '=', tenantId)

/** Makes the row that an edit then locks. */
export async function ensureBranding(db: Db, tenantId: string): Promise<void> {
  await db
    .insertInto('tenant_branding')
    .values({
      tenant_id: tenantId,
      name: null,
      colour: null,
      logo: null,
      logo_type: null,
      logo_hash: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface BrandingChanges {
  readonly name?: string | null
  readonly colour?: string | null
  readonly logo?: Buffer | null
  readonly logo_type?: LogoType | null
  readonly logo_hash?: string | null
}

export async function updateBranding(
  db: Db,
  tenantId: string,
  changes: BrandingChanges,
  now: Date,
): Promise<void> {
  await db
    .updateTable('tenant_branding')
    .set({ ...changes, revision: sql<number>`revision + 1`, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** What the pages of an active tenant look like; undefined for a tenant that is none. */
export function findActiveBrand(db: Db, tenantId: string) {
  return db
    .selectFrom('tenants as t')
    .leftJoin('tenant_branding as b', 'b.tenant_id', 't.id')
    .select([
      't.id as tenantId',
      't.name as tenantName',
      'b.name',
      'b.colour',
      'b.logo_hash as logoHash',
    ])
    .where('t.id', '=', tenantId)
    .where('t.status', '=', 'active')
    .executeTakeFirst()
}

export function findLogo(db: Db, tenantId: string) {
  return db
    .selectFrom('tenant_branding as b')
    .innerJoin('tenants as t', 't.id', 'b.tenant_id')
    .select(['b.logo', 'b.logo_type as type', 'b.logo_hash as hash'])
    .where('b.tenant_id', '=', tenantId)
    .where('t.status', '=', 'active')
    .executeTakeFirst()
}
