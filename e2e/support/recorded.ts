import type { BrowserContext, Request, Route } from 'playwright-core'
import { platform } from './platform.ts'

/** What a service answered. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** In base64 where it is no text. */
  readonly body: string
}

/** What the pages of one person asked, and were answered. */
export interface Recorded {
  /** Claims of the ID token: whom the console shows as signed in. */
  claims: Readonly<Record<string, unknown>>
  readonly answers: Record<string, Answer>
}

export interface Replay {
  /** Requests of which nothing was recorded. */
  readonly unknown: ReadonlySet<string>
  /** Requests under way, but for those that never end. */
  readonly open: ReadonlySet<Request>
}

/**
 * Answers what the console asks from what was recorded, sign-in included: pages show the same on every platform. Where
 * something is new, and `writes` says so, the platform is asked, and its answer recorded.
 */
export async function replay(
  context: BrowserContext,
  recorded: Recorded,
  writes: boolean,
): Promise<Replay> {
  const unknown = new Set<string>()
  const open = new Set<Request>()
  const { origin } = new URL(platform().baseUrl)

  const answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = new URL(request.url())
    // Pages of applications have tests of their own.
    if (url.origin !== origin) return route.fulfill({ contentType: 'text/html', body: '' })
    if (url.pathname === '/oauth2/authorize' && !writes) return comeBack(route, url)
    if (url.pathname === '/oauth2/token') return giveToken(route, recorded, writes)
    if (!url.pathname.startsWith('/api/')) return route.continue()
    if (isStream(request)) return undefined
    const key = keyOf(request, url)
    if (recorded.answers[key] === undefined) {
      if (!writes) {
        unknown.add(key)
        return route.abort()
      }
      recorded.answers[key] = await ask(route)
    }
    return fulfill(route, recorded.answers[key])
  }
  await context.route('**', answer)
  context.on('request', (request) => !isStream(request) && open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return { unknown, open }
}

/** News of the inbox: there are none, and the page waits for them. */
const isStream = (request: Request): boolean =>
  request.headers()['accept']?.includes('event-stream') === true

const keyOf = (request: Request, { pathname, search }: URL): string =>
  [request.method(), pathname + search, request.postData()].filter(Boolean).join(' ')

const keptHeaders = ['content-type', 'etag', 'content-disposition', 'www-authenticate']

async function ask(route: Route): Promise<Answer> {
  const response = await route.fetch()
  const all = response.headers()
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  )
  const bytes = await response.body()
  return {
    status: response.status(),
    headers,
    body: isText(headers) ? bytes.toString() : bytes.toString('base64'),
  }
}

const isText = (headers: Answer['headers']): boolean =>
  /^(text|application\/(.*\+)?(json|xml))/.test(headers['content-type'] ?? 'text')

const fulfill = (route: Route, { status, headers, body }: Answer): Promise<void> =>
  route.fulfill({ status, headers, body: Buffer.from(body, isText(headers) ? 'utf8' : 'base64') })

/** As the identity service does with a browser that it knows: it leads back at once, with a code. */
function comeBack(route: Route, { searchParams }: URL): Promise<void> {
  const back = new URL(searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('code', 'code')
  back.searchParams.set('state', searchParams.get('state') ?? '')
  return route.fulfill({ status: 302, headers: { location: back.href } })
}

/** The console reads the claims of an ID token and nothing of an access token, and checks no signature: it has both from the service itself. */
async function giveToken(route: Route, recorded: Recorded, writes: boolean): Promise<void> {
  if (writes) {
    const response = await route.fetch()
    const { id_token: idToken } = (await response.json()) as { id_token: string }
    recorded.claims = JSON.parse(
      Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString(),
    ) as Recorded['claims']
    return route.fulfill({ response })
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return route.fulfill({
    json: {
      token_type: 'Bearer',
      access_token: 'recorded',
      expires_in: 3_600,
      scope: 'openid profile email',
      id_token: `${part({ alg: 'RS256' })}.${part(recorded.claims)}.`,
    },
  })
}
