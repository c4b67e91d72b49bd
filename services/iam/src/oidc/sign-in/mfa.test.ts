import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
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
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  const users = world.users?.map((user) => ({ ...user, mustChangePassword: false })) ?? []
  await iam.seed({ ...world, users })
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

const current = { currentPassword: password }

/** Sets up codes; the device that shows them afterwards. */
async function enrol(username: keyof typeof userIds) {
  const api = await apiAs(iam.url, username)
  const { body } = await api('POST', '/me/mfa/totp', current)
  const device = new TOTP({ secret: String(body['secret']) })
  const confirmed = await api('POST', '/me/mfa/totp/confirm', { code: device.generate() })
  expect(confirmed.status).toBe(200)
  await forgetStep(username)
  return { api, device, recoveryCodes: confirmed.body['recoveryCodes'] as string[] }
}

/** As if the time step of the last code were long ago. */
const forgetStep = (username: keyof typeof userIds) =>
  iam.deps.db
    .updateTable('user_totp')
    .set({ last_step: null })
    .where('user_id', '=', userIds[username])
    .execute()

/** Right password; stands before the question for the code. */
async function reachMfa(username: string) {
  const browser = new Browser()
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config)
  const login = await openSignIn(browser, authorization)
  const page = await enterCredentials(browser, login, username)
  return { browser, config, authorization, login, page }
}

describe('the second factor', () => {
  it('[V6.3.3] is asked for after the password, and the ID token says how', async () => {
    const { device } = await enrol('employee')
    const { browser, page, config, authorization } = await reachMfa('employee')
    expect(page).toMatchObject({ status: 200, url: expect.stringContaining('/signin/mfa?flow=') })
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.status).toBe(422)
    const back = await browser.follow(
      await browser.submit(wrong, { code: device.generate() }),
      callback,
    )
    const { id_token: idToken } = await redeem(config, back, authorization)
    expect(claimsOf(idToken ?? '')['amr']).toEqual(['pwd', 'otp', 'mfa'])
  })

  it('says so too when there is none', async () => {
    const { tokens } = await signInAs(iam.url, 'admin')
    expect(claimsOf(tokens.id_token ?? '')['amr']).toEqual(['pwd'])
  })

  it('[V6.3.4] cannot be gone around: nobody is signed in by the password alone', async () => {
    const { browser, page, authorization } = await reachMfa('employee')
    const flow = new URL(page.url).searchParams.get('flow') ?? ''
    for (const path of [`/oauth2/authorize/${flow}`, `/signin?flow=${flow}`]) {
      const visit = await browser.follow(await browser.get(iam.url + path), callback)
      expect(visit.location).toBeUndefined()
    }
    const again = await openSignIn(browser, authorization)
    expect(again.url).toContain('/signin?flow=')
  })

  it('lets one choose another account instead', async () => {
    const { browser, page } = await reachMfa('employee')
    const login = await browser.follow(
      await browser.submit(page, { decision: 'restart' }),
      callback,
    )
    expect(login.url).toContain('/signin?flow=')
    const back = await enterCredentials(browser, login, 'admin')
    expect(back.location).toContain('code=')
  })

  it('[V6.5.1] takes a code once: of five sign-ins at once with the same one, one succeeds', async () => {
    const { device } = await enrol('manager')
    const sessions = await Promise.all(Array.from({ length: 5 }, () => reachMfa('manager')))
    const code = device.generate()
    const visits = await Promise.all(
      sessions.map(({ browser, page }) => browser.submit(page, { code })),
    )
    expect(visits.map(({ status }) => status).toSorted()).toEqual([303, 422, 422, 422, 422])
  })

  it('[V6.5.1] refuses a code that was used, and the one before it', async () => {
    const { device } = await enrol('newcomer')
    // The code of now and the next: both are taken still when the next half minute begins meanwhile.
    const earlier = device.generate()
    const code = device.generate({ timestamp: Date.now() + 30_000 })
    const first = await reachMfa('newcomer')
    expect((await first.browser.submit(first.page, { code })).status).toBe(303)
    const { browser, page } = await reachMfa('newcomer')
    for (const used of [code, earlier])
      expect((await browser.submit(page, { code: used })).status).toBe(422)
    await forgetStep('newcomer')
    expect((await browser.submit(page, { code: earlier })).status).toBe(303)
  })

  it('[V6.5.1] [V6.5.2] [V6.5.4] takes a recovery code once, under concurrency too', async () => {
    const { api, recoveryCodes } = await enrol('platform')
    expect(recoveryCodes).toHaveLength(10)
    // Of 31 signs: 118 bits, of which a plain hash is kept.
    for (const each of recoveryCodes)
      expect(each).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-z2-9]{4}){5}$/)
    const code = ` ${recoveryCodes[0]?.toUpperCase()}`
    const sessions = await Promise.all(Array.from({ length: 3 }, () => reachMfa('platform')))
    const visits = await Promise.all(
      sessions.map(({ browser, page }) => browser.submit(page, { code })),
    )
    expect(visits.map(({ status }) => status).toSorted()).toEqual([303, 422, 422])
    const path = `/audit?action=user.sign_in&targetId=${userIds.platform}&limit=200`
    const { body: audit } = await admin('GET', path)
    const told = audit.items?.filter(({ outcome }) => outcome === 'success') ?? []
    expect(told.map(({ details }) => details)).toEqual(
      expect.arrayContaining([{ amr: ['pwd', 'otp', 'mfa'], recoveryCode: true }]),
    )
    expect((await api('GET', '/me/mfa')).body).toMatchObject({ recoveryCodesLeft: 9 })
    const renewed = await api('POST', '/me/mfa/recovery-codes', current)
    expect(renewed.body['recoveryCodes']).not.toContain(recoveryCodes[1])
  })

  it('[V6.5.5] takes a code of this half minute and of those beside it, and no other', async () => {
    const { device } = await enrol('outsider')
    const at = (steps: number) => device.generate({ timestamp: Date.now() + steps * 30_000 })
    const { browser, page } = await reachMfa('outsider')
    for (const steps of [-3, 3])
      expect((await browser.submit(page, { code: at(steps) })).status).toBe(422)
    expect((await browser.submit(page, { code: at(0) })).status).toBe(303)
  })

  it('[V6.3.1] slows down guessing', async () => {
    await forgetStep('employee')
    const { browser, page } = await reachMfa('employee')
    const statuses: number[] = []
    for (let i = 0; i < 8; i++)
      statuses.push((await browser.submit(page, { code: '123456' })).status)
    expect(statuses).toContain(429)
  })

  it('rests sealed', async () => {
    const api = await apiAs(iam.url, 'admin')
    const { body } = await api('POST', '/me/mfa/totp', current)
    const row = await iam.deps.db
      .selectFrom('user_totp')
      .select('sealed_secret as sealed')
      .where('user_id', '=', userIds.admin)
      .executeTakeFirstOrThrow()
    expect(row.sealed).not.toContain(String(body['secret']))
    expect(String(body['uri'])).toMatch(/^otpauth:\/\/totp\//)
  })
})

