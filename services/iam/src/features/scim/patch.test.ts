import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateUser } from '../../accounts/user-queries.ts'
import { apiAsService, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { whileUncommitted } from '../../testing/while-uncommitted.ts'
import { acme, secretOf, world } from '../../testing/world.ts'
import { setExternalId } from './queries.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let scim: Api

beforeAll(async () => {
  iam = await startFreshIam()
  const directory = {
    clientId: 'directory',
    type: 'SERVICE' as const,
    name: 'Directory',
    tenantId: acme,
    scopes: ['iam.scim'],
    tenants: [acme],
    secret: secretOf('directory'),
  }
  await iam.seed({ ...world, clients: [...(world.clients ?? []), directory] })
  const token = await apiAsService(iam.url, `iam.scim tenant:${acme}`, 'directory')
  scim = (method, path, body) =>
    token(method, `/scim/v2${path}`, body, { 'content-type': 'application/scim+json' })
})
afterAll(() => iam.stop())

async function create(path: '/Users' | '/Groups', resource: object): Promise<string> {
  const { status, body } = await scim('POST', path, resource)
  expect(status).toBe(201)
  return String(body['id'])
}
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { Operations })
const refusal = (scimType: string) => ({ status: 400, body: { scimType } })

describe('a SCIM patch of a user', () => {
  it('leaves alone what was changed meanwhile', async () => {
    const email = (value: string) => [{ value }]
    const user = { userName: 'busy', externalId: 'Busy-1', emails: email('old@acme.example') }
    const id = await create('/Users', user)
    const answers = await whileUncommitted(
      iam.deps.db,
      async (tx) => {
        const changes = { status: 'disabled', email: 'new@acme.example' } as const
        await updateUser(tx, id, changes, new Date())
        await setExternalId(tx, acme, id, 'Busy-2')
      },
      () => [patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Busy' })],
    )
    const expected = {
      displayName: 'Busy',
      externalId: 'Busy-2',
      emails: email('new@acme.example'),
      active: false,
    }
    expect(answers).toMatchObject([{ status: 200, body: expected }])
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject(expected)
  })

  it('counts beside others of the same moment', async () => {
    const id = await create('/Users', { userName: 'crowded' })
    const values = { active: false, displayName: 'Crowded', externalId: 'Crowded-1' }
    const answers = await Promise.all(
      Object.entries(values).map(([path, value]) =>
        patch(`/Users/${id}`, { op: 'replace', path, value }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject(values)
  })
})
