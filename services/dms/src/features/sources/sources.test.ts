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

const path = '/api/dms/storage-sources'
const add = (body: object) =>
  call(setup, owner, 'POST', path, { name: randomUUID(), kind: 'filesystem', ...body })

describe('storage sources', () => {
  it('refuse a change of what has changed since, all but one of three at once included', async () => {
    const made = await add({ basePath: 'one' })
    const change = (body: object, headers: Record<string, string> = {}) =>
      call(
        setup,
        owner,
        'PATCH',
        `${path}/${String(made.body['id'])}`,
        { name: randomUUID(), ...body },
        headers,
      )

    const row = { table: 'storage_sources', id: String(made.body['id']) }

    const replies = await sendAtOnce(setup, row, () => change({}, { 'if-match': '"1"' }))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect(replies.find(({ status }) => status === 200)?.headers['etag']).toBe('"2"')
    expect(await change({ revision: 1 })).toMatchObject({
      status: 412,
      body: { code: 'dms.revision_mismatch', revision: 2 },
    })
    expect((await change({ revision: 2 })).status).toBe(200)
  })

  it.each([
    [{ bucket: 'bucket' }, ['/bucket']],
    [
      { kind: 's3', endpoint: 'http://s3.allowed.example' },
      ['/region', '/bucket', '/credentialsRef'],
    ],
  ])('[DMS-10] have what their kind needs: %j', async (body, pointers) => {
    const reply = await add(body)

    expect(reply).toMatchObject({ status: 422, body: { code: 'dms.source_invalid' } })
    const errors = reply.body['errors'] as { pointer: string }[]
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  it('[DMS-10] are not given by a change what their kind cannot have', async () => {
    const { body } = await add({})

    const reply = await call(setup, owner, 'PATCH', `${path}/${String(body['id'])}`, {
      credentialsRef: 'STORAGE_A',
    })

    expect(reply).toMatchObject({ status: 422, body: { code: 'dms.source_invalid' } })
    expect(reply.body['errors']).toMatchObject([
      { pointer: '/credentialsRef', code: 'not_allowed' },
    ])
  })
})
