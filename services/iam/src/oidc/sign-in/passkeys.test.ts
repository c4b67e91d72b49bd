import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import {
  createAuthenticator,
  type Authenticator,
  type PasskeyRequest,
} from '../../testing/authenticator.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { callback, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let device: Authenticator
let api: Api
let recoveryCodes: string[]

const proof = { currentPassword: password }
const offer = async (as: Api) =>
  (await as('POST', '/me/mfa/passkeys/options', proof)).body['options'] as {
    challenge: string
    rp: { id: string }
  }
const add = async (as: Api, from: Authenticator) => {
  const options = await offer(as)
  const response = from.create({ challenge: options.challenge, rpId: options.rp.id })
  return as('POST', '/me/mfa/passkeys', { name: 'Phone', response })
}

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  device = createAuthenticator(iam.url)
  api = await apiAs(iam.url, 'employee')
  const added = await add(api, device)
  expect(added).toMatchObject({ status: 201, body: { passkey: { name: 'Phone' } } })
  recoveryCodes = added.body['recoveryCodes'] as string[]
})
afterAll(() => iam.stop())

async function open() {
  const browser = new Browser()
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config)
  return { browser, config, authorization, page: await openSignIn(browser, authorization) }
}

const requestOf = (page: Visit): PasskeyRequest => {
  const text = /data-request="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return JSON.parse(text.replaceAll('&quot;', '"')) as PasskeyRequest
}

const answer = (browser: Browser, page: Visit, credential: string) => {
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
  const fields = { flow: field('flow'), csrf: field('csrf'), credential }
  return browser.post(`${iam.url}/signin/passkey`, fields)
}

describe('a passkey', () => {
  it('[V6.3.3] signs in by itself, and the ID token says so', async () => {
    const { browser, config, authorization, page } = await open()
    const visit = await answer(browser, page, device.get(requestOf(page)))
    const back = await browser.follow(visit, callback)
    const { id_token: idToken, access_token: token } = await redeem(config, back, authorization)
    expect(claimsOf(idToken ?? '')['amr']).toEqual(['pop', 'user', 'mfa'])
    expect(claimsOf(token)['sub']).toBe(userIds.employee)
    expect((await api('GET', '/me/mfa')).body).toMatchObject({
      passkeys: [{ name: 'Phone', lastUsedAt: expect.any(String) }],
      recoveryCodesLeft: 10,
    })
  })

  it('[V6.3.4] is the second factor after a password, where a recovery code does too', async () => {
    const first = await open()
    const question = await enterCredentials(first.browser, first.page, 'employee')
    expect(question.url).toContain('/signin/mfa')
    const visit = await answer(first.browser, question, device.get(requestOf(question)))
    expect((await first.browser.follow(visit, callback)).location).toContain('code=')
    const second = await open()
    const again = await enterCredentials(second.browser, second.page, 'employee')
    const done = await second.browser.submit(again, { code: recoveryCodes[0] ?? '' })
    expect(done.status).toBe(303)
  })

  it('is refused for another sign-in, from another site, without its user, or copied', async () => {
    const { browser, page } = await open()
    const other = await open()
    const request = requestOf(page)
    for (const credential of [
      device.get(requestOf(other.page)),
      device.get(request, { from: 'https://evil.example' }),
      device.get(request, { verified: false }),
      device.get(request, { counter: 1 }),
      device.get({ ...request, rpId: 'evil.example' }),
      createAuthenticator(iam.url).get(request),
      '{}',
      'no JSON',
    ]) {
      expect((await answer(browser, page, credential)).status).toBe(422)
    }
    expect((await answer(browser, page, device.get(request))).status).toBe(303)
  })

  it('[IAM-18] is refused in a form without its token', async () => {
    const { browser, page } = await open()
    const flow = new URL(page.url).searchParams.get('flow') ?? ''
    const credential = device.get(requestOf(page))
    const forged = await browser.post(`${iam.url}/signin/passkey`, { flow, credential })
    expect(forged.status).toBe(400)
  })

  it('belongs to one account, and only what was asked for is added', async () => {
    const manager = await apiAs(iam.url, 'manager')
    expect((await add(manager, device)).body.code).toBe('iam.passkey_invalid')
    const options = await offer(api)
    const foreign = createAuthenticator(iam.url)
    const response = foreign.create({ challenge: options.challenge, rpId: options.rp.id })
    const stolen = await manager('POST', '/me/mfa/passkeys', { name: 'X', response })
    expect(stolen).toMatchObject({ status: 422, body: { code: 'iam.passkey_invalid' } })
    const wrong = await manager('POST', '/me/mfa/passkeys/options', { currentPassword: 'guess' })
    expect(wrong.status).toBe(403)
  })

  it('[IAM-18] is refused with an id that is longer than any may be', async () => {
    const refused = await add(api, createAuthenticator(iam.url, randomBytes(3_000)))
    expect(refused).toMatchObject({ status: 422, body: { code: 'iam.passkey_invalid' } })
  })

  it('[V7.5.1] is removed with the password; without any the password is enough again', async () => {
    const { body } = await api('GET', '/me/mfa')
    const [passkey] = body['passkeys'] as { id: string }[]
    const path = `/me/mfa/passkeys/${passkey?.id}/remove`
    expect((await api('POST', path, { currentPassword: 'guess' })).status).toBe(403)
    expect((await api('POST', path, proof)).status).toBe(204)
    expect((await api('GET', '/me/mfa')).body).toMatchObject({ recoveryCodesLeft: 0 })
    const { page, browser } = await open()
    expect((await answer(browser, page, device.get(requestOf(page)))).status).toBe(422)
    expect((await signInAs(iam.url, 'employee')).claims['sub']).toBe(userIds.employee)
  })
})

describe('the script of the pages', () => {
  it('[IAM-18] is of files of ours; pages that need none allow none', async () => {
    const { page } = await open()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(page.text.match(/<script[^>]*>[^<]*/g)).toEqual([
      '<script src="/signin/password.js" defer>',
      '<script src="/signin/passkey.js" defer>',
    ])
    for (const name of ['password', 'passkey']) {
      const script = await fetch(`${iam.url}/signin/${name}.js`)
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    }
    const expired = await fetch(`${iam.url}/signin`)
    expect(expired.headers.get('content-security-policy')).not.toContain('script-src')
  })
})
