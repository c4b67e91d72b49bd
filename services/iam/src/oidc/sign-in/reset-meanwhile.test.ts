import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import type { Tx } from '../../db/types.ts'
import { migrations } from '../../migrations.ts'
import type { PasswordHasher } from '../../passwords/hasher.ts'
import { setPassword } from '../../passwords/queries.ts'
import { apiAs } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import { authorize, discoverSpa, enterCredentials, openSignIn } from '../../testing/sign-in.ts'
import { startIam, testHasher, type TestIam } from '../../testing/start.ts'
import { whileUncommitted } from '../../testing/while-uncommitted.ts'
import { callback, password, userIds, world } from '../../testing/world.ts'

let iam: TestIam

/** While it is set, a password that was compared waits for it before anybody learns of it. */
let pause: { readonly compared: () => void; readonly goOn: Promise<void> } | undefined

const hasher: PasswordHasher = {
  hash: (typed) => testHasher.hash(typed),
  async matches(hash, typed) {
    const fits = await testHasher.matches(hash, typed)
    pause?.compared()
    await pause?.goOn
    return fits
  },
}

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  iam = await startIam({ databaseUrl: url, hasher })
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function begin() {
  const browser = new Browser()
  const config = await discoverSpa(iam.url)
  return { browser, config, page: await openSignIn(browser, await authorize(config)) }
}

/** What every reset does, by whichever way. */
async function reset(tx: Tx, userId: string, mustChange = false): Promise<void> {
  const passwordHash = await testHasher.hash('plum trees in bloom')
  await setPassword(tx, userId, { passwordHash, mustChange, at: new Date() })
  await endSessionsOf(tx, userId)
}

function giveBack(userId: string): void {
  onTestFinished(async () => {
    const passwordHash = await testHasher.hash(password)
    const mustChange = userId === userIds.newcomer
    await setPassword(iam.deps.db, userId, { passwordHash, mustChange, at: new Date() })
  })
}

/** Does something after the password was compared, and before its sign-in goes on. */
async function meanwhile(send: () => Promise<Visit>, work: () => Promise<void>): Promise<Visit> {
  const compared = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  pause = { compared: compared.resolve, goOn: goOn.promise }
  const answer = send()
  await compared.promise
  pause = undefined
  await work()
  goOn.resolve()
  return answer
}

const errorOf = ({ location = '' }: Visit) => URL.parse(location)?.searchParams.get('error')

async function whatIsLeftOf(userId: string) {
  const { rows } = await sql<{ kind: string }>`
    select kind from oidc_artifacts where user_id = ${userId}
    union all select 'Grant' from oidc_grants where user_id = ${userId}`.execute(iam.deps.db)
  return rows.map(({ kind }) => kind)
}

