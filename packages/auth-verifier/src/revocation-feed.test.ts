import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createRevocationFeed,
  createVerifier,
  type RevocationFeed,
  type RevocationFeedEvent,
  type RevocationFeedOptions,
} from './index.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'

interface Poll {
  readonly authorization: string | undefined
  readonly path: string | undefined
  readonly body: Record<string, unknown>
}

let issuer: TestIssuer
let server: Server
let polls: Poll[]
let answers: (object | number)[]
let stop: AbortController
let events: RevocationFeedEvent[]
let waiting: (() => void) | undefined

beforeEach(async () => {
  issuer = await createTestIssuer()
  polls = []
  answers = []
  events = []
  waiting = undefined
  stop = new AbortController()
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { authorization } = request.headers
      polls.push({ authorization, path: request.url, body: JSON.parse(body) as Poll['body'] })
      const send = () => {
        const answer = answers.shift()
        if (answer === undefined) waiting = send
        else if (typeof answer === 'number') response.writeHead(answer).end()
        else response.writeHead(200).end(JSON.stringify(answer))
      }
      send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  stop.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await issuer.close()
})

function give(answer: object | number): void {
  answers.push(answer)
  const send = waiting
  waiting = undefined
  send?.()
}

function start(options: Partial<RevocationFeedOptions> = {}) {
  const address = server.address()
  const feed = createRevocationFeed({
    issuer: issuer.issuer,
    jwksUrl: issuer.jwksUrl,
    feedUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/feed/`,
    clientId: 'app',
    getToken: async (isRefused) => (isRefused ? 'second' : 'first'),
    onEvent: (event) => events.push(event),
    ...options,
  })
  void feed.run(stop.signal)
  return { feed, verify: createVerifier({ ...issuer, revocations: feed }).verify }
}

const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const set = (
  type: string,
  subject: object,
  claims: object = {},
  header: object = { typ: 'secevent+jwt' },
) =>
  issuer.mint(
    {
      aud: 'app',
      exp: undefined,
      sub_id: subject,
      events: { [type]: { issued_before: Date.now() / 1000 + 1 } },
      ...claims,
    },
    { ...header },
  )
const ofGrant = (id: string) =>
  set(`${caep}/session-revoked`, { format: 'complex', session: { format: 'opaque', id } })

const isRead = (feed: RevocationFeed) =>
  vi.waitFor(() => expect(feed.isFresh()).toBe(true), { timeout: 60_000 })

describe('a revocation feed', () => {
  it('refuses what is revoked, cached or not, and acknowledges it', async () => {
    give({ sets: { a: ofGrant('g1') }, moreAvailable: true })
    give({
      sets: {
        b: set('urn:countersign:security-event:token-revoked', { format: 'opaque', id: 'j1' }),
      },
    })
    const { feed, verify } = start()
    const inGrant = issuer.userToken({ claims: { grant_id: 'g1' } })
    const member = issuer.userToken({ sub: 'u1', tenantId: 't1' })
    await isRead(feed)
    await expect(verify(inGrant)).rejects.toMatchObject({ reason: 'revoked' })
    await expect(verify(issuer.userToken({ claims: { jti: 'j1' } }))).rejects.toThrow()
    await verify(member)
    give({
      sets: {
        c: set(`${caep}/token-claims-change`, {
          format: 'complex',
          user: { format: 'iss_sub', iss: issuer.issuer, sub: 'u1' },
          tenant: { format: 'opaque', id: 't1' },
        }),
      },
    })
    await vi.waitFor(() => expect(feed.size()).toBe(3), { timeout: 60_000 })
    await expect(verify(member)).rejects.toMatchObject({ reason: 'revoked' })
    await verify(issuer.userToken({ sub: 'u1', tenantId: 't2' }))
    await vi.waitFor(() => expect(polls).toHaveLength(4), { timeout: 60_000 })
    expect(polls.map(({ body }) => body['ack'])).toEqual([[], ['a'], ['b'], ['c']])
    expect(polls.map(({ body }) => body['returnImmediately'])).toEqual([true, true, false, false])
    expect(new Set(polls.map(({ path }) => path)).size).toBe(1)
    expect(polls[0]?.path).toMatch(/^\/feed\/[0-9a-f-]{36}$/)
  })

  it('[V9.2.2] takes no SET of another issuer, audience or type, nor one with a wrong signature', async () => {
    const good = ofGrant('g1')
    const about = { format: 'complex', session: { format: 'opaque', id: 'g1' } }
    const type = `${caep}/session-revoked`
    give({
      sets: {
        issuer: set(type, about, { iss: 'https://other.example' }),
        audience: set(type, about, { aud: 'other' }),
        type: set(type, about, {}, { typ: 'at+jwt' }),
        signature: `${good.slice(0, -8)}AAAAAAAA`,
        claims: set(type, about, { events: { [type]: {} } }),
      },
    })
    const { feed, verify } = start()
    await vi.waitFor(() => expect(polls).toHaveLength(2), { timeout: 60_000 })
    expect(feed.size()).toBe(0)
    expect(polls[1]?.body['ack']).toEqual([])
    expect(Object.keys(polls[1]?.body['setErrs'] as object)).toHaveLength(5)
    expect(events.filter(({ type: is }) => is === 'set_refused')).toHaveLength(5)
    await verify(issuer.userToken({ claims: { grant_id: 'g1' } }))
  })

  it('passes over events that revoke nothing', async () => {
    give({ sets: { a: set(`${caep}/credential-change`, { format: 'opaque', id: 'x' }) } })
    const { feed } = start()
    await vi.waitFor(() => expect(polls).toHaveLength(2), { timeout: 60_000 })
    expect(polls[1]?.body['ack']).toEqual(['a'])
    expect(feed.size()).toBe(0)
  })

  it('tries again when it fails, with another token when the one was refused', async () => {
    give(401)
    give(503)
    give({ sets: { a: ofGrant('g1') } })
    const { feed } = start()
    await isRead(feed)
    expect(polls.slice(0, 3).map(({ authorization }) => authorization)).toEqual([
      'Bearer first',
      'Bearer second',
      'Bearer first',
    ])
    expect(events.map(({ type }) => type)).toEqual(['poll_failed', 'poll_failed', 'recovered'])
    expect(feed.size()).toBe(1)
  })

  it('waits with a SET whose key is not known yet', async () => {
    issuer.setOutage(true)
    give({ sets: { a: ofGrant('g1') } })
    give({ sets: { a: ofGrant('g1') } })
    const { feed } = start()
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('poll_failed'), {
      timeout: 60_000,
    })
    expect(feed.size()).toBe(0)
    issuer.setOutage(false)
    await vi.waitFor(() => expect(polls.length).toBeGreaterThanOrEqual(2), { timeout: 60_000 })
    expect(polls[1]?.body['ack']).toEqual([])
  })

  it.each(['open', 'closed'] as const)(
    'is %s while it cannot be read, as it is told',
    async (whenDown) => {
      const { feed, verify } = start({ whenDown, maxAgeSeconds: 0.2 })
      const token = issuer.userToken()
      const attempt = () =>
        verify(token).then(
          () => 'good',
          ({ status, reason }: { status: number; reason: string }) => `${status} ${reason}`,
        )
      const refused = whenDown === 'open' ? 'good' : '503 revocations'
      expect([feed.ageSeconds(), await attempt()]).toEqual([Infinity, refused])
      give({ sets: {} })
      await isRead(feed)
      expect(await attempt()).toBe('good')
      await vi.waitFor(() => expect(feed.isFresh()).toBe(false), { timeout: 60_000 })
      expect(await attempt()).toBe(refused)
      expect(feed.ageSeconds()).toBeGreaterThan(0.2)
    },
  )
})
