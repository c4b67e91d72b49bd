import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAtOnce } from '../../testing/race.ts'
import { call, type Setup, setUp, type TestUser } from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

describe('folders', () => {
  it('refuse a change of what has changed since, all but one of three at once included', async () => {
    const made = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
    const path = `/api/dms/folders/${String(made.body['id'])}`
    const rename = (body: object, headers: Record<string, string> = {}) =>
      call(setup, owner, 'PATCH', path, { name: randomUUID(), ...body }, headers)
    const { etag } = (await call(setup, owner, 'GET', path)).headers
    expect(etag).toBe('"1"')
    const listed = await call(setup, owner, 'GET', '/api/dms/folders')
    expect(listed.body['items']).toContainEqual(expect.objectContaining({ id: made.body['id'] }))

    const row = { table: 'folders', id: String(made.body['id']) }

    const replies = await sendAtOnce(setup, row, () => rename({}, { 'if-match': '"1"' }))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect(replies.find(({ status }) => status === 200)?.headers['etag']).toBe('"2"')
    for (const stale of [
      await rename({ revision: 1 }),
      await rename({ parentId: null, revision: 1 }),
    ]) {
      expect(stale).toMatchObject({
        status: 412,
        body: { code: 'dms.revision_mismatch', revision: 2 },
      })
    }
    expect((await rename({ revision: 2 })).status).toBe(200)
    expect((await rename({})).status).toBe(200)
  })
})
