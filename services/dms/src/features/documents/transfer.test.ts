import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bind } from '../../testing/bound.ts'
import { call, type Setup, setUp, upload } from '../../testing/setup.ts'

let setup: Setup

beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

it('[DMS-07] gives a document to nobody whom the tenant does not have', async () => {
  const owner = setup.makeUser()
  const { documentId } = await upload(setup, owner)
  const path = `/api/dms/documents/${documentId}/transfer`
  const stranger = randomUUID()
  setup.bpm.strangers.add(`user:${stranger}`)

  expect(await call(setup, owner, 'POST', path, { ownerId: stranger })).toMatchObject({
    status: 422,
    body: { code: 'dms.principal_unknown', errors: [{ pointer: '/ownerId' }] },
  })
  // Nor does anybody else learn whom it has.
  const other = await call(setup, setup.makeUser(), 'POST', path, { ownerId: stranger })
  expect(other.status).toBe(404)
  const heir = setup.makeUser()
  expect((await call(setup, owner, 'POST', path, { ownerId: heir.id })).body).toMatchObject({
    ownerId: heir.id,
  })
  expect((await call(setup, owner, 'GET', `/api/dms/documents/${documentId}`)).status).toBe(404)
})

it('[DMS-07] knows a user however their id is spelled, as an heir and in what it explains', async () => {
  const [owner, heir] = [setup.makeUser(), setup.makeUser()]
  const { documentId } = await upload(setup, owner)
  const path = `/api/dms/documents/${documentId}`

  await call(setup, owner, 'POST', `${path}/transfer`, { ownerId: heir.id.toUpperCase() })

  expect((await call(setup, heir, 'GET', path)).body).toMatchObject({ ownerId: heir.id })
  const access = await call(setup, heir, 'GET', `${path}/access?userId=${heir.id.toUpperCase()}`)
  expect(access.body).toMatchObject({ userId: heir.id, rights: expect.arrayContaining(['manage']) })
})

it('[DMS-17] gives away no document under approval, nor one that is returned to its initiator', async () => {
  const owner = setup.makeUser()
  const uploaded = await upload(setup, owner)
  const bound = await bind(setup, owner, uploaded)
  const path = `/api/dms/documents/${uploaded.documentId}`
  const give = () =>
    call(setup, owner, 'POST', `${path}/transfer`, { ownerId: setup.makeUser().id })
  const refused = {
    status: 423,
    body: { code: 'dms.locked', reason: 'approval', bindingId: bound.bindingId },
  }

  expect(await give()).toMatchObject(refused)
  expect(await bound.say('instance.returned', { status: 'RETURNED' })).toBe(200)
  expect(await give()).toMatchObject(refused)

  expect((await call(setup, owner, 'GET', path)).body).toMatchObject({ ownerId: owner.id })
  expect(await bound.say('instance.withdrawn', { status: 'WITHDRAWN' })).toBe(200)
  expect((await give()).status).toBe(200)
})

it('[DMS-07] gives away no document that somebody else has checked out', async () => {
  const [owner, editor, heir] = [setup.makeUser(), setup.makeUser(), setup.makeUser()]
  const { documentId } = await upload(setup, owner)
  const path = `/api/dms/documents/${documentId}`
  const entries = [{ principal: { kind: 'user', id: editor.id }, allow: ['read', 'write'] }]
  await call(setup, owner, 'PUT', `${path}/acl`, { inherit: true, entries })
  const lock = await call(setup, editor, 'POST', `${path}/lock`, { reason: 'editing' })
  expect(lock.status).toBe(200)
  const give = () => call(setup, owner, 'POST', `${path}/transfer`, { ownerId: heir.id })

  expect(await give()).toMatchObject({
    status: 423,
    body: { code: 'dms.locked', holder: editor.id },
  })

  await call(setup, editor, 'DELETE', `${path}/lock`)
  expect((await give()).status).toBe(200)
})

it('[DMS-07] shows the trash to those who may bring things back, also through folders', async () => {
  const owner = setup.makeUser()
  const reader = setup.makeUser()
  const keeper = setup.makeUser()
  const made = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
  const folderId = String(made.body['id'])
  const entry = ({ id }: { id: string }, right: string) => ({
    principal: { kind: 'user', id },
    allow: [right],
  })
  const entries = [entry(reader, 'read'), entry(keeper, 'manage')]
  await call(setup, owner, 'PUT', `/api/dms/folders/${folderId}/acl`, { inherit: true, entries })
  const { documentId } = await upload(setup, owner, Buffer.from('x'), { folderId })
  await call(setup, owner, 'DELETE', `/api/dms/documents/${documentId}`)

  const seen = async (user: typeof owner) => {
    const { body } = await call(setup, user, 'GET', '/api/dms/documents?status=TRASHED')
    return (body['items'] as { id: string }[]).map(({ id }) => id)
  }
  expect([await seen(owner), await seen(keeper), await seen(reader)]).toEqual([
    [documentId],
    [documentId],
    [],
  ])
})
