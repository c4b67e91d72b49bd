import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAtOnce } from '../../testing/race.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

const makeDocument = async () => `/api/dms/documents/${(await upload(setup, owner)).documentId}/acl`

async function makeFolder(): Promise<string> {
  const made = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
  return `/api/dms/folders/${String(made.body['id'])}/acl`
}

const put = (path: string, body: object, headers: Record<string, string> = {}) =>
  call(setup, owner, 'PUT', path, { inherit: true, entries: [], ...body }, headers)

const reader = (kind: string, id: string) => ({ principal: { kind, id }, allow: ['read'] })

describe.each([
  { what: 'document', make: makeDocument },
  { what: 'folder', make: makeFolder },
])('the access list of a $what', ({ what, make }) => {
  it('has a revision of its own, and refuses what was read before the last change', async () => {
    const path = await make()
    const read = await call(setup, owner, 'GET', path)
    expect([read.body['revision'], read.headers['etag']]).toEqual([1, '"1"'])

    const changed = await put(path, {}, { 'if-match': '"1"' })

    expect(changed).toMatchObject({ status: 200, body: { revision: 2 }, headers: { etag: '"2"' } })
    for (const stale of [
      await put(path, {}, { 'if-match': '"1"' }),
      await put(path, { revision: 1 }),
    ]) {
      expect(stale).toMatchObject({
        status: 412,
        body: { code: 'dms.revision_mismatch', revision: 2 },
      })
    }
    expect((await put(path, (await call(setup, owner, 'GET', path)).body)).status).toBe(200)
    expect((await put(path, {})).status).toBe(200)
  })

  it('lets one of three win who change at once what they read', async () => {
    const path = await make()
    const row = { table: `${what}s`, id: path.split('/').at(-2) ?? '' }

    const replies = await sendAtOnce(setup, row, () =>
      put(path, { entries: [reader('user', randomUUID())], revision: 1 }),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })

  it.each(['user', 'role', 'department'])(
    '[DMS-07] names no %s that the tenant does not have',
    async (kind) => {
      const path = await make()
      const stranger = randomUUID()
      setup.bpm.strangers.add(`${kind}:${stranger}`)
      const entries = [reader('user', owner.id), reader(kind, stranger)]

      expect(await put(path, { entries })).toMatchObject({
        status: 422,
        body: {
          code: 'dms.principal_unknown',
          errors: [{ pointer: '/entries/1/principal/id' }],
        },
      })
      expect((await call(setup, owner, 'GET', path)).body).toMatchObject({
        revision: 1,
        entries: [],
      })
      setup.bpm.strangers.delete(`${kind}:${stranger}`)
      expect((await put(path, { entries })).status).toBe(200)
    },
  )

  it('[DMS-07] names users by their ids, in any spelling of these, and not by their names', async () => {
    const path = await make()
    const guest = setup.makeUser()

    expect((await put(path, { entries: [reader('user', 'alice')] })).body['code']).toBe(
      'dms.principal_unknown',
    )
    const entries = [reader('user', guest.id.toUpperCase())]
    expect((await put(path, { entries })).body).toMatchObject({
      entries: [{ principal: { kind: 'user', id: guest.id } }],
    })
  })

  it('[DMS-07] is not changed while nobody can be looked up, unless it names nobody', async () => {
    const path = await make()
    setup.bpm.faults.directory = { status: 500, body: {} }

    const replies = [
      await put(path, { entries: [reader('user', owner.id)] }),
      await put(path, { entries: [{ principal: { kind: 'public' }, allow: ['read'] }] }),
    ]
    delete setup.bpm.faults.directory

    expect(replies.map(({ status }) => status)).toEqual([503, 200])
    expect(replies[0]?.body['code']).toBe('dms.unavailable')
  })

  it('[DMS-07] tells those who may not keep it nothing about the directory', async () => {
    const path = await make()
    const stranger = randomUUID()
    setup.bpm.strangers.add(`user:${stranger}`)
    const body = { inherit: true, entries: [reader('user', stranger)] }

    expect((await call(setup, setup.makeUser(), 'PUT', path, body)).status).toBe(404)
  })
})
