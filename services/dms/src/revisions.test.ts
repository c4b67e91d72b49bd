import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bind } from './testing/bound.ts'
import { call, type Setup, setUp, type TestUser, upload } from './testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const ask = (method: Method, path: string, json?: object, headers: Record<string, string> = {}) =>
  call(setup, owner, method, `/api/dms/${path}`, json, headers)

interface Guarded {
  /** Where the resource is read. */
  readonly path: string
  /** A change by somebody else: who read the resource before it has an old revision. */
  readonly touch: () => Promise<unknown>
  readonly method: 'POST' | 'DELETE'
  /** What is asked for, where that is not the resource itself. */
  readonly at?: string
  readonly body?: object
}

const make = async (path: string, body: object) =>
  String((await ask('POST', path, body)).body['id'])
const editOf = (path: string, body: () => object) => () => ask('PATCH', path, body())
const retitle = (path: string) => editOf(path, () => ({ title: randomUUID() }))
const rename = (path: string) => editOf(path, () => ({ name: randomUUID() }))

async function makeDocument() {
  const { documentId, versionId } = await upload(setup, owner)
  return { path: `documents/${documentId}`, documentId, versionId }
}

async function trash(path: string): Promise<void> {
  await ask('DELETE', path)
}

/** Brings it back and throws it away again: what is in the trash takes no other change. */
const retrash = (path: string) => async () => {
  await ask('POST', `${path}/restore`)
  await trash(path)
}

async function makeApproved() {
  const { documentId, versionId } = await makeDocument()
  const bound = await bind(setup, owner, { documentId, versionId })
  await bound.say('instance.approved', { status: 'APPROVED', variables: { versionId } })
  return { path: `versions/${versionId}`, versionId }
}

const cases: Record<string, () => Promise<Guarded>> = {
  'a document to the trash': async () => {
    const { path } = await makeDocument()
    return { path, touch: retitle(path), method: 'DELETE' }
  },
  'a document for good': async () => {
    const { path } = await makeDocument()
    await trash(path)
    return { path, touch: retrash(path), method: 'DELETE', at: `${path}?purge=true` }
  },
  'a document out of the trash': async () => {
    const { path } = await makeDocument()
    await trash(path)
    return { path, touch: retrash(path), method: 'POST', at: `${path}/restore` }
  },
  'a document to another owner': async () => {
    const { path } = await makeDocument()
    const body = { ownerId: setup.makeUser().id }
    return { path, touch: retitle(path), method: 'POST', at: `${path}/transfer`, body }
  },
  'a folder': async () => {
    const path = `folders/${await make('folders', { name: randomUUID() })}`
    return { path, touch: rename(path), method: 'DELETE' }
  },
  'a share': async () => {
    const list = `${(await makeDocument()).path}/shares`
    const path = `${list}/${await make(list, { allowDownload: true, allowPreview: false })}`
    return { path, touch: rename(path), method: 'DELETE' }
  },
  'a version that is published': async () => {
    const { path, versionId } = await makeApproved()
    return { path, touch: () => revise(versionId), method: 'POST', at: `${path}/publish` }
  },
  'a version that is archived': async () => {
    const { path, versionId } = await makeApproved()
    await ask('POST', `${path}/publish`)
    return { path, touch: () => revise(versionId), method: 'POST', at: `${path}/archive` }
  },
  'a storage source': async () => {
    const path = `storage-sources/${await make('storage-sources', { name: randomUUID(), kind: 'filesystem' })}`
    return { path, touch: rename(path), method: 'POST', at: `${path}/default` }
  },
}

/** As a verdict of the scanner or an event of the approval does. */
const revise = (versionId: string) =>
  setup.db
    .updateTable('document_versions')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', setup.tenantId)
    .where('id', '=', versionId)
    .execute()

/** Shares and sources are read in their lists alone. */
async function revisionOf(path: string): Promise<number | undefined> {
  const one = await ask('GET', path)
  if (one.status === 200) return Number(one.body['revision'])
  const [, list, id] = /^(.+)\/([^/]+)$/.exec(path) ?? []
  const { body } = await ask('GET', `${list}?limit=200`)
  const items = body['items'] as { id: string; revision: number }[]
  return items.find((item) => item.id === id)?.revision
}

describe('If-Match', () => {
  it.each(Object.entries(cases))(
    'keeps what has changed since it was read: %s',
    async (_, make) => {
      const { path, touch, method, at = path, body } = await make()
      const before = await revisionOf(path)
      await touch()
      const now = await revisionOf(path)
      expect(now).not.toBe(before)
      const send = (revision: number | undefined) =>
        ask(method, at, body, { 'if-match': `"${revision}"` })

      expect(await send(before)).toMatchObject({
        status: 412,
        body: { code: 'dms.revision_mismatch', revision: now },
      })

      expect(await revisionOf(path)).toBe(now)
      expect((await send(now)).status).toBe(method === 'DELETE' ? 204 : 200)
    },
  )
})