describe('setting it up', () => {
  it('[V7.5.1] takes the password, a right code, and happens once', async () => {
    const api = await apiAs(iam.url, 'admin')
    await api('POST', '/me/mfa/totp/remove', current)
    const confirm = (code: string) => api('POST', '/me/mfa/totp/confirm', { code })
    expect((await confirm('123456')).body.code).toBe('iam.mfa_not_enrolled')
    const wrong = await api('POST', '/me/mfa/totp', { currentPassword: 'not it at all' })
    expect(wrong).toMatchObject({ status: 403, body: { code: 'iam.password_wrong' } })
    const { body } = await api('POST', '/me/mfa/totp', current)
    expect((await api('GET', '/me/mfa')).body).toMatchObject({ totp: { enabled: false } })
    const device = new TOTP({ secret: String(body['secret']) })
    const stale = device.generate({ timestamp: Date.now() - 600_000 })
    expect((await confirm(stale)).body.code).toBe('iam.mfa_code_wrong')
    const answers = await Promise.all([1, 2].map(() => confirm(device.generate())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await api('POST', '/me/mfa/totp', current)).body.code).toBe('iam.mfa_enrolled')
    expect((await api('POST', '/me/mfa/totp/remove', current)).status).toBe(204)
    expect((await api('POST', '/me/mfa/totp/remove', current)).body.code).toBe(
      'iam.mfa_not_enrolled',
    )
    expect((await api('GET', '/me/mfa')).body).toEqual({
      totp: { enabled: false, since: null },
      passkeys: [],
      recoveryCodesLeft: 0,
    })
  })

  it('[V6.4.4] is undone by an administrator for who lost the device, and recorded', async () => {
    const path = `/users/${userIds.employee}/mfa`
    expect((await admin('GET', path)).body).toMatchObject({ totp: { enabled: true } })
    expect((await admin('DELETE', path)).status).toBe(204)
    const { claims } = await signInAs(iam.url, 'employee')
    expect(claims['sub']).toBe(userIds.employee)
    const { body } = await admin('GET', `/audit?targetId=${userIds.employee}&limit=200`)
    const actions = body.items?.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`)
    expect(actions).toEqual(
      expect.arrayContaining(['user.mfa_reset success', 'user.totp_added success']),
    )
  })
})
