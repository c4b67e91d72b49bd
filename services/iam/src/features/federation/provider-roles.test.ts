import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

let count = 0
async function makeRole(): Promise<string> {
  const code = `given-${++count}`
  const { status, body } = await admin('POST', '/roles', { code, name: code, permissions: [] })
  expect(status).toBe(201)
  return String(body['id'])
}

const provider = (roles: readonly string[]) =>
  admin('POST', '/identity-providers', {
    kind: 'oidc',
    name: `Provider ${++count}`,
    issuer: 'https://idp.corp.example',
    clientId: 'countersign',
    clientSecret: 'the secret of the client',
    roles,
  })

const rolesOf = async (id: unknown) =>
  (await admin('GET', `/identity-providers/${String(id)}`)).body['roles']

it('[IAM-21] a role that a provider gives is in use until it gives it no more', async () => {
  const role = await makeRole()
  const { body: made } = await provider([role])
  const path = `/identity-providers/${String(made['id'])}`
  expect(await admin('DELETE', `/roles/${role}`)).toMatchObject({
    status: 409,
    body: { code: 'iam.role_in_use' },
  })
  expect(await rolesOf(made['id'])).toEqual([role])
  expect((await admin('PATCH', path, { name: 'Renamed' })).status).toBe(200)
  expect((await admin('DELETE', `/roles/${role}`)).status).toBe(409)
  expect((await admin('PATCH', path, { roles: [] })).status).toBe(200)
  expect((await admin('DELETE', `/roles/${role}`)).status).toBe(204)
})

it('[IAM-21] a provider that goes lets its roles go', async () => {
  const role = await makeRole()
  const { body: made } = await provider([role])
  expect((await admin('DELETE', `/identity-providers/${String(made['id'])}`)).status).toBe(204)
  expect((await admin('DELETE', `/roles/${role}`)).status).toBe(204)
})

it('[IAM-21] no provider names a role that was deleted while it was being given', async () => {
  for (let round = 0; round < 20; round++) {
    const role = await makeRole()
    const [made, gone] = await Promise.all([provider([role]), admin('DELETE', `/roles/${role}`)])
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([made.status, gone.status])
    if (made.status === 201) expect(await rolesOf(made.body['id'])).toEqual([role])
  }
})
