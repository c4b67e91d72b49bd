import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiAsService, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, userIds, worldWithDirectory } from '../../testing/world.ts'
import { readFilter } from './filter.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let scim: Api
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(worldWithDirectory)
  const token = await apiAsService(iam.url, `iam.scim tenant:${acme}`, 'directory')
  scim = (method, path, body) =>
    token(method, `/scim/v2${path}`, body, { 'content-type': 'application/scim+json' })
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const listed = async (path: string) => (await scim('GET', path)).body
const namesOf = (body: Awaited<ReturnType<typeof listed>>) =>
  (body['Resources'] as { userName: string }[]).map(({ userName }) => userName)

async function createUser(userName: string): Promise<string> {
  const { body } = await scim('POST', '/Users', { userName, displayName: `The ${userName}` })
  return String(body['id'])
}

describe('SCIM users', () => {
  it('are made, read, replaced, and deactivated', async () => {
    const made = await scim('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'Ada@acme.example',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: 'ada@acme.example', type: 'work', primary: true }],
      title: 'is not kept',
    })
    expect(made.status).toBe(201)
    expect(made.headers.get('content-type')).toContain('application/scim+json')
    const id = String(made.body['id'])
    expect(made.body).toMatchObject({
      userName: 'ada@acme.example',
      displayName: 'Ada Lovelace',
      active: true,
      meta: { resourceType: 'User', location: expect.stringContaining(`/Users/${id}`) },
    })
    const taken = await scim('POST', '/Users', { userName: 'ADA@acme.example' })
    expect(taken).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
    const replaced = await scim('PUT', `/Users/${id}`, {
      userName: 'ada@acme.example',
      displayName: 'Countess',
      active: false,
    })
    expect(replaced.body).toMatchObject({ displayName: 'Countess', active: false, emails: [] })
    const renamed = await scim('PUT', `/Users/${id}`, { userName: 'eve' })
    expect(renamed).toMatchObject({ status: 400, body: { scimType: 'mutability' } })
  })

  it('are patched as a whole or not at all', async () => {
    const id = await createUser('grace')
    const done = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'replace', value: { displayName: 'Grace', 'name.formatted': 'Grace Hopper' } },
        { op: 'add', path: 'emails[type eq "work"].value', value: 'grace@acme.example' },
      ),
    )
    expect(done.body).toMatchObject({
      active: false,
      displayName: 'Grace Hopper',
      emails: [{ value: 'grace@acme.example' }],
    })
    const half = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'replace', path: 'displayName', value: 'Half' },
        { op: 'replace', path: 'nickName', value: 'x' },
      ),
    )
    expect(half).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } })
    expect(await listed(`/Users/${id}`)).toMatchObject({ displayName: 'Grace Hopper' })
    const bad = await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'emails', value: [{ value: 'no mail' }] }),
    )
    expect(bad).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  })

  it('keep the id that the directory has for them, which is of one user alone', async () => {
    const user = { userName: 'jean', displayName: 'Jean', externalId: 'Dir-42' }
    const made = await scim('POST', '/Users', user)
    expect(made.body).toMatchObject({ externalId: 'Dir-42' })
    const id = String(made.body['id'])
    const filter = `/Users?filter=${encodeURIComponent('externalId eq "Dir-42"')}`
    expect(namesOf(await listed(filter))).toEqual(['jean'])
    const taken = await scim('POST', '/Users', { ...user, userName: 'other' })
    expect(taken).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    const path = { op: 'replace', path: 'externalId' }
    const changed = await scim('PATCH', `/Users/${id}`, patch({ ...path, value: 'Dir-43' }))
    expect(changed.body).toMatchObject({ externalId: 'Dir-43' })
    const { body } = await scim('PATCH', `/Users/${id}`, patch({ ...path, op: 'remove' }))
    expect(body).not.toHaveProperty('externalId')
    expect((await scim('PUT', `/Users/${id}`, user)).body).toMatchObject({ externalId: 'Dir-42' })
  })

  it('are found by filters and in pages', async () => {
    await createUser('finder')
    expect(
      namesOf(await listed(`/Users?filter=${encodeURIComponent('userName eq "FINDER"')}`)),
    ).toEqual(['finder'])
    const both = 'displayName eq "the finder" and active eq false'
    expect(await listed(`/Users?filter=${encodeURIComponent(both)}`)).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const whole = await listed('/Users?count=200')
    const total = Number(whole['totalResults'])
    const pages = await Promise.all(
      Array.from({ length: total }, (_, i) => listed(`/Users?startIndex=${i + 1}&count=1`)),
    )
    expect(pages.flatMap(namesOf)).toEqual(namesOf(whole))
    expect(pages[0]).toMatchObject({ totalResults: total, itemsPerPage: 1, startIndex: 1 })
    const refused = await scim('GET', `/Users?filter=${encodeURIComponent('userName co "a"')}`)
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })

  it('leave the tenant when they are deleted, and are signed out', async () => {
    const id = await createUser('leaver')
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await admin('GET', `/users/${id}`)).status).toBe(404)
  })

  it('[GEN-03] are those of the tenant of the token', async () => {
    const { outsider, both, platform } = userIds
    for (const [method, body] of [['GET'], ['PUT', { userName: 'outsider' }], ['DELETE']] as const)
      expect((await scim(method, `/Users/${outsider}`, body)).status).toBe(404)
    expect(namesOf(await listed('/Users?count=200'))).not.toContain('outsider')
    // An account of several tenants, or with power over them, is not one directory's to change.
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await scim('PATCH', `/Users/${both}`, off)).status).toBe(403)
    expect((await scim('PATCH', `/Users/${platform}`, off)).status).toBe(403)
  })
})

