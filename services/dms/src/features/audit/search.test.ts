import { randomUUID } from 'node:crypto'
import { inTransaction } from '@countersign/service-kit/transaction'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  allPermissions,
  call,
  setUp,
  upload,
  type Setup,
  type TestUser,
} from '../../testing/setup.ts'
import type { AuditEntry } from './append-queries.ts'
import { appendAudit, userActor } from './queries.ts'

let setup: Setup
let reader: TestUser

beforeAll(async () => {
  setup = await setUp()
  reader = setup.makeUser()
})
afterAll(() => setup.close())

const year = (of: number) => new Date(Date.UTC(of, 5, 1))

const write = (time: Date, entries: readonly AuditEntry[], tenantId = setup.tenantId) =>
  inTransaction(setup.db, (tx) => appendAudit(tx, tenantId, time, entries))

interface Item {
  readonly documentTitle: string | null
  readonly sequence: number
  readonly action: string
  readonly outcome: string
  readonly detail: Readonly<Record<string, unknown>>
}

async function ask(query: Readonly<Record<string, string>>, by = reader) {
  const url = `/api/dms/audit?${new URLSearchParams(query).toString()}`
  const { status, body } = await call(setup, by, 'GET', url)
  expect(status).toBe(200)
  return body as { items: readonly Item[]; nextCursor: string | null }
}
const actionsOf = async (query: Readonly<Record<string, string>>) =>
  (await ask(query)).items.map(({ action }) => action)

it('[DMS-15] tells by person, document, result, time and text', async () => {
  const actor = userActor(randomUUID())
  const documentId = randomUUID()
  await write(year(2001), [{ action: 'version.downloaded', actor, documentId }])
  await write(year(2002), [{ action: 'upload.failed', actor, detail: { name: 'Zoë 50%_off' } }])
  await write(year(2002), [{ action: 'document.created', actor }], randomUUID())

  const ofPerson = { actorId: String(actor.id) }
  expect(await actionsOf(ofPerson)).toEqual(['upload.failed', 'version.downloaded'])
  expect(await actionsOf({ ...ofPerson, outcome: 'failure' })).toEqual(['upload.failed'])
  expect(await actionsOf({ ...ofPerson, outcome: 'success' })).toEqual(['version.downloaded'])
  expect(await actionsOf({ targetId: documentId })).toEqual(['version.downloaded'])
  expect(await actionsOf({ targetId: 'no id' })).toEqual([])
  const until = { to: year(2010).toISOString() }
  expect(await actionsOf({ ...until, from: year(2002).toISOString() })).toEqual(['upload.failed'])
  expect(await actionsOf({ ...until, q: 'ZOË 50%_' })).toEqual(['upload.failed'])
  expect(await actionsOf({ ...until, q: '50%Xoff' })).toEqual([])
})

it('[DMS-15] gives pages without gaps, and records what was asked for but no text', async () => {
  const actor = userActor(randomUUID())
  const entry = { action: 'document.created', actor }
  await write(year(2003), [entry, entry, entry])
  await write(year(2004), [entry, entry])
  const query = { actorId: String(actor.id), q: 'document.created' }
  const sequences: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await ask({ ...query, limit: '2', ...(cursor === '' ? {} : { cursor }) })
    sequences.push(...page.items.map(({ sequence }) => sequence))
    cursor = page.nextCursor
  }
  expect(sequences).toEqual((await ask(query)).items.map(({ sequence }) => sequence))
  expect(sequences).toHaveLength(5)
  const [reading] = (await ask({ actorId: reader.id, limit: '1' })).items
  expect(reading).toMatchObject({ action: 'audit.read', outcome: 'success' })
  expect(reading?.detail).toMatchObject({ actorId: query.actorId, text: true })
  expect(JSON.stringify(reading?.detail)).not.toContain(query.q)
})

it('[DMS-15] names the documents that the reader may see, and no others', async () => {
  const owner = setup.makeUser()
  const make = async (title: string) =>
    (await upload(setup, owner, Buffer.from(title), { title })).documentId
  const [shown, hidden, gone] = [await make('Shown'), await make('Hidden'), await make('Gone')]
  for (const id of [shown, gone]) {
    const entries = [{ principal: { kind: 'user', id: reader.id }, allow: ['read'] }]
    await call(setup, owner, 'PUT', `/api/dms/documents/${id}/acl`, { inherit: true, entries })
  }
  await call(setup, owner, 'DELETE', `/api/dms/documents/${gone}`)
  const titleOf = async (targetId: string, by = reader) => {
    const { items } = await ask({ targetId }, by)
    return new Set(items.map(({ documentTitle }) => documentTitle))
  }
  expect(await titleOf(shown)).toEqual(new Set(['Shown']))
  expect(await titleOf(hidden)).toEqual(new Set([null]))
  // In the trash it shows to those who could bring it back.
  expect(await titleOf(gone)).toEqual(new Set([null]))
  expect(await titleOf(gone, owner)).toEqual(new Set(['Gone']))
})

it('[DMS-15] says nothing that names documents which the reader may not see, and finds nothing by it', async () => {
  const owner = setup.makeUser()
  const admin = setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })
  const word = `n${randomUUID()}`
  const made = await upload(setup, owner, Buffer.from('x'), { fileName: `${word}.txt` })
  const gone = await upload(setup, owner, Buffer.from('x'), { title: word })
  const path = `/api/dms/documents/${made.documentId}`
  const properties = { subject: { type: 'text', value: word } }
  await call(setup, owner, 'PATCH', path, { title: word, tags: [word], properties })
  await call(setup, owner, 'PATCH', `/api/dms/versions/${made.versionId}`, { note: word })
  for (const query of ['', '?purge=true']) {
    await call(setup, owner, 'DELETE', `/api/dms/documents/${gone.documentId}${query}`)
  }
  const named = async (by: TestUser, query: Readonly<Record<string, string>>) =>
    (await ask({ ...query, limit: '200' }, by)).items
      .filter((item) => JSON.stringify(item.detail).includes(word))
      .map(({ action }) => action)
      .toSorted()
  const ofDocument = ['document.edited', 'version.annotated']
  const all = ['document.purged', ...ofDocument, 'upload.initiated'].toSorted()
  const byOwner = { actorId: owner.id }

  expect(await named(reader, byOwner)).toEqual([])
  expect(await named(owner, byOwner)).toEqual(ofDocument)
  expect(await named(admin, byOwner)).toEqual(all)
  expect(await actionsOf({ q: word })).toEqual([])
  expect(await named(admin, { q: word })).toEqual(all)
})
