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
  readonly type: string | undefined
  /** To the application (RFC 6749 section 4.1.2.1), or at the token endpoint. */
  readonly error: string | undefined
}

function wordOf(asked: string, { status, headers, text, location = '' }: Visit): Said {
  const error = URL.parse(location)?.searchParams.get('error') ?? /"error":"(\w+)"/.exec(text)?.[1]
  const [type] = headers.get('content-type')?.split(';') ?? []
  return { asked, status, retryAfter: headers.get('retry-after'), type, error }
}

const nothing: Visit = { status: 0, url: '', headers: new Headers(), text: '', location: undefined }

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
  let repeat = async (): Promise<Said> => wordOf('', nothing)
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

const patience = { timeout: 900_000 }

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
    expect(last.length).toBeGreaterThan(10)
    expect(last.filter((one) => !saysComeAgain(one as Said))).toEqual([])
    // To a program, which asks for no page.
    expect(last.filter((one) => (one as Said).type === 'text/html')).toEqual([])
  },
)

it.each(['before', 'demoted'] as const)(
  'somebody who signs in with a browser is shown a page that leads on, from whichever statement on (%s)',
  patience,
  async (fault) => {
    const { database, iam } = await setUp()
    const asked = new Set<string>()
    for (let nth = 1; ; nth += 1) {
      const browser = new Browser()
      database.failFrom(nth, fault)
      const visit = await walkToApplication(iam.url, browser)
      if (!database.recover()) break
      // What fails at the token endpoint is no page.
      if (visit.location !== undefined) continue
      asked.add(new URL(visit.url).pathname.replace(/(?<=authorize\/).*/, '…'))
      expect({ nth, ...factsOf(visit) }).toEqual({
        nth,
        status: 503,
        retryAfter: '1',
        type: 'text/html; charset=utf-8',
        language: 'zh-CN',
        title: '暂时无法使用',
      })
      const again = new URL(linkIn(visit), visit.url)
      const next = await browser.get(again.href, asBrowser)
      expect(next.status, `${again.pathname} after statement ${nth}`).toBeLessThan(400)
    }
    expect([...asked].toSorted()).toEqual(['/oauth2/authorize', '/signin'])
  },
)

/** What browsers send when they go to an address. */
const asBrowser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'zh-CN,zh;q=0.9',
}

/** Up to the first answer that does not lead on, or to the way back to the application. */
async function walkToApplication(issuer: string, browser: Browser): Promise<Visit> {
  const { url } = await authorize(await discoverSpa(issuer))
  let visit = await browser.get(url.href, asBrowser)
  while (visit.status < 400 && visit.location?.startsWith(callback) !== true) {
    visit =
      visit.location === undefined
        ? await browser.submit(visit, { username: 'employee', password }, asBrowser)
        : await browser.get(visit.location, asBrowser)
  }
  return visit
}

const factsOf = ({ status, headers, text }: Visit) => ({
  status,
  retryAfter: headers.get('retry-after'),
  type: headers.get('content-type'),
  language: /<html lang="([^"]+)"/.exec(text)?.[1],
  title: /<h1>([^<]+)</.exec(text)?.[1],
})

const linkIn = ({ text }: Visit) =>
  (/<a class="button" href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')

it(
  'a sign-in whose statement was done, but not answered, may be repeated or begun anew',
  patience,
  async () => {
    const { database, iam } = await setUp()
    const repeated = new Map<string, Set<string>>()
    const places = await database.listen(() => signInAndRefresh(iam.url, new Browser()))
    for (const place of places) {
      const browser = new Browser()
      database.failOnce(place, 'after')
      const { said, repeat } = await signInAndRefresh(iam.url, browser)
      // What is sent at the first sign-in alone, or once a minute.
      if (!database.recover()) continue
      const which = `statement ${place.statement}, ${place.nth}`
      expect(
        said.filter((one) => !explainsItself(one)),
        which,
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
        `after ${which}`,
      ).toEqual([])
    }
    expect(
      Object.fromEntries([...repeated].map(([asked, words]) => [asked, [...words].toSorted()])),
    ).toEqual({
      '/oauth2/authorize': ['302'],
      // What was asked for may be used up: the application asks anew.
      '/signin': ['200', '303', '400'],
      // One that is used twice is worth nothing (RFC 6749 section 4.1.2).
      authorization_code: ['200', '400 invalid_grant'],
      // One that is used twice in a short time gets the same successor.
      refresh_token: ['200'],
    })
  },
)
