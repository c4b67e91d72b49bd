import { useDatabase } from '@countersign/test-kit/database'
import { DefaultQueryExecutor, type CompiledQuery, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { accountBudget, placeBudget } from '../../core/throttle.ts'
import { migrations } from '../../migrations.ts'
import { createPasswordHasher } from '../../passwords/hasher.ts'
import { apiAs } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import { authorize, discoverSpa, enterCredentials, openSignIn } from '../../testing/sign-in.ts'
import { startFreshIam, startIam, type TestIam } from '../../testing/start.ts'
import { password, userIds, world } from '../../testing/world.ts'
import { checkCredentials } from './check-credentials.ts'

const minuteMs = 60_000
let iam: TestIam
let clock = Date.now()

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  iam = await startIam({
    databaseUrl: url,
    trustedProxies: ['127.0.0.1'],
    now: () => new Date(clock),
    // What a password costs in production: the figures are about that.
    hasher: createPasswordHasher(),
    // What is shed is logged, by the hundred.
    logLevel: 'silent',
  })
  await iam.seed(world)
})
afterAll(() => iam.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })

async function open(browser = new Browser()): Promise<{ browser: Browser; page: Visit }> {
  // A browser that has signed in before is asked again.
  const request = await authorize(await discoverSpa(iam.url), { prompt: 'login' })
  return { browser, page: await openSignIn(browser, request) }
}

/** Types a password at the use-case: what a hundred forms would do, without a hundred pages. */
const type = (username: string, typed: string, address: string, device?: { knows: string[] }) =>
  checkCredentials(iam.deps, {
    username,
    password: typed,
    address,
    device: device && { id: 'known', ...device },
  })

async function guess(count: number, address: (i: number) => string, name: (i: number) => string) {
  const kinds: Record<string, number> = {}
  for (let i = 0; i < count; i++) {
    const { kind } = await type(name(i), 'a guess', address(i))
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}

describe('passwords that are no guesses', () => {
  it('[IAM-18] a right sign-in is served beside 200 resets at once, of which most are shed', async () => {
    const admin = await apiAs(iam.url, 'admin')
    const { hasher } = iam.deps
    const { hash, matches } = hasher
    let [now, most] = [0, 0]
    const counted = async <T>(work: Promise<T>) => {
      most = Math.max(most, (now += 1))
      return work.finally(() => (now -= 1))
    }
    Object.assign(hasher, {
      hash: (typed: string) => counted(hash(typed)),
      matches: (known: string, typed: string) => counted(matches(known, typed)),
    })
    onTestFinished(() => void Object.assign(hasher, { hash, matches }))
    const { browser, page } = await open()
    const path = `/users/${userIds.newcomer}/password`
    const resets = Array.from({ length: 200 }, () => admin('PUT', path, { password }))
    const answer = await browser.submit(page, { username: 'employee', password })
    expect(answer.status).toBe(303)
    const answers = await Promise.all(resets)
    const shed = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length + shed.length).toBe(200)
    expect(shed.length).toBeGreaterThan(100)
    for (const { headers, body } of shed) {
      expect(headers.get('retry-after')).toBe('1')
      expect(body.code).toBe('iam.unavailable')
    }
    // The sign-in waits for one of them at most, not for what was asked before it.
    expect(most).toBeLessThanOrEqual(2)
  })

  it('[IAM-18] the present password as the first own one is looked at ten times, and then one a minute', async () => {
    const { browser, page } = await open()
    const first = await enterCredentials(browser, page, 'newcomer')
    expect(first.url).toContain('/signin/password?flow=')
    const choose = () => browser.submit(first, { password, repeat: password })
    for (let i = 0; i < 10; i++) expect((await choose()).status).toBe(422)
    const refused = await choose()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.text).toContain('Too many tries')
    clock += minuteMs
    expect((await choose()).status).toBe(422)
  })
})