describe('SCIM groups', () => {
  const createGroup = async (displayName: string, ids: readonly string[] = []) =>
    scim('POST', '/Groups', { displayName, members: ids.map((value) => ({ value })) })

  it('are taken from the providers that give them when the directory deletes them', async () => {
    const made = await createGroup('Given', [userIds.employee])
    const id = String(made.body['id'])
    const provider = await admin('POST', '/identity-providers', {
      kind: 'oidc',
      name: 'Corp',
      issuer: 'https://idp.corp.example',
      clientId: 'countersign',
      clientSecret: 'the secret of the client',
      roles: [id],
    })
    expect(provider).toMatchObject({ status: 201, body: { roles: [id], revision: 1 } })
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404)
    const path = `/identity-providers/${String(provider.body['id'])}`
    expect((await admin('GET', path)).body).toMatchObject({ roles: [], revision: 2 })
  })

  it('are roles whose members come and go', async () => {
    const made = await createGroup('Engineers', [userIds.employee])
    expect(made).toMatchObject({
      status: 201,
      body: { displayName: 'Engineers', members: [{ value: userIds.employee }] },
    })
    const path = `/Groups/${String(made.body['id'])}`
    const added = await scim(
      'PATCH',
      path,
      patch({ op: 'add', path: 'members', value: [{ value: userIds.manager }] }),
    )
    expect(added.body['members']).toHaveLength(2)
    const removed = await scim(
      'PATCH',
      path,
      patch(
        { op: 'remove', path: `members[value eq "${userIds.employee}"]` },
        { op: 'replace', path: 'displayName', value: 'Builders' },
      ),
    )
    expect(removed.body).toMatchObject({
      displayName: 'Builders',
      members: [{ value: userIds.manager }],
    })
    const filter = encodeURIComponent(
      `members.value eq "${userIds.manager}" and displayName eq "builders"`,
    )
    expect(await listed(`/Groups?filter=${filter}`)).toMatchObject({ totalResults: 1 })
    expect((await scim('DELETE', path)).status).toBe(204)
    expect((await scim('GET', path)).status).toBe(404)
  })

  it('[IAM-21] are listed without their members where those are excluded, and never with too many', async () => {
    const { db } = iam.deps
    for (let i = 0; i < 2; i++) expect((await createGroup('Crowded')).status).toBe(201)
    await sql`
      with made as (
        insert into users (id, username, display_name)
        select gen_random_uuid(), 'crowd-' || i, 'Crowd ' || i from generate_series(1, 5100) as i returning id
      ), member as (
        insert into memberships (tenant_id, user_id) select ${acme}::uuid, id from made returning user_id
      )
      select from member`.execute(db)
    await sql`
      insert into member_roles (tenant_id, user_id, role_id)
      select r.tenant_id, u.id, r.id from roles r, users u
      where r.tenant_id = ${acme} and r.name = 'Crowded' and u.username like 'crowd-%'`.execute(db)
    const filter = encodeURIComponent('displayName eq "Crowded"')
    const shown = async (query: string) => {
      const { totalResults, Resources } = await listed(`/Groups?filter=${filter}${query}`)
      const members = (Resources as { members?: unknown[] }[]).map((group) => group.members?.length)
      return { totalResults, members }
    }
    expect(await shown('')).toEqual({ totalResults: 2, members: [5100] })
    expect(await shown('&startIndex=2')).toEqual({ totalResults: 2, members: [5100] })
    const bare = { totalResults: 2, members: [undefined, undefined] }
    expect(await shown('&excludedAttributes=meta,%20Members')).toEqual(bare)
    const { Resources } = await listed(`/Groups?filter=${filter}&count=1`)
    const [{ id } = { id: '' }] = Resources as { id: string }[]
    const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group:members'
    expect(await listed(`/Groups/${id}?excludedAttributes=${schema}`)).not.toHaveProperty('members')
  })

  it('take several additions at once without losing one', async () => {
    const made = await createGroup('Crowd')
    const path = `/Groups/${String(made.body['id'])}`
    const people = [userIds.employee, userIds.manager, userIds.admin, userIds.newcomer]
    await Promise.all(
      people.map((value) =>
        scim('PATCH', path, patch({ op: 'add', path: 'members', value: [{ value }] })),
      ),
    )
    expect((await listed(path))['members']).toHaveLength(people.length)
  })

  it('take members of the tenant alone, and no role that reaches past it', async () => {
    expect(await createGroup('Foreign', [userIds.outsider])).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    const filter = encodeURIComponent('displayName eq "Platform"')
    const found = (await listed(`/Groups?filter=${filter}`))['Resources'] as { id: string }[]
    const grab = patch({ op: 'add', path: 'members', value: [{ value: userIds.employee }] })
    expect((await scim('PATCH', `/Groups/${found[0]?.id}`, grab)).status).toBe(403)
  })
})

