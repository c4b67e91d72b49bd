import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bind } from '../../testing/bound.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

describe('locks', () => {
  it('end in the future, and let go then', async () => {
    const { documentId } = await upload(setup, owner)
    const path = `/api/dms/documents/${documentId}/lock`
    const lock = (milliseconds: number) => {
      const expiresAt = new Date(setup.deps.now().getTime() + milliseconds).toISOString()
      return call(setup, owner, 'POST', path, { reason: 'editing', expiresAt })
    }

    expect(await lock(-1000)).toMatchObject({
      status: 422,
      body: { code: 'dms.lock_invalid', errors: [{ pointer: '/expiresAt' }] },
    })
    const read = () => call(setup, owner, 'GET', `/api/dms/documents/${documentId}`)
    expect((await read()).body).not.toHaveProperty('lock')
    expect((await lock(60_000)).status).toBe(200)
    expect((await read()).body).toHaveProperty('lock')
    setup.advance(60_000)
    expect((await read()).body).not.toHaveProperty('lock')
  })

  it('[DMS-07] are ended by administrators, who write nothing, and not by readers', async () => {
    const { documentId } = await upload(setup, owner)
    const path = `/api/dms/documents/${documentId}`
    const reader = setup.makeUser()
    const entries = [{ principal: { kind: 'public' }, allow: ['read'] }]
    await call(setup, owner, 'PUT', `${path}/acl`, { inherit: true, entries })
    await call(setup, owner, 'POST', `${path}/lock`, { reason: 'on leave' })
    const permissions = [...allPermissions, 'dms:document:admin']
    const administrator = setup.makeUser({ permissions })

    const unlock = (user: TestUser) => call(setup, user, 'DELETE', `${path}/lock`)
    expect(await unlock(reader)).toMatchObject({ status: 403, body: { required: 'write' } })
    expect((await unlock(administrator)).status).toBe(204)
    expect((await call(setup, owner, 'GET', path)).body).not.toHaveProperty('lock')
    const lock = await call(setup, administrator, 'POST', `${path}/lock`, { reason: 'mine' })
    expect(lock).toMatchObject({ status: 403, body: { required: 'write' } })
  })

  it('[DMS-11] are of the approval when the holder has sent the document round', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    const path = `/api/dms/documents/${documentId}`
    expect((await call(setup, owner, 'POST', `${path}/lock`, { reason: 'editing' })).status).toBe(
      200,
    )

    const { bindingId } = await bind(setup, owner, { documentId, versionId })

    expect((await call(setup, owner, 'GET', path)).body).toMatchObject({
      lock: { reason: 'approval', bindingId },
    })
    expect(await call(setup, owner, 'PATCH', path, { title: 'Changed' })).toMatchObject({
      status: 423,
      body: { code: 'dms.locked', reason: 'approval', bindingId },
    })
  })
})