describe('a sign-in under way while its password is reset', () => {
  const { employee, newcomer } = userIds

  it('[V7.4.5] ends with the password that it began with', async () => {
    giveBack(employee)
    const { browser, page, config } = await begin()
    const answer = await meanwhile(
      () => browser.submit(page, { username: 'employee', password }),
      () => iam.deps.db.transaction().execute((tx) => reset(tx, employee)),
    )
    expect(errorOf(answer)).toBe('login_required')
    expect(await whatIsLeftOf(employee)).toEqual([])
    const silent = await authorize(config, { prompt: 'none' })
    expect(errorOf(await browser.get(silent.url.href))).toBe('login_required')
  })

  it('waits for a reset that is about to be committed', async () => {
    giveBack(employee)
    // The language is remembered by the first sign-in, so that nothing but the session is stored here.
    const first = await begin()
    await enterCredentials(first.browser, first.page, 'employee')
    const { browser, page } = await begin()
    const answers = await whileUncommitted(
      iam.deps.db,
      (tx) => reset(tx, employee),
      () => [browser.submit(page, { username: 'employee', password })],
    )
    expect(answers.map(errorOf)).toEqual(['login_required'])
    expect(await whatIsLeftOf(employee)).toEqual([])
  })

  it('comes to no page that is still missing', async () => {
    giveBack(newcomer)
    const { browser, page } = await begin()
    const answer = await meanwhile(
      () => browser.submit(page, { username: 'newcomer', password }),
      () => iam.deps.db.transaction().execute((tx) => reset(tx, newcomer, true)),
    )
    expect(errorOf(answer)).toBe('login_required')
    expect(await whatIsLeftOf(newcomer)).toEqual([])
  })

  it('ends behind the second factor, too', async () => {
    const { manager } = userIds
    giveBack(manager)
    const api = await apiAs(iam.url, 'manager')
    const { body } = await api('POST', '/me/mfa/totp', { currentPassword: password })
    const device = new TOTP({ secret: String(body['secret']) })
    await api('POST', '/me/mfa/totp/confirm', { code: device.generate() })
    await iam.deps.db.updateTable('user_totp').set({ last_step: null }).execute()
    const { browser, page } = await begin()
    const held = await meanwhile(
      () => browser.submit(page, { username: 'manager', password }),
      () => iam.deps.db.transaction().execute((tx) => reset(tx, manager)),
    )
    const asked = await browser.follow(held, callback)
    const answer = await browser.submit(asked, { code: device.generate() })
    expect(errorOf(answer)).toBe('login_required')
    expect(await whatIsLeftOf(manager)).toEqual([])
  })
})

describe('a session that gets a new identifier', () => {
  it('[V7.4.1] stays ended where it is ended meanwhile', async () => {
    const { newcomer } = userIds
    giveBack(newcomer)
    const { browser, page } = await begin()
    const asked = await enterCredentials(browser, page, 'newcomer')
    const chosen = 'an elephant in the garden'
    const changed = await browser.submit(asked, { password: chosen, repeat: chosen })
    const { location = '' } = changed
    expect(location.startsWith(callback)).toBe(false)
    const answers = await whileUncommitted(
      iam.deps.db,
      (tx) => endSessionsOf(tx, newcomer),
      () => [browser.get(location)],
    )
    expect(answers.map(errorOf)).toEqual(['login_required'])
    expect(await whatIsLeftOf(newcomer)).toEqual([])
  })

  it('gets one for each of two requests that come back at once, and is had by both', async () => {
    const { newcomer } = userIds
    giveBack(newcomer)
    const { browser, page, config } = await begin()
    const asked = await enterCredentials(browser, page, 'newcomer')
    const chosen = 'a lantern on the ferry'
    const { location = '' } = await browser.submit(asked, { password: chosen, repeat: chosen })
    const browsers = [browser, browser.copy()]
    const { db } = iam.deps
    const answers = await whileUncommitted(
      db,
      // Both have found what they come back to, and their session: whoever comes later is told that it is over.
      (tx) =>
        sql`select from oidc_artifacts
          where kind = 'Interaction' and user_id = ${newcomer} for update`.execute(tx),
      () => browsers.map((one) => one.get(location)),
    )
    for (const answer of answers) expect(errorOf(answer)).toBeNull()
    for (const one of browsers) {
      const silent = await one.get((await authorize(config, { prompt: 'none' })).url.href)
      expect([errorOf(silent), silent.location?.includes('code=')]).toEqual([null, true])
    }
    await endSessionsOf(db, newcomer)
  })

  it('is the only one of a browser that signs in anew', async () => {
    const { employee } = userIds
    const { browser, page } = await begin()
    const back = await enterCredentials(browser, page, 'employee')
    expect(back.location).toContain('code=')
    const config = await discoverSpa(iam.url)
    const again = await openSignIn(browser, await authorize(config, { prompt: 'login' }))
    const anew = await enterCredentials(browser, again, 'employee')
    expect(anew.location).toContain('code=')
    const sessions = (await whatIsLeftOf(employee)).filter((kind) => kind === 'Session')
    expect(sessions).toEqual(['Session'])
    await endSessionsOf(iam.deps.db, employee)
  })
})