describe('provisioning', () => {
  it('[GEN-04] takes a service token with the scope and a tenant', async () => {
    expect((await admin('GET', '/scim/v2/Users')).status).toBe(403)
    const other = await apiAsService(iam.url, `bpm.instance.write tenant:${acme}`, 'expense-app')
    expect(await other('GET', '/scim/v2/Users')).toMatchObject({
      status: 403,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '403' },
    })
    const nowhere = await apiAsService(iam.url, 'iam.scim', 'directory')
    expect((await nowhere('GET', '/scim/v2/Users')).status).toBe(403)
    await expect(apiAsService(iam.url, `iam.scim tenant:${globex}`, 'directory')).rejects.toThrow()
  })

  it('is recorded with the client that did it', async () => {
    const id = await createUser('recorded')
    const { body } = await admin('GET', `/audit?targetId=${id}`)
    expect(body.items).toMatchObject([
      { action: 'user.created', actorKind: 'service', actorId: 'directory' },
    ])
  })

  it('[IAM-21] is recorded with what was made', async () => {
    const asked = { userName: 'full', displayName: 'Full', externalId: 'ext-full', active: false }
    const made = await scim('POST', '/Users', asked)
    const members = [{ value: userIds.employee }]
    const group = await scim('POST', '/Groups', { displayName: 'Told', members })
    const detailsOf = async (id: unknown) => {
      const { items = [] } = (await admin('GET', `/audit?targetId=${String(id)}`)).body
      return items[0]?.['details']
    }
    expect(await detailsOf(made.body['id'])).toMatchObject({
      username: 'full',
      externalId: 'ext-full',
      status: 'disabled',
    })
    expect(await detailsOf(group.body['id'])).toMatchObject({
      name: 'Told',
      members: [userIds.employee],
    })
  })

  it('is granted by who may do all of it themselves', async () => {
    const client = { type: 'SERVICE', name: 'Directory', scopes: ['iam.scim'] }
    const made = await admin('POST', '/clients', client)
    expect(made.status).toBe(201)
    const secrets = `/clients/${String(made.body['id'])}/secrets`
    const { items = [] } = (await admin('GET', '/roles?limit=200')).body
    const role = items.find(({ code }) => code === 'employee')
    await admin('PATCH', `/roles/${String(role?.['id'])}`, {
      permissions: ['iam:client:write', 'iam:client:read'],
    })
    const employee = await apiAs(iam.url, 'employee')
    for (const [path, body] of [['/clients', client], [secrets]] as const)
      expect(await employee('POST', path, body)).toMatchObject({
        status: 422,
        body: { code: 'iam.scope_reserved' },
      })
    expect((await admin('POST', secrets)).status).toBe(201)
    const path = `/clients/${String(made.body['id'])}`
    const taken = { status: 'disabled', tenants: [] }
    expect(await employee('PATCH', path, taken)).toMatchObject({ status: 200, body: taken })
    for (const given of [{ status: 'active' }, { tenants: [acme] }])
      expect(await employee('PATCH', path, given)).toMatchObject({
        status: 422,
        body: { code: 'iam.scope_reserved' },
      })
  })

  it.each<[string, string, string, object?]>([
    ['a name with NUL', 'POST', '/Users', { userName: 'nul', displayName: 'a\0b' }],
    ['an external id with NUL', 'POST', '/Users', { userName: 'nul', externalId: 'a\0b' }],
    [
      'half of a surrogate pair in a patch',
      'PATCH',
      `/Users/${userIds.employee}`,
      patch({ op: 'replace', path: 'externalId', value: '\ud800' }),
    ],
    ['a group with NUL', 'POST', '/Groups', { displayName: 'a\0b' }],
    ['a first place beyond numbers', 'GET', '/Users?startIndex=99999999999999999999'],
    ['a count beyond numbers', 'GET', '/Groups?count=2147483648'],
  ])('refuses %s in the words of SCIM', async (_what, method, path, body) => {
    expect(await scim(method, path, body)).toMatchObject({
      status: 400,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        scimType: 'invalidValue',
        detail: expect.stringMatching(/\(iam\.invalid_request\): \//),
      },
    })
  })

  it('takes the largest numbers of a page, and no NUL in a filter', async () => {
    const page = await scim('GET', '/Users?startIndex=2147483647&count=2147483647')
    expect(page).toMatchObject({ status: 200, body: { Resources: [] } })
    const filter = encodeURIComponent(String.raw`userName eq "\u0000"`)
    const refused = await scim('GET', `/Users?filter=${filter}`)
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })

  it('says what it can', async () => {
    expect(await listed('/ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    })
    const junk = await scim('PATCH', `/Users/${userIds.employee}`, { nothing: true })
    expect(junk).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } })
  })
})

