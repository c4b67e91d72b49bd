import { encodeCursor } from '@countersign/service-kit/cursor'
import { inOrder } from '@countersign/service-kit/sort'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'
import { orderOf } from './order.ts'

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
      case when n % 7 = 0 then now() end, n % 11 <> 0, 'other', 0, now(), date_trunc('day', now()) + n % 17 * interval '1 minute'
    from generate_series(1, ${DOCUMENTS}::integer) n`.execute(db)
  await sql`
    insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    select ${tenantId}, 'document', lpad(to_hex(n), 32, '0')::uuid, ${`user:${reader}`}, '{}', '{read}'
    from generate_series(5, ${DOCUMENTS}::integer, 5) n`.execute(db)
  const isSeen = (n: number) => n % 7 !== 0 && n % 11 !== 0 && n % 5 !== 0
  const numbers = Array.from({ length: DOCUMENTS }, (_, index) => DOCUMENTS - index)
  return numbers.filter(isSeen).map((n) => `document ${n}`)
}

/** Every page of a list, one after the other. */
async function readPages(reader: TestUser, query: string, most = Infinity): Promise<string[]> {
  const titles: string[] = []
  let cursor: unknown
  do {
    const after = typeof cursor === 'string' ? `&cursor=${cursor}` : ''
    const { body } = await call(setup, reader, 'GET', `/api/dms/documents?${query}${after}`)
    titles.push(...(body['items'] as { title: string }[]).map(({ title }) => title))
    cursor = body['nextCursor']
  } while (cursor !== null && titles.length < most)
  return titles
}

it('[DMS-07] lists what many folders show page by page, newest first, nothing twice or left out', async () => {
  const reader = setup.makeUser()
  const expected = await fill(reader.id)
  expect(await readPages(reader, 'limit=1', 20)).toEqual(expected.slice(0, 20))
  for (const limit of [7, 50, 200]) {
    expect(await readPages(reader, `limit=${limit}`)).toEqual(expected)
  }

  const numberOf = (title: string) => Number(title.split(' ').at(-1))
  const oldest = expected.toReversed()
  const byChange = oldest.toSorted(
    (a, b) => (numberOf(a) % 17) - (numberOf(b) % 17) || numberOf(a) - numberOf(b),
  )
  const administrator = setup.makeUser({
    permissions: [...allPermissions, 'dms:document:admin'],
  })
  const tagged = new Set(oldest.slice(0, 90))
  await sql`update documents set tags = '{few}'
    where title = any(${[...tagged]}::text[])`.execute(setup.db)
  for (const [sort, sorted] of [
    ['createdAt', oldest],
    ['title', oldest],
    ['-title', expected],
    ['updatedAt', byChange],
    ['-updatedAt', byChange.toReversed()],
  ] as const) {
    expect([sort, await readPages(reader, `limit=70&sort=${sort}`)]).toEqual([sort, sorted])
    const few = sorted.filter((title) => tagged.has(title))
    expect(await readPages(reader, `limit=40&tag=few&sort=${sort}`)).toEqual(few)
    const seen = new Set(sorted)
    const all = await readPages(administrator, `limit=100&sort=${sort}`)
    expect(all.filter((title) => seen.has(title))).toEqual(sorted)
    expect(new Set(all).size).toBe(all.length)
  }
})

it('[DMS-07] sorts titles as people do', async () => {
  const owner = setup.makeUser()
  const titles = ['赵', 'item 10', 'B', '李', 'a', 'item 9']
  for (const title of titles) await upload(setup, owner, Buffer.from(title), { title })
  const sorted = ['a', 'B', 'item 9', 'item 10', '李', '赵']
  expect(await readPages(owner, 'limit=2&sort=title')).toEqual(sorted)
})

it('[DMS-07] refuses a column that a list is not sorted by, and the cursor of another order', async () => {
  const reader = setup.makeUser()
  const list = (query: string) => call(setup, reader, 'GET', `/api/dms/documents?${query}`)
  expect(await list('sort=size')).toMatchObject({
    status: 400,
    body: { code: 'dms.invalid_request', errors: [{ pointer: '/query/sort' }] },
  })
  const id = randomUUID()
  for (const key of [
    id,
    ['title', 'a', id],
    ['-updatedAt', 'a', id],
    ['-updatedAt', '+020000-01-01T00:00:00.000Z', id],
    ['-updatedAt', '0000-01-01T00:00:00.000Z', id],
    ['-updatedAt', new Date(0).toISOString(), 'a'],
  ]) {
    expect(await list(`sort=-updatedAt&cursor=${encodeCursor(key)}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor' }] },
    })
  }
})

it('[DMS-07] goes on after the longest title', async () => {
  const owner = setup.makeUser()
  const titles = ['\u0001', '字', '𠮷'].map((character) => character.repeat(255))
  for (const title of titles) await upload(setup, owner, Buffer.from(title), { title })
  expect(new Set(await readPages(owner, 'limit=1&sort=title'))).toEqual(new Set(titles))
})

it('[DMS-07] refuses the cursor of the other direction', async () => {
  const owner = setup.makeUser()
  for (const title of ['a', 'b']) await upload(setup, owner, Buffer.from(title), { title })
  const list = (query: string) => call(setup, owner, 'GET', `/api/dms/documents?limit=1&${query}`)
  for (const [one, other] of [
    ['sort=createdAt', 'sort=-createdAt'],
    ['sort=-createdAt', 'sort=createdAt'],
    ['sort=createdAt', ''],
  ]) {
    const { body } = await list(one ?? '')
    expect(await list(`${other}&cursor=${String(body['nextCursor'])}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor' }] },
    })
  }
})

it('[DMS-07] goes on newest first after an id alone, as cursors were before', async () => {
  const owner = setup.makeUser()
  for (const title of ['a', 'b']) await upload(setup, owner, Buffer.from(title), { title })
  const list = (query: string) => call(setup, owner, 'GET', `/api/dms/documents?limit=1${query}`)
  const [newest] = (await list('')).body.items as { id: string }[]
  expect((await list(`&cursor=${encodeCursor(newest?.id)}`)).body.items).toMatchObject([
    { title: 'a' },
  ])
})

it('[DMS-07] sorts the trash without a walk along all documents', () => {
  const sorting = { column: 'title', isDescending: false } as const
  const wordsOf = (status: 'ACTIVE' | 'TRASHED') =>
    inOrder(orderOf({ sorting, status })).compile(setup.db).sql
  expect(wordsOf('ACTIVE')).toBe('documents.title collate by_name, documents.id')
  expect(wordsOf('TRASHED')).not.toContain('documents.title collate by_name')
})
