import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWith } from '../testing/api.ts'
import { Browser } from '../testing/browser.ts'
import { authorize, discoverSpa, enterCredentials, openSignIn, redeem } from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import { password, userIds, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

/** Types a password on the sign-in page; stands at the page after it. */
async function type(username: string, typed: string) {
  const browser = new Browser()
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config)
  const login = await openSignIn(browser, authorization)
  const visit = await enterCredentials(browser, login, username, typed)
  return { browser, login, visit, redeem: () => redeem(config, visit, authorization) }
}

const isLetIn = async (username: string, typed: string) =>
  (await type(username, typed)).visit.location?.includes('code=') === true

async function change(username: string, currentPassword: string, newPassword: string) {
  const { access_token: token } = await (await type(username, currentPassword)).redeem()
  return apiWith(iam.url, token)('POST', '/me/password', { currentPassword, newPassword })
}

const long = `${'harbour lights over quiet water, '.repeat(3)}seen from `
const chosen = [
  // The shortest there is, of small letters alone.
  'qzvkwmhtxd',
  '83915027461839250174',
  '湖畔石阶旧伞灯雨夜归人',
  '🦔🌵🪁🧂🛶🪤🧵🫖🪗🧿',
  '  Lantern fern gully  ',
  `${long}a pier`,
]

describe('a password', () => {
  it('[V6.2.1] [V6.2.2] [V6.2.5] [V6.2.8] [V6.2.9] is of any characters, and compared as it was typed', async () => {
    expect(Buffer.byteLength(chosen.at(-1) ?? '')).toBeGreaterThan(100)
    let current: string = password
    for (const next of chosen) {
      expect({ next, ...(await change('employee', current, next)) }).toMatchObject({ status: 204 })
      current = next
      const others = [next.slice(0, -1), next.trim(), next.toUpperCase(), `${next} `]
      for (const other of others.filter((text) => text !== next).slice(0, 4))
        expect({ other, isLetIn: await isLetIn('employee', other) }).toMatchObject({
          isLetIn: false,
        })
      expect(await isLetIn('employee', next)).toBe(true)
    }
  })

  it('[V6.2.1] [V6.2.4] [V6.2.11] [V6.2.12] is not short, not known from leaks, and of no names', async () => {
    const refused = {
      too_short: ['x7#Kq!9zW'],
      breached: ['password123', '1234567890', 'qwertyuiop', 'Password123', '!QAZ2wsx#EDC'],
      contains_name: ['Acme2026Acme', 'Countersign2026!'],
    }
    for (const [code, passwords] of Object.entries(refused)) {
      for (const wanted of passwords) {
        const { status, body } = await change('manager', password, wanted)
        expect({ wanted, status, errors: body['errors'] }).toMatchObject({
          status: 422,
          errors: [{ pointer: '/newPassword', code }],
        })
        // And so says the page where a first one is replaced.
        const { browser, visit } = await type('newcomer', password)
        expect(await browser.submit(visit, { password: wanted, repeat: wanted })).toMatchObject({
          status: 422,
        })
      }
    }
    expect(await isLetIn('manager', password)).toBe(true)
  })

  it('[V6.2.10] stays good however old it is', async () => {
    await iam.deps.db
      .updateTable('users')
      .set({ password_changed_at: new Date('2001-01-01') })
      .where('id', '=', userIds.admin)
      .execute()
    expect(await isLetIn('admin', password)).toBe(true)
  })

  it('[V6.2.6] [V6.2.7] [V6.2.8] is masked on the pages, and left to managers of passwords', async () => {
    const { login, visit } = await type('newcomer', password)
    const fields = [login, visit].flatMap(
      ({ text }) => text.match(/<input [^>]*autocomplete="(?:current|new)-password"[^>]*>/g) ?? [],
    )
    expect(fields).toHaveLength(3)
    for (const field of fields) expect(field).toContain('type="password"')
    // A browser cuts in silence what is pasted: 200 characters may be 800 units of its own.
    for (const field of fields)
      expect(Number(/maxlength="(\d+)"/.exec(field)?.[1])).toBeGreaterThanOrEqual(800)
    // Nothing on the pages listens to what is pasted.
    const scripts = [...login.text.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src]) => src)
    const sources = await Promise.all(
      scripts.map(async (src) => (await fetch(new URL(src ?? '', iam.url))).text()),
    )
    for (const source of [login.text, visit.text, ...sources])
      expect(source).not.toMatch(/paste|oninput|onkey/i)
  })

  it('[V6.4.2] has no hint and no question beside it', async () => {
    const document = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
    const members = new Set([...document.matchAll(/"(\w+)": \{/g)].map(([, name]) => name ?? ''))
    expect(members).toContain('currentPassword')
    expect([...members].filter((name) => /hint|question|answer/i.test(name))).toEqual([])
  })
})

it('[V6.3.2] no account comes with the software', async () => {
  const fresh = await startFreshIam()
  const rows = await fresh.deps.db.selectFrom('users').select('username').execute()
  await fresh.stop()
  expect(rows).toEqual([])
})
