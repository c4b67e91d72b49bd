import { encodeCursor } from '@countersign/service-kit/cursor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../testing/api.ts'
import { Browser } from '../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  signInAs,
} from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, globex, password, userIds, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  ;[admin, platform] = await Promise.all([apiAs(iam.url, 'admin'), apiAs(iam.url, 'platform')])
})
afterAll(() => iam.stop())

const roleId = async (code: string) =>
  (await admin('GET', '/roles?limit=200')).body.items?.find((role) => role['code'] === code)?.['id']

async function canRefresh(token: string | undefined): Promise<boolean> {
  const fields = { grant_type: 'refresh_token', client_id: 'console', refresh_token: token ?? '' }
  return (
    await fetch(`${iam.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) })
  ).ok
}

describe('accounts', () => {
  it('[IAM-21] are made with a membership, found, and asked for a new password first', async () => {
    const made = await admin('POST', '/users', {
      username: 'Fresh',
      displayName: 'Fresh Face',
      password: 'a given passphrase',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { username: 'fresh', status: 'active', mustChangePassword: true },
    })
    const found = await admin('GET', '/users?q=esh')
    expect(found.body.items?.map(({ username }) => username)).toEqual(['fresh'])
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
    expect((await enterCredentials(browser, page, 'FRESH', 'a given passphrase')).url).toContain(
      '/signin/password',
    )
    expect(await admin('POST', '/users', { username: 'fresh', displayName: 'X' })).toMatchObject({
      status: 409,
      body: { code: 'iam.username_taken' },
    })
    expect(
      await admin('POST', '/users', { username: 'weak', displayName: 'X', password: 'short' }),
    ).toMatchObject({
      status: 422,
      body: { code: 'iam.password_weak', errors: [{ pointer: '/password', code: 'too_short' }] },
    })
  })

  it('[V7.4.2] [V7.4.3] [IAM-21] that are disabled or reset are signed out everywhere at once', async () => {
    const { tokens } = await signInAs(iam.url, 'manager')
    expect(
      (await admin('GET', `/users/${userIds.manager}/sessions`)).body.items?.[0],
    ).toMatchObject({ clients: ['console'] })
    const disabled = await admin('PUT', `/users/${userIds.manager}/status`, { status: 'disabled' })
    expect(disabled).toMatchObject({ status: 200, body: { status: 'disabled' } })
    expect(await canRefresh(tokens.refresh_token)).toBe(false)
    await admin('POST', `/users/${userIds.manager}/status`, { status: 'active' })

    const again = await signInAs(iam.url, 'manager')
    await admin('PUT', `/users/${userIds.manager}/password`, {
      password: 'another passphrase',
      mustChangePassword: false,
    })
    expect(await canRefresh(again.tokens.refresh_token)).toBe(false)
    await admin('PUT', `/users/${userIds.manager}/password`, {
      password,
      mustChangePassword: false,
    })
    const third = await signInAs(iam.url, 'manager')
    expect((await admin('DELETE', `/users/${userIds.manager}/sessions`)).status).toBe(204)
    expect(await canRefresh(third.tokens.refresh_token)).toBe(false)
  })

  it('of several tenants or of the platform are not one administrator’s to take over', async () => {
    const shared = await admin('PUT', `/users/${userIds.both}/password`, {
      password: 'now it is mine',
    })
    expect(shared).toMatchObject({ status: 403, body: { code: 'iam.user_shared' } })
    const higher = await admin('PUT', `/users/${userIds.platform}/password`, {
      password: 'now it is mine',
    })
    expect(higher).toMatchObject({ status: 403, body: { code: 'iam.permission_reserved' } })
    expect(
      (await platform('PATCH', `/users/${userIds.both}`, { displayName: 'Both of them' })).status,
    ).toBe(200)
  })

  it('[IAM-21] are sorted by name, user name, state or time, page by page, and by nothing else', async () => {
    for (const [username, displayName] of [
      ['sorted-10', '赵六'],
      ['sorted-9', 'item 10'],
      ['sorted-1', '李四'],
      ['sorted-2', 'item 9'],
    ]) {
      await admin('POST', '/users', { username, displayName })
    }
    const readPages = async (sort: string, member: string) => {
      const seen: unknown[] = []
      let cursor = ''
      do {
        const path = `/users?q=sorted-&limit=3&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`
        const { body } = await admin('GET', path)
        seen.push(...(body.items ?? []).map((user) => user[member]))
        cursor = String(body['nextCursor'] ?? '')
      } while (cursor !== '')
      return seen
    }
    const usernames = ['sorted-1', 'sorted-2', 'sorted-9', 'sorted-10']
    expect(await readPages('username', 'username')).toEqual(usernames)
    expect(await readPages('-username', 'username')).toEqual(usernames.toReversed())
    const names = ['item 9', 'item 10', '李四', '赵六']
    expect(await readPages('displayName', 'displayName')).toEqual(names)
    expect(await readPages('createdAt', 'displayName')).toEqual([
      '赵六',
      'item 10',
      '李四',
      'item 9',
    ])
    expect(await readPages('-createdAt', 'displayName')).toEqual([
      'item 9',
      '李四',
      'item 10',
      '赵六',
    ])
    expect(new Set(await readPages('status', 'username'))).toEqual(new Set(usernames))

    expect(await admin('GET', '/users?sort=passwordHash')).toMatchObject({
      status: 400,
      body: { code: 'iam.invalid_request', errors: [{ pointer: '/query/sort' }] },
    })
    const { body } = await admin('GET', '/users?limit=1&sort=username')
    expect(
      await admin('GET', `/users?sort=status&cursor=${String(body['nextCursor'])}`),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor' }] },
    })
  })

  it('[IAM-21] are listed after the longest name, and not after a year that is none', async () => {
    const names = ['\u0001', '字', '𠮷'].map((character) => `${character.repeat(199)}x`)
    for (const [index, displayName] of names.entries()) {
      await admin('POST', '/users', { username: `longest-${index}`, displayName })
    }
    const seen: unknown[] = []
    let cursor = ''
    do {
      const path = `/users?q=longest-&limit=1&sort=-displayName${cursor}`
      const { status, body } = await admin('GET', path)
      expect(status).toBe(200)
      seen.push(...(body.items ?? []).map((user) => user['displayName']))
      cursor = body['nextCursor'] === null ? '' : `&cursor=${String(body['nextCursor'])}`
    } while (cursor !== '')
    expect(new Set(seen)).toEqual(new Set(names))
    const none = encodeCursor(['createdAt', '0000-01-01T00:00:00.000Z', userIds.platform])
    expect(await admin('GET', `/users?sort=createdAt&cursor=${none}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor' }] },
    })
  })

  it('lists page by page, without gaps while others are added', async () => {
    const seen: unknown[] = []
    let cursor = ''
    do {
      const { body } = await admin(
        'GET',
        `/users?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...(body.items ?? []).map(({ id }) => id))
      cursor = String(body['nextCursor'] ?? '')
      await admin('POST', '/users', { username: `late-${seen.length}`, displayName: 'Late' })
    } while (cursor !== '' && seen.length < 40)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(
      expect.arrayContaining([userIds.admin, userIds.employee, userIds.newcomer]),
    )
    expect((await admin('GET', '/users?limit=0')).status).toBe(400)
    expect((await admin('GET', '/users?cursor=nonsense')).body).toMatchObject({
      code: 'iam.invalid_request',
      errors: [{ pointer: '/query/cursor' }],
    })
  })
})

describe('members and roles', () => {
  it('[IAM-21] give their permissions to the next token', async () => {
    const role = await admin('POST', '/roles', {
      code: 'auditor',
      name: 'Auditors',
      permissions: ['expense:audit', 'expense:audit'],
    })
    expect(role).toMatchObject({ status: 201, body: { permissions: ['expense:audit'] } })
    const put = await admin('PUT', `/members/${userIds.employee}`, {
      roles: ['auditor', await roleId('employee')],
      managerId: userIds.manager,
    })
    expect(put).toMatchObject({
      status: 200,
      body: { managerId: userIds.manager, departmentId: null },
    })
    const { claims } = await signInAs(iam.url, 'employee')
    expect(claims['permissions']).toEqual(['expense:audit', 'expense:start', 'oa:document:read'])
    await admin('PATCH', `/roles/${String(role.body['id'])}`, { permissions: [] })
    expect((await signInAs(iam.url, 'employee')).claims['permissions']).toEqual([
      'expense:start',
      'oa:document:read',
    ])
  })

  it('refuse what is not of the tenant, circles and stale edits', async () => {
    const put = (body: object) =>
      admin('PUT', `/members/${userIds.employee}`, { roles: [], ...body })
    expect((await put({ roles: ['nope'] })).body).toMatchObject({
      code: 'iam.role_unknown',
      errors: [{ pointer: '/roles/0' }],
    })
    expect((await put({ managerId: userIds.outsider })).body).toMatchObject({
      code: 'iam.manager_unknown',
    })
    expect(
      (await put({ departmentId: '0190aaaa-0000-7000-8000-00000000ffff' })).body,
    ).toMatchObject({ code: 'iam.department_unknown' })
    expect((await put({ managerId: userIds.employee })).body).toMatchObject({
      code: 'iam.manager_cycle',
    })
    await admin('PUT', `/members/${userIds.employee}`, { roles: [], managerId: userIds.manager })
    const circle = await admin('PUT', `/members/${userIds.manager}`, {
      roles: [],
      managerId: userIds.employee,
    })
    expect(circle).toMatchObject({ status: 422, body: { code: 'iam.manager_cycle' } })
    expect((await put({ revision: 1 })).body).toMatchObject({ code: 'iam.revision_mismatch' })
    expect((await admin('DELETE', `/members/${userIds.manager}`)).body).toMatchObject({
      code: 'iam.member_leads',
    })
  })

  it('never give a permission past the tenant to or by somebody who lacks it', async () => {
    const reserved = { code: 'iam.permission_reserved' }
    expect(
      (await admin('POST', '/roles', { code: 'p', name: 'P', permissions: ['iam:tenant:write'] }))
        .body,
    ).toMatchObject(reserved)
    expect(
      (await admin('PUT', `/members/${userIds.admin}`, { roles: ['admin', 'platform'] })).body,
    ).toMatchObject(reserved)
    const mine = await roleId('admin')
    expect(
      (await admin('PATCH', `/roles/${String(mine)}`, { permissions: ['iam:key:write'] })).body,
    ).toMatchObject(reserved)
    expect(
      (await admin('POST', '/roles', { code: 'w', name: 'W', permissions: ['iam:*'] })).body,
    ).toMatchObject({ code: 'iam.permission_invalid', errors: [{ pointer: '/permissions/0' }] })
  })

  it('[GEN-03] show an administrator the applications of their own tenant that somebody uses', async () => {
    await signInAs(iam.url, 'both', { parameters: { tenant_id: globex } })
    const shown = async (api: Api) => {
      const { items = [] } = (await api('GET', `/users/${userIds.both}/sessions`)).body
      return new Map(items.map(({ id, clients }) => [id, (clients as string[]).length > 0]))
    }
    const [here, there] = [await shown(admin), await shown(await apiAs(iam.url, 'outsider'))]
    expect([...there.values()]).toContain(true)
    for (const [id, isUsedThere] of there) if (isUsedThere) expect(here.get(id)).toBe(false)
  })

  it('[IAM-21] of who runs the platform are kept by whom the tenant alone administers', async () => {
    const path = `/members/${userIds.platform}`
    const before = (await admin('GET', path)).body
    for (const refused of [
      await admin('PUT', path, { roles: [] }),
      await admin('PUT', path, { roles: ['employee'] }),
      await admin('DELETE', path),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'iam.permission_reserved' } })
    expect((await admin('GET', path)).body).toEqual(before)
    const placed = await admin('PUT', path, { roles: ['platform'], post: 'operator' })
    expect(placed).toMatchObject({ status: 200, body: { post: 'operator' } })
  })

  it('end with the tokens of the tenant', async () => {
    const { tokens } = await signInAs(iam.url, 'both', { parameters: { tenant_id: acme } })
    expect((await admin('DELETE', `/members/${userIds.both}`)).status).toBe(204)
    expect(await canRefresh(tokens.refresh_token)).toBe(false)
    await iam.seed(world)
  })
})

describe('departments', () => {
  it('[IAM-21] are a tree with leaders and no circles', async () => {
    const top = await admin('POST', '/departments', {
      code: 'top',
      name: 'Top',
      leaderId: userIds.admin,
    })
    const low = await admin('POST', '/departments', {
      code: 'low',
      name: 'Low',
      parentId: top.body['id'],
    })
    expect(low).toMatchObject({ status: 201, body: { parentId: top.body['id'] } })
    for (const parentId of [String(low.body['id']), String(low.body['id']).toUpperCase()]) {
      const path = `/departments/${String(top.body['id'])}`
      const circle = await admin('PATCH', path, { parentId })
      expect(circle).toMatchObject({ status: 422, body: { code: 'iam.department_cycle' } })
    }
    expect((await admin('DELETE', `/departments/${String(top.body['id'])}`)).body).toMatchObject({
      code: 'iam.department_in_use',
    })
    expect((await admin('POST', '/departments', { code: 'top', name: 'X' })).body).toMatchObject({
      code: 'iam.code_taken',
    })
    expect(
      (await admin('POST', '/departments', { code: 'x', name: 'X', leaderId: userIds.outsider }))
        .body,
    ).toMatchObject({ code: 'iam.manager_unknown' })
    expect((await admin('DELETE', `/departments/${String(low.body['id'])}`)).status).toBe(204)
    const crossed = await Promise.all([
      admin('POST', '/departments', { code: 'a', name: 'A' }),
      admin('POST', '/departments', { code: 'b', name: 'B' }),
    ])
    const [a, b] = crossed.map(({ body }) => String(body['id']))
    const moves = await Promise.all([
      admin('PATCH', `/departments/${a}`, { parentId: b }),
      admin('PATCH', `/departments/${b}`, { parentId: a }),
    ])
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })
})

describe('tenants', () => {
  it('[IAM-21] are made ready to run, suspended and kept while in use', async () => {
    const made = await platform('POST', '/tenants', { name: 'Initech' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Initech', status: 'active' } })
    const id = String(made.body['id'])
    const switched = await apiAs(iam.url, 'platform', { tenant_id: id })
    expect((await switched('GET', '/members')).body.items?.map(({ username }) => username)).toEqual(
      ['platform'],
    )
    // The audit of who made it, and its own.
    for (const api of [platform, switched])
      expect((await api('GET', `/audit?targetId=${id}`)).body.items).toMatchObject([
        {
          action: 'tenant.created',
          actorId: userIds.platform,
          details: { name: 'Initech', administratorId: userIds.platform },
        },
      ])
    expect((await platform('DELETE', `/tenants/${id}`)).body).toMatchObject({
      code: 'iam.tenant_in_use',
    })
    expect((await platform('PATCH', `/tenants/${id}`, { status: 'suspended' })).body).toMatchObject(
      { status: 'suspended', revision: 2 },
    )
    await expect(apiAs(iam.url, 'platform', { tenant_id: id })).rejects.toThrow()
  })

  it('may let in an account of another tenant', async () => {
    const put = await platform('PUT', `/members/${userIds.outsider}`, { roles: ['employee'] })
    expect(put).toMatchObject({ status: 200, body: { username: 'outsider' } })
    expect(
      (await signInAs(iam.url, 'outsider', { parameters: { tenant_id: acme } })).claims[
        'tenant_id'
      ],
    ).toBe(acme)
  })
})

describe('me', () => {
  it('[V6.2.2] [V6.2.3] [IAM-21] shows the caller and changes the password against the present one', async () => {
    const api = await apiAs(iam.url, 'both', { tenant_id: acme })
    const me = await api('GET', '/me')
    expect(me.body).toMatchObject({
      id: userIds.both,
      tenantId: acme,
      tenants: [{ name: 'Acme' }, { name: 'Globex' }],
    })
    expect(
      (
        await api('POST', '/me/password', {
          currentPassword: 'wrong',
          newPassword: 'quite a new one',
        })
      ).body,
    ).toMatchObject({ code: 'iam.password_wrong' })
    expect(
      (await api('POST', '/me/password', { currentPassword: password, newPassword: 'short' })).body,
    ).toMatchObject({ code: 'iam.password_weak' })
    expect((await api('GET', '/me/sessions')).body.items?.length).toBeGreaterThan(0)
    expect(
      (
        await api('POST', '/me/password', {
          currentPassword: password,
          newPassword: 'quite a new one',
        })
      ).status,
    ).toBe(204)
    expect((await api('GET', '/me/sessions')).status).toBe(401)
  })
})
