import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateUser } from '../../accounts/user-queries.ts'
import { apiAsService, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { whileUncommitted } from '../../testing/while-uncommitted.ts'
import { acme, userIds, worldWithDirectory } from '../../testing/world.ts'
import { setExternalId } from './queries.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let scim: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(worldWithDirectory)
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

  const work = 'work@acme.example'
  const home = { value: 'home@acme.example', type: 'home' }
  let made = 0
  const createWorker = () =>
    create('/Users', { userName: `worker${++made}`, emails: [{ value: work, primary: true }] })
  const mailsAfter = async (...operations: object[]) => {
    const { status, body } = await patch(`/Users/${await createWorker()}`, ...operations)
    expect(status).toBe(200)
    return (body['emails'] as { value: string }[]).map(({ value }) => value)
  }

  it.each<[string, object, string[]]>([
    [
      'keeps the primary of several addresses',
      { op: 'replace', path: 'emails', value: [home, { value: 'w2@acme.example', primary: true }] },
      ['w2@acme.example'],
    ],
    [
      'keeps the first without a primary one',
      { op: 'replace', value: { emails: [home] } },
      [home.value],
    ],
    ['adds no second address', { op: 'add', path: 'emails', value: [home] }, [work]],
    [
      'adds a new primary address',
      { op: 'add', path: 'emails', value: [{ ...home, primary: true }] },
      [home.value],
    ],
    [
      'replaces the address that it names',
      { op: 'replace', path: `emails[value eq "${work.toUpperCase()}"].value`, value: home.value },
      [home.value],
    ],
    [
      'leaves the address when another goes',
      { op: 'remove', path: 'emails[value eq "other@x"]' },
      [work],
    ],
    ['leaves it when one of home goes', { op: 'remove', path: 'emails[type eq "home"]' }, [work]],
    ['leaves it when a list names others', { op: 'remove', path: 'emails', value: [home] }, [work]],
    ['removes the one that it names', { op: 'remove', path: `emails[value eq "${work}"]` }, []],
    ['removes all', { op: 'remove', path: 'emails' }, []],
  ])('%s', async (_what, operation, expected) => {
    expect(await mailsAfter(operation)).toEqual(expected)
  })

  it.each<[string, string, string]>([
    ['another type', 'emails[type eq "home"].value', 'noTarget'],
    ['another address', 'emails[value eq "other@x"]', 'noTarget'],
    ['a text that is not kept', 'emails[display eq "x"].value', 'invalidFilter'],
    ['a single value', 'active[value eq true]', 'invalidPath'],
  ])('refuses a filter of %s', async (_what, path, scimType) => {
    const user = `/Users/${await createWorker()}`
    const answer = await patch(user, { op: 'add', path, value: home.value })
    expect(answer).toMatchObject(refusal(scimType))
    expect((await scim('GET', user)).body).toMatchObject({ emails: [{ value: work }] })
  })

  it('takes the parts of a name when there is no other to show', async () => {
    const path = `/Users/${await create('/Users', { userName: 'ada' })}`
    const parts = (familyName: string) => [
      { op: 'replace', path: 'name.givenName', value: 'Ada' },
      { op: 'add', value: { name: { familyName } } },
    ]
    expect((await patch(path, ...parts('Byron'))).body).toMatchObject({ displayName: 'Ada Byron' })
    const off = { op: 'replace', path: 'active', value: false }
    const married = await patch(path, ...parts('Lovelace'), off)
    expect(married).toMatchObject({
      status: 200,
      body: { displayName: 'Ada Byron', active: false },
    })
    const named = { op: 'replace', path: 'name', value: { formatted: 'Ada L', givenName: null } }
    expect((await patch(path, named)).body).toMatchObject({ displayName: 'Ada L' })
    const wrong = { op: 'replace', path: 'name.givenName', value: 1 }
    expect(await patch(path, wrong)).toMatchObject(refusal('invalidValue'))
  })

  it('takes what it has of the server when that comes along, and no other id', async () => {
    const id = await createWorker()
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
    const along = { id, schemas, meta: { resourceType: 'User' }, displayName: 'Along' }
    const replace = (value: object) => patch(`/Users/${id}`, { op: 'replace', value })
    expect(await replace(along)).toMatchObject({ status: 200, body: { id, displayName: 'Along' } })
    expect(await replace({ ...along, id: acme })).toMatchObject(refusal('mutability'))
    const group = await create('/Groups', { displayName: 'Along' })
    const value = { id: group, displayName: 'Renamed' }
    const renamed = await patch(`/Groups/${group}`, { op: 'replace', value })
    expect(renamed).toMatchObject({ status: 200, body: { displayName: 'Renamed' } })
  })
})

describe('a SCIM patch of a group', () => {
  const { employee, manager } = userIds
  const refs = (...ids: readonly string[]) => ids.map((value) => ({ value }))
  const createGroup = () =>
    create('/Groups', { displayName: 'Crew', members: refs(employee, manager) })

  it.each<[string, object, string]>([
    [
      'replaces by a filter',
      { op: 'replace', path: `members[value eq "${employee}"]`, value: refs(employee) },
      'invalidPath',
    ],
    ['adds by a filter', { op: 'add', path: `members[value eq "${employee}"]` }, 'invalidPath'],
    [
      'filters by another attribute',
      { op: 'remove', path: `members[display eq "${employee}"]` },
      'invalidFilter',
    ],
    [
      'filters by two comparisons',
      { op: 'remove', path: `members[value eq "${employee}" and display eq "x"]` },
      'invalidFilter',
    ],
    ['filters by no id', { op: 'remove', path: 'members[value eq "x"]' }, 'invalidFilter'],
    [
      'filters what has one value',
      { op: 'replace', path: 'displayName[value eq "Crew"]', value: 'x' },
      'invalidPath',
    ],
    ['replaces by nothing', { op: 'replace', path: 'members' }, 'invalidValue'],
    ['names nothing to remove', { op: 'remove', path: 'members', value: null }, 'invalidValue'],
    ['takes the name', { op: 'remove', path: 'displayName' }, 'mutability'],
    ['names it null', { op: 'replace', path: 'displayName', value: null }, 'invalidValue'],
    ['names it without a name', { op: 'replace', path: 'displayName' }, 'invalidValue'],
  ])('that %s is refused and changes nothing', async (_what, operation, scimType) => {
    const path = `/Groups/${await createGroup()}`
    expect(await patch(path, operation)).toMatchObject(refusal(scimType))
    const { body } = await scim('GET', path)
    expect(body).toMatchObject({ displayName: 'Crew', members: refs(employee, manager) })
  })

  it('removes whom it names, nobody by an empty list, and all without a value', async () => {
    const path = `/Groups/${await createGroup()}`
    const remove = async (more: object) =>
      (await patch(path, { op: 'remove', path: 'members', ...more })).body['members']
    expect(await remove({ value: [] })).toMatchObject(refs(employee, manager))
    expect(await remove({ path: `members[value eq "${userIds.admin}"]` })).toHaveLength(2)
    const upper = `members[value eq "${employee.toUpperCase()}"]`
    expect(await remove({ path: upper })).toMatchObject(refs(manager))
    const { body } = await patch(path, { op: 'add', path: 'members', value: refs(employee) })
    expect(body['members']).toMatchObject(refs(employee, manager))
    expect(await remove({ value: refs(manager) })).toMatchObject(refs(employee))
    expect(await remove({})).toEqual([])
  })
})
