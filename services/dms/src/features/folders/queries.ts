import type { Db } from '@countersign/service-kit/db'
import { folderColumns, type FolderRow } from '../../access/folder-queries.ts'
import { sql } from 'kysely'
import { MAX_DEPTH } from '../../core/access.ts'
import type { Schema } from '../../db/schema.ts'

/** Every folder of the tenant, for the tree and for what it lets a reader see. */
export function listFolders(db: Db<Schema>, tenantId: string): Promise<FolderRow[]> {
  return db
    .selectFrom('folders')
    .select(folderColumns)
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** What of every folder of the tenant decides about access; a page of documents asks for it. */
export function listFolderNodes(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('folders')
    .select(['id', 'parent_id as parentId', 'inherit'])
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Entries of all folders of the tenant that are about one of these principals. */
export function listFolderEntries(db: Db<Schema>, tenantId: string, principals: readonly string[]) {
  return db
    .selectFrom('acl_entries')
    .select(['resource_id as folderId', 'principal', 'allow', 'deny', 'watermark'])
    .where('tenant_id', '=', tenantId)
    .where('resource_kind', '=', 'folder')
    .where('principal', 'in', principals)
    .execute()
}

/**
 * Whoever makes a tree deeper does so in turn until their transaction ends: one would add a folder below what
 * another moves down. Before any lock of a row, so that nobody waits for each other.
 */
export async function takeTurn(tx: Db<Schema>, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8939, hashtext(${tenantId}))`.execute(tx)
}

/** How many folders there are from the top down to this one, itself included. */
export async function findDepth(db: Db<Schema>, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    with recursive chain as (
      select parent_id, 1 as depth from folders where tenant_id = ${tenantId} and id = ${id}
      union all
      select f.parent_id, chain.depth + 1
      from chain join folders f on f.tenant_id = ${tenantId} and f.id = chain.parent_id
      where chain.depth <= ${MAX_DEPTH}
    )
    select max(depth) as depth from chain`.execute(db)
  return rows[0]?.depth ?? 0
}

export async function insertFolder(
  tx: Db<Schema>,
  row: {
    tenant_id: string
    id: string
    parent_id: string | null
    name: string
    owner_id: string
    created_at: Date
    updated_at: Date
  },
): Promise<FolderRow> {
  return tx.insertInto('folders').values(row).returning(folderColumns).executeTakeFirstOrThrow()
}

export function updateFolder(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
  change: Partial<{
    name: string
    parent_id: string | null
    inherit: boolean
    acl_revision: number
  }>,
): Promise<FolderRow> {
  return tx
    .updateTable('folders')
    .set((eb) => ({ ...change, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(folderColumns)
    .executeTakeFirstOrThrow()
}

/** Whoever changes a folder or its access list locks its row first. */
export async function lockFolder(tx: Db<Schema>, tenantId: string, id: string): Promise<void> {
  await tx
    .selectFrom('folders')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** Locks every folder of the tenant, so that two moves cannot make a circle. */
export function lockFolders(tx: Db<Schema>, tenantId: string): Promise<FolderRow[]> {
  return tx
    .selectFrom('folders')
    .select(folderColumns)
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function deleteFolder(tx: Db<Schema>, tenantId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('acl_entries')
    .where('tenant_id', '=', tenantId)
    .where('resource_kind', '=', 'folder')
    .where('resource_id', '=', id)
    .execute()
  await tx.deleteFrom('folders').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