describe('guessing', () => {
  it('[V6.3.1] [IAM-18] addresses of one IPv6 /64 are one place', async () => {
    const kinds = await guess(
      30,
      (i) => `2001:db8:1:2::${(i + 1).toString(16)}`,
      () => 'manager',
    )
    expect(kinds['refused']).toBeLessThan(10)
    expect((await type('manager', password, '2001:db8:1:3::1')).kind).toBe('signed_in')
  })

  it('[V6.3.1] [IAM-18] one place has a budget over all names, and gets it back with time', async () => {
    const { tries, backMs } = placeBudget
    const kinds = await guess(
      tries + 20,
      () => '203.0.113.20',
      (i) => `name-${i}`,
    )
    expect(kinds).toEqual({ refused: tries, wait: 20 })
    clock += 3 * backMs
    expect(
      await guess(
        5,
        () => '203.0.113.20',
        (i) => `later-${i}`,
      ),
    ).toEqual({ refused: 3, wait: 2 })
  })

  it('[IAM-18] who is right spends nothing of the budget', async () => {
    for (let i = 0; i < placeBudget.tries + 5; i++) {
      expect((await type('employee', password, '203.0.113.21')).kind).toBe('signed_in')
    }
  })

  it('[V6.3.1] [IAM-18] an account guessed at from everywhere has a ceiling that spares devices known to it', async () => {
    const { tries, backMs } = accountBudget
    clock += tries * backMs
    const kinds = await guess(
      tries + 10,
      (i) => `198.51.${i}.7`,
      () => 'platform',
    )
    expect(kinds).toEqual({ refused: tries, wait: 10 })
    expect((await type('platform', password, '198.51.200.7')).kind).toBe('wait')
    const own = { knows: [userIds.platform] }
    expect((await type('platform', password, '198.51.200.7', own)).kind).toBe('signed_in')
    clock += minuteMs
    expect((await type('platform', password, '198.51.201.7')).kind).toBe('signed_in')
  })
})

describe('two processes', () => {
  it('[V6.3.1] [IAM-18] share the budgets of an account and of a place, really at once', async () => {
    const { url: databaseUrl } = await useDatabase({ migrations })
    const at = new Date()
    const first = await startIam({ databaseUrl, now: () => at })
    await first.seed(world)
    const second = await startIam({ databaseUrl, issuer: first.url, now: () => at })
    onTestFinished(async () => {
      await Promise.all([first.stop(), second.stop()])
    })
    /** Guesses at both, two at a time each; how often a password was looked at. */
    const guessAtBoth = async (
      each: number,
      typedBy: (i: number) => { username: string; address: string },
    ) => {
      const kinds: string[] = []
      const guesser = async ({ deps }: TestIam, from: number) => {
        for (let i = 0; i < each; i++) {
          const typed = { ...typedBy(from + i), password: 'a guess', device: undefined }
          kinds.push((await checkCredentials(deps, typed)).kind)
        }
      }
      await Promise.all([first, first, second, second].map((one, i) => guesser(one, i * each)))
      expect(kinds.filter((kind) => kind !== 'refused' && kind !== 'wait')).toEqual([])
      return kinds.filter((kind) => kind === 'refused').length
    }

    const account = (i: number) => ({ username: 'manager', address: `198.51.100.${i}` })
    expect(await guessAtBoth(20, account)).toBe(accountBudget.tries)
    const place = (i: number) => ({ username: `name-${i}`, address: '203.0.113.77' })
    expect(await guessAtBoth(30, place)).toBe(placeBudget.tries)
  })
})

