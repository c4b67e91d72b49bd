import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Setup, setUp } from '../../testing/setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

const FOLDERS = 30
const DOCUMENTS = 600

/**
 * Documents of somebody else in many folders, most in the first: of its newest ones, some are in the
 * trash, do not inherit, or are denied.
 */
async function fill(reader: string): Promise<string[]> {
  const { db, tenantId } = setup
  const folders = Array.from({ length: FOLDERS }, () => randomUUID())
  await sql`
    insert into folders (tenant_id, id, name, owner_id, created_at, updated_at)
    select ${tenantId}, id, id::text, 'other', now(), now()
    from unnest(${folders}::uuid[]) id`.execute(db)
  await sql`
    insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    select ${tenantId}, 'folder', id, ${`user:${reader}`}, '{read}', '{}'
    from unnest(${folders}::uuid[]) id`.execute(db)
  await sql`
    insert into documents (tenant_id, id, folder_id, title, tags, status, trashed_at, inherit,
      owner_id, last_version_no, created_at, updated_at)
    select ${tenantId}, lpad(to_hex(n), 32, '0')::uuid,
      (${folders}::uuid[])[case when n > 400 or n % 3 = 0 then 1 else n % ${FOLDERS} + 1 end],
      'document ' || n, '{}', case when n % 7 = 0 then 'TRASHED' else 'ACTIVE' end,
      case when n % 7 = 0 then now() end, n % 11 <> 0, 'other', 0, now(), now()
    from generate_series(1, ${DOCUMENTS}::integer) n`.execute(db)
  await sql`
    insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    select ${tenantId}, 'document', lpad(to_hex(n), 32, '0')::uuid, ${`user:${reader}`}, '{}', '{read}'
    from generate_series(5, ${DOCUMENTS}::integer, 5) n`.execute(db)
  const isSeen = (n: number) => n % 7 !== 0 && n % 11 !== 0 && n % 5 !== 0
  const numbers = Array.from({ length: DOCUMENTS }, (_, index) => DOCUMENTS - index)
  return numbers.filter(isSeen).map((n) => `document ${n}`)
}

it('[DMS-07] lists what many folders show page by page, newest first, nothing twice or left out', async () => {
  const reader = setup.makeUser()
  const expected = await fill(reader.id)

  for (const limit of [1, 7, 50, 200]) {
    const titles: unknown[] = []
    let cursor: unknown
    do {
      const after = typeof cursor === 'string' ? `&cursor=${cursor}` : ''
      const path = `/api/dms/documents?limit=${limit}${after}`
      const { body } = await call(setup, reader, 'GET', path)
      titles.push(...(body['items'] as { title: string }[]).map(({ title }) => title))
      cursor = body['nextCursor']
    } while (cursor !== null && (limit > 1 || titles.length < 20))
    expect(titles).toEqual(expected.slice(0, titles.length))
    if (limit > 1) expect(titles).toHaveLength(expected.length)
  }
})
