import { useDatabase } from '@countersign/test-kit/database'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../migrations.ts'
import { Browser, type Visit } from '../testing/browser.ts'
import { startFailingDatabase } from '../testing/failing-database.ts'
import { authorize, discoverSpa } from '../testing/sign-in.ts'
import { startIam } from '../testing/start.ts'
import { callback, password, world } from '../testing/world.ts'

async function setUp() {
  const { url } = await useDatabase({ migrations })
  const database = await startFailingDatabase(url)
  const iam = await startIam({ databaseUrl: database.url, logLevel: 'silent' })
  onTestFinished(async () => {
    await iam.stop()
    await database.close()
  })
  await iam.seed(world)
  return { database, iam }
}

/** What somebody who signs in was answered. */
interface Said {
  readonly asked: string
  readonly status: number
  readonly retryAfter: string | null
  /** To the application (RFC 6749 section 4.1.2.1), or at the token endpoint. */
  readonly error: string | undefined
}

function wordOf(asked: string, { status, headers, text, location = '' }: Visit): Said {
  const error = URL.parse(location)?.searchParams.get('error') ?? /"error":"(\w+)"/.exec(text)?.[1]
  return { asked, status, retryAfter: headers.get('retry-after'), error }
}

const isGood = ({ status, error }: Said) => status < 400 && error === undefined
const saysComeAgain = ({ status, retryAfter }: Said) => status === 503 && retryAfter === '1'
const explainsItself = (said: Said) => isGood(said) || saysComeAgain(said)

interface SignIn {
  readonly said: readonly Said[]
  /** Sends what was not answered well once more. */
  readonly repeat: () => Promise<Said>
}

/** Signs in and refreshes once, up to the first answer that does not lead on. */
async function signInAndRefresh(issuer: string, browser: Browser): Promise<SignIn> {
  const said: Said[] = []
  let repeat = async (): Promise<Said> => ({ asked: '', status: 0, retryAfter: null, error: '' })
  const ask = async (name: string, send: () => Promise<Visit>) => {
    repeat = async () => wordOf(name, await send())
    const visit = await send()
    const answer = wordOf(name, visit)
    said.push(answer)
    return isGood(answer) ? visit : undefined
  }
  const askToken = (fields: Record<string, string>) =>
    ask(fields['grant_type'] ?? '', () =>
      browser.post(`${issuer}/oauth2/token`, { client_id: 'console', ...fields }),
    )
  const { url, verifier } = await authorize(await discoverSpa(issuer))
  const walk = async (visit: Visit | undefined): Promise<string | undefined> => {
    const { location } = visit ?? {}
    if (visit === undefined || location?.startsWith(callback) === true) return location
    const typed = { username: 'employee', password }
    const send = () =>
      location === undefined ? browser.submit(visit, typed) : browser.get(location)
    const { pathname } = new URL(location ?? visit.url)
    return walk(await ask(pathname.replace(/(?<=authorize\/).*/, '…'), send))
  }
  const back = await walk(await ask('/oauth2/authorize', () => browser.get(url.href)))
  const code = URL.parse(back ?? '')?.searchParams.get('code') ?? undefined
  const proof = { code_verifier: verifier, redirect_uri: callback }
  const tokens =
    code === undefined
      ? undefined
      : await askToken({ grant_type: 'authorization_code', code, ...proof })
  if (tokens === undefined) return { said, repeat }
  const { refresh_token: refreshToken } = JSON.parse(tokens.text) as { refresh_token: string }
  await askToken({ grant_type: 'refresh_token', refresh_token: refreshToken })
  return { said, repeat }
}

const patience = { timeout: 300_000 }

it.each(['before', 'demoted'] as const)(
  'a sign-in is told to come again from whichever statement on the database is away (%s)',
  patience,
  async (fault) => {
    const { database, iam } = await setUp()
    const last: unknown[] = []
    for (let nth = 1; ; nth += 1) {
      database.failFrom(nth, fault)
      const { said } = await signInAndRefresh(iam.url, new Browser())
      if (!database.recover()) break
      last.push({ nth, ...said.at(-1) })
      expect(
        said.filter((one) => !explainsItself(one)),
        `statement ${nth}`,
      ).toEqual([])
    }
    // The grants are reached, and what fails is said at last.
    expect(last.length).toBeGreaterThan(20)
    expect(last.filter((one) => !saysComeAgain(one as Said))).toEqual([])
  },
)

it(
  'a sign-in whose statement was done, but not answered, may be repeated or begun anew',
  patience,
  async () => {
    const { database, iam } = await setUp()
    const repeated = new Map<string, Set<string>>()
    for (let nth = 1; ; nth += 1) {
      const browser = new Browser()
      database.failOnce(nth, 'after')
      const { said, repeat } = await signInAndRefresh(iam.url, browser)
      if (!database.recover()) break
      expect(
        said.filter((one) => !explainsItself(one)),
        `statement ${nth}`,
      ).toEqual([])
      const isUnclear = said.some(saysComeAgain)
      const again = isUnclear ? await repeat() : undefined
      if (again !== undefined) {
        const words = repeated.get(again.asked) ?? new Set()
        repeated.set(again.asked, words.add(`${again.status} ${again.error ?? ''}`.trim()))
      }
      const anew = isUnclear ? (await signInAndRefresh(iam.url, browser)).said : []
      expect(
        anew.filter((one) => !isGood(one)),
        `after statement ${nth}`,
      ).toEqual([])
    }
    expect(
      Object.fromEntries([...repeated].map(([asked, words]) => [asked, [...words].toSorted()])),
    ).toEqual({
      '/oauth2/authorize': ['302'],
      // What was asked for is used up: the application asks anew, and nobody has to type again.
      '/oauth2/authorize/…': ['302', '400'],
      '/signin': ['200', '303'],
      // One that is used twice is worth nothing (RFC 6749 section 4.1.2).
      authorization_code: ['200', '400 invalid_grant'],
      // One that is used twice in a short time gets the same successor.
      refresh_token: ['200'],
    })
  },
)