describe('a right sign-in beside 120 guesses at once', () => {
  /** Milliseconds and status of one form with the right password, while others are guessed. */
  async function rightBeside(addresses: readonly string[], known?: Browser) {
    const { browser, page } = await open(known)
    const forms = await Promise.all(addresses.map(() => open()))
    const floods = forms.map(({ browser: other, page: theirs }, i) =>
      other.submit(
        theirs,
        { username: `somebody-${i}`, password: 'a guess' },
        from(addresses[i] ?? ''),
      ),
    )
    const began = performance.now()
    const typed = { username: 'employee', password }
    const answer = await browser.submit(page, typed, from('203.0.113.99'))
    const ms = Math.round(performance.now() - began)
    const statuses = (await Promise.all(floods)).map(({ status, headers }) => {
      if (status === 503) expect(headers.get('retry-after')).toBe('1')
      return status
    })
    return { browser, ms, status: answer.status, statuses }
  }

  it.each([
    ['from one address', () => '203.0.113.50', () => new Browser()],
    ['from 120 addresses, on a known device', (i: number) => `198.18.0.${i}`, undefined],
  ])(
    '[IAM-18] %s is served, and what is too much is shed with 503; says how much later it is',
    async (where, address, device) => {
      const { browser } = await rightBeside([])
      const alone = await rightBeside([], device?.() ?? browser)
      const addresses = Array.from({ length: 120 }, (_, i) => address(i))
      const beside = await rightBeside(addresses, device?.() ?? browser)
      const count = (status: number) => beside.statuses.filter((one) => one === status).length
      console.log(
        `a right sign-in alone: ${alone.ms} ms; beside 120 guesses ${where}: ${beside.ms} ms; ` +
          `of the guesses ${count(422)} were looked at, ${count(429)} told to wait, ${count(503)} shed`,
      )
      expect([alone.status, beside.status]).toEqual([303, 303])
      expect(count(422) + count(429) + count(503)).toBe(120)
      expect(count(503)).toBeGreaterThan(0)
    },
  )
})

describe('a name', () => {
  it('[IAM-18] that exists costs as many statements as one that does not', async () => {
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const deps = { ...iam.deps, db: iam.deps.db.withPlugin(counter) }
    const cost = async (username: string) => {
      statements = 0
      const typed = { username, password: 'a guess', address: '192.0.2.44', device: undefined }
      expect((await checkCredentials(deps, typed)).kind).toBe('refused')
      return statements
    }
    // "both" is a member of two tenants.
    const [known, both, unknown] = [await cost('manager'), await cost('both'), await cost('no-one')]
    expect(known).toBeGreaterThan(2)
    expect({ both, unknown }).toEqual({ both: known, unknown: known })
  })

  it('[IAM-18] is not told of by the first sign-in of a fresh tenant: same statements, same answer', async () => {
    const fresh = await startFreshIam()
    await fresh.seed(world)
    onTestFinished(fresh.stop)
    const platform = await apiAs(fresh.url, 'platform')
    const { body: tenant } = await platform('POST', '/tenants', { name: 'Initech' })
    const tenantId = String(tenant['id'])
    // Whoever made it is its only member, and nothing in it was set up.
    const names = ['platform', 'employee', 'no-one-at-all']
    const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
      executeQuery: (query: CompiledQuery) => Promise<unknown>
    }
    const seen: { statements: string[]; status: number; cookies: number; text: string }[] = []
    for (const username of names) {
      const browser = new Browser()
      const request = await authorize(await discoverSpa(fresh.url), { tenant_id: tenantId })
      const page = await openSignIn(browser, request)
      const sent = vi.spyOn(executor, 'executeQuery')
      const answer = await browser.submit(page, { username, password: 'a guess' })
      // One audit entry for each tenant of the person, all by one statement.
      const statements = sent.mock.calls.map(([{ sql }]) => sql.replace(/ values .*$/s, ''))
      sent.mockRestore()
      const text = answer.text
        .replaceAll(username, '')
        .replaceAll(/value="[^"]*"|flow=[\w-]+|challenge&quot;:&quot;[\w-]+/g, '')
      const cookies = answer.headers.getSetCookie().length
      seen.push({ statements, status: answer.status, cookies, text })
    }
    const [member, stranger, nobody] = seen
    expect(member?.status).toBe(422)
    expect(member?.statements.length).toBeGreaterThan(3)
    expect(stranger).toEqual(member)
    expect(nobody).toEqual(member)
  })
})