describe('SCIM discovery', () => {
  it('names resource types and their schemas, one by one too', async () => {
    const types = await listed('/ResourceTypes')
    expect(types).toMatchObject({ totalResults: 2, itemsPerPage: 2, startIndex: 1 })
    const schemas = await listed('/Schemas')
    for (const { id, schema, endpoint } of types['Resources'] as Record<string, string>[]) {
      expect(await listed(`/ResourceTypes/${id}`)).toMatchObject({ id, endpoint })
      expect(await listed(`/Schemas/${schema}`)).toMatchObject({ id: schema })
      expect(schemas['Resources']).toContainEqual(expect.objectContaining({ id: schema }))
    }
    expect((await scim('GET', '/Schemas/urn:nothing')).status).toBe(404)
    expect((await scim('GET', '/Schemas?filter=id%20eq%20%22x%22')).status).toBe(403)
  })

  it('describes every attribute that a user and a group have', async () => {
    const common = ['schemas', 'id', 'externalId', 'meta']
    for (const [name, path] of [
      ['User', '/Users'],
      ['Group', '/Groups'],
    ] as const) {
      const schema = await listed(`/Schemas/urn:ietf:params:scim:schemas:core:2.0:${name}`)
      const known = (schema['attributes'] as { name: string }[]).map((one) => one.name)
      const [first] = (await listed(path))['Resources'] as object[]
      expect([...common, ...known]).toEqual(expect.arrayContaining(Object.keys(first ?? {})))
    }
  })
})

describe('a filter', () => {
  it.each([
    ['userName eq "a\\"b"', [{ attribute: 'username', value: 'a"b' }]],
    ['active EQ True', [{ attribute: 'active', value: true }]],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a" AND id eq "b and c eq d"',
      [
        { attribute: 'username', value: 'a' },
        { attribute: 'id', value: 'b and c eq d' },
      ],
    ],
  ])('reads %s', (text, expected) => expect(readFilter(text)).toEqual(expected))

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq a',
    'a eq "b" or c eq "d"',
    'a eq "b" and',
    '(a eq "b")',
  ])('refuses %j', (text) => expect(() => readFilter(text)).toThrow(/only comparisons/))

  it.each([String.raw`a eq "\u0000"`, String.raw`a eq "\ud800"`])('refuses %s', (text) =>
    expect(() => readFilter(text)).toThrow(/no NUL/),
  )
})
