// @module-tag slapd
import { useDatabase } from '@countersign/test-kit/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  directoryPassword,
  entryIds,
  objectGuid,
  serviceDn,
  servicePassword,
  startDirectory,
  suffix,
  type TestDirectory,
} from '../../testing/directory.ts'
import { authorize, claimsOf, discoverSpa, openSignIn, redeem } from '../../testing/sign-in.ts'
import { startIam } from '../../testing/start.ts'
import { acme, callback, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startIam>>
let directory: TestDirectory
let admin: Api

beforeAll(async () => {
  const database = await useDatabase({ migrations })
  directory = await startDirectory()
  iam = await startIam({
    databaseUrl: database.url,
    federationOrigins: [directory.url, directory.secureUrl],
  })
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(async () => {
  await iam.stop()
  await directory.stop()
})

let names = 0
async function addDirectory(extra: Record<string, unknown> = {}) {
  names += 1
  const created = await admin('POST', '/identity-providers', {
    kind: 'ldap',
    name: `Directory ${names}`,
    url: directory.url,
    bindDn: serviceDn,
    bindPassword: servicePassword,
    baseDn: suffix,
    idAttribute: 'entryUUID',
    ...extra,
  })
  expect(created).toMatchObject({ status: 201 })
  return String(created.body['id'])
}

async function signInWith(id: string, username: string, password: string, browser = new Browser()) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, { tenant_id: acme, prompt: 'login' })
  const page = await openSignIn(browser, authorization)
  const flow = new URL(page.url).searchParams.get('flow') ?? ''
  const asked = await browser.get(`${iam.url}/signin/directory?flow=${flow}&provider=${id}`)
  const answer = await browser.submit(asked, { username, password })
  const end = await browser.follow(answer, callback)
  const isIn = end.location?.startsWith(callback) === true
  const claims = isIn
    ? claimsOf((await redeem(config, end, authorization)).access_token)
    : undefined
  return { end, claims }
}

const check = async (id: string) => (await admin('POST', `/identity-providers/${id}/check`)).body

describe('a directory of the tenant', () => {
  it('[IAM-21] signs in whom an administrator linked by what never changes', async () => {
    const id = await addDirectory()
    const link = { userId: userIds.employee, subject: entryIds.alice }
    await admin('POST', `/identity-providers/${id}/links`, link)
    const { claims } = await signInWith(id, 'alice', directoryPassword)
    expect(claims).toMatchObject({ sub: userIds.employee, tenant_id: acme })
  })

  it('knows people of Active Directory by the bytes of their objectGUID', async () => {
    const id = await addDirectory({
      idAttribute: 'objectGUID',
      usernameAttributes: ['sAMAccountName'],
      personFilter: '(objectClass=user)',
    })
    const link = { userId: userIds.manager, subject: objectGuid }
    await admin('POST', `/identity-providers/${id}/links`, link)
    expect((await signInWith(id, 'Wei', directoryPassword)).claims).toMatchObject({
      sub: userIds.manager,
    })
    // An entry without the attribute is nobody.
    expect((await signInWith(id, 'alice', directoryPassword)).end.status).toBe(422)
  })

  it('makes a new account where that is allowed, whatever address the entry has', async () => {
    const id = await addDirectory({ createAccounts: true, roles: ['employee'] })
    const { claims } = await signInWith(id, 'alice', directoryPassword)
    expect(Object.values(userIds)).not.toContain(claims?.['sub'])
    const { body } = await admin('GET', `/users/${String(claims?.['sub'])}`)
    expect(body).toMatchObject({ username: 'alice', displayName: 'alice of Corp', email: null })
  })

  it('asks who a person is here before it is believed', async () => {
    const id = await addDirectory()
    const { end } = await signInWith(id, 'alice', directoryPassword)
    expect(end.text).toContain('Connect your account')
  })

  it('finds one person or nobody', async () => {
    const id = await addDirectory({
      createAccounts: true,
      usernameAttributes: ['uid', 'employeeNumber'],
    })
    expect((await signInWith(id, '7', directoryPassword)).end.status).toBe(422)
    const narrow = await addDirectory({ createAccounts: true, personFilter: '(uid=bob)' })
    expect((await signInWith(narrow, 'alice', directoryPassword)).end.status).toBe(422)
    expect((await signInWith(narrow, 'bob', directoryPassword)).claims).toBeDefined()
  })

  it('[IAM-18] says the same to a wrong password, an unknown name and an empty password', async () => {
    const id = await addDirectory({ createAccounts: true })
    const texts = []
    for (const [username, password] of [
      ['bob', 'wrong'],
      ['nobody', directoryPassword],
      ['bob', ''],
      ['', directoryPassword],
    ] as const) {
      const { end } = await signInWith(id, username, password)
      expect({ username, password, status: end.status }).toEqual({
        username,
        password,
        status: 422,
      })
      texts.push(/role="alert"[^>]*>([^<]+)/.exec(end.text)?.[1])
    }
    expect(new Set(texts).size).toBe(1)
  })

  it.each([
    '*',
    'b*',
    'bob)(uid=*',
    'nobody)(|(uid=bob',
    '*)(objectClass=*))(|(uid=*',
    String.raw`bo\62`,
    `uid=bob,ou=people,${suffix}`,
  ])('does not read %j as more than a name', async (username) => {
    const id = await addDirectory({ createAccounts: true })
    expect((await signInWith(id, username, directoryPassword)).end.status).toBe(422)
  })

  it('slows down guessing', async () => {
    const id = await addDirectory()
    const statuses = []
    const spellings = ['twin', 'TWIN', ' twin', '\uFF54win', 'tw\u00ADin']
    for (let i = 0; i < 10; i++) {
      const name = spellings[i % spellings.length] ?? ''
      statuses.push((await signInWith(id, name, `guess ${i}`)).end.status)
    }
    // Which of them depends on how long each takes: the first wait is one second.
    expect(statuses).toContain(429)
  })
})

it('[IAM-18] whoever guesses does not lock the owner out of a device that they signed in with', async () => {
  const id = await addDirectory({ createAccounts: true })
  const own = new Browser()
  expect((await signInWith(id, 'bob', directoryPassword, own)).claims).toBeDefined()
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push((await signInWith(id, 'bob', `guess ${i}`)).end.status)
  expect(statuses).toContain(429)
  expect((await signInWith(id, 'BOB', directoryPassword, own)).claims).toBeDefined()
})

describe('the connection to a directory', () => {
  it('is made over TLS with who is trusted, from the start or by StartTLS', async () => {
    const { ca, url, secureUrl } = directory
    const trusted = await addDirectory({ url: secureUrl, ca, createAccounts: true })
    expect(await check(trusted)).toEqual({ reachable: true, problem: null })
    expect((await signInWith(trusted, 'alice', directoryPassword)).claims).toBeDefined()
    const started = await addDirectory({ url, startTls: true, ca, createAccounts: true })
    expect((await signInWith(started, 'alice', directoryPassword)).claims).toBeDefined()
    for (const extra of [{ url: secureUrl }, { startTls: true }]) {
      const stranger = await addDirectory({ ...extra, createAccounts: true })
      expect(await check(stranger)).toMatchObject({ reachable: false })
      expect((await signInWith(stranger, 'alice', directoryPassword)).end.status).toBe(502)
    }
  })

  it('says in a check that the account of the service is not let in', async () => {
    const id = await addDirectory({ bindPassword: 'wrong' })
    expect(await check(id)).toMatchObject({ reachable: false })
    expect((await signInWith(id, 'alice', directoryPassword)).end.status).toBe(502)
  })
})
