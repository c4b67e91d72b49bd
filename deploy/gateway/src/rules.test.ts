import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startForeign, startOurs, type TestGateway } from './testing/gateways.ts'
import { openRaw, sendRaw } from './testing/raw.ts'

// The rules of docs/guides/deploy.md#gateway, which any gateway before the platform has to keep: ours,
// and those of others with the configurations in deploy/gateway/others.

const sizeBytes = 25 * 1024 * 1024

describe('ours', () => {
  const gateway = useGateway(startOurs)
  keepsRules(gateway)
  readsWhatIsRefused(gateway)
  limitsTries(gateway)
  leavesTusUnanswered(gateway)
  judgesWhatIsSent(gateway)
})

describe('nginx', { tags: 'nginx' }, () => {
  const gateway = useGateway(() => startForeign('nginx'))
  keepsRules(gateway)
  limitsTries(gateway)
  leavesTusUnanswered(gateway)
  logsNoSecrets(gateway)
})

describe('HAProxy', { tags: 'haproxy' }, () => {
  const gateway = useGateway(() => startForeign('haproxy'))
  keepsRules(gateway)
  limitsTries(gateway)
  leavesTusUnanswered(gateway)
  logsNoSecrets(gateway)
})

// Its own build limits no requests.
describe('Caddy', { tags: 'caddy' }, () => {
  const gateway = useGateway(() => startForeign('caddy'))
  keepsRules(gateway)
  leavesTusUnanswered(gateway)
})

type Gateway = () => TestGateway

function useGateway(start: () => Promise<TestGateway>): Gateway {
  let gateway: TestGateway | undefined
  beforeAll(async () => {
    gateway = await start()
  })
  afterAll(() => gateway?.close())
  return () => {
    if (gateway === undefined) throw new Error('the gateway has not started')
    return gateway
  }
}

// Others pass a `#` on as a character of the path, encoded.
function judgesWhatIsSent(gateway: Gateway): void {
  it.each(['/internal/v1/dms/bpm-events#x', '/internal/v1/dms/bpm-events/#?x'])(
    '[GEN-02] judges %s as the path that it would pass on',
    async (path) => {
      expect(await post(gateway().internal, path)).toMatch(/^HTTP\/1\.1 404 /)
      expect(gateway().dms.seen.map(({ url }) => url)).not.toContain('/internal/v1/dms/bpm-events')
    },
  )
}

/** Of ours this is in logged-path.test.ts. */
function logsNoSecrets(gateway: Gateway): void {
  it('[DMS-14] logs neither queries nor addresses that let their reader in', async () => {
    const open = [
      '/signin/reset?token=SECRET',
      '/console/shared/SECRET',
      '/api/dms/%73hares/SECRET/content',
      '/api/dms/temporary/SECRET',
    ]
    for (const path of open) await (await fetch(`${gateway().open}${path}`)).arrayBuffer()
    const log = await vi.waitFor(async () => {
      const text = (await gateway().readLog?.()) ?? ''
      expect(text).toContain('/api/dms/temporary/{token}')
      return text
    })
    expect(log).toContain('/signin/reset')
    expect(log).toContain('/console/shared/{token}')
    expect(log).toContain('/api/dms/shares/{token}/content')
    expect(log).not.toContain('SECRET')
  })
}

const post = (base: string, path: string) =>
  sendRaw(
    base,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )

function keepsRules(gateway: Gateway): void {
  const seenAnywhere = () =>
    [gateway().iam, gateway().bpm, gateway().dms].flatMap(({ seen }) => seen.map(({ url }) => url))
  it.each([
    ['/oauth2/token', 'iam'],
    ['/.well-known/openid-configuration', 'iam'],
    ['/.well-known/oauth-protected-resource/api/iam', 'iam'],
    ['/.well-known/oauth-protected-resource/api/bpm', 'bpm'],
    ['/.well-known/oauth-protected-resource/api/dms', 'dms'],
    ['/userinfo', 'iam'],
    ['/connect/logout', 'iam'],
    ['/signin', 'iam'],
    ['/signin/tenant', 'iam'],
    ['/signout', 'iam'],
    ['/api/iam/v1/me?x=%20y&x=2', 'iam'],
    ['/api/bpm/v1/tasks/T-7K3M', 'bpm'],
    ['/api/dms/documents/%E6%96%87', 'dms'],
  ] as const)('[GEN-02] sends %s to %s, unchanged', async (path, service) => {
    expect((await fetch(`${gateway().open}${path}`)).status).toBe(200)
    expect(gateway()[service].seen.at(-1)?.url).toBe(path)
  })

  it.each(['/internal/v1/iam/x?ids=a,b', '/internal/v1/bpm/x', '/internal/v1/dms/x'])(
    '[GEN-02] has %s on the inner port alone',
    async (path) => {
      const before = seenAnywhere().length
      expect((await fetch(`${gateway().open}${path}`)).status).toBe(404)
      expect(seenAnywhere()).toHaveLength(before)
      expect((await fetch(`${gateway().internal}${path}`)).status).toBe(200)
      expect(seenAnywhere()).toContain(path)
    },
  )

  it.each([
    ['open', '/metrics'],
    ['open', '/INTERNAL/v1/bpm/y'],
    ['open', '/%69nternal/v1/bpm/y'],
    ['open', '//internal/v1/bpm/y'],
    ['open', '/api/bpm/../../internal/v1/bpm/y'],
    ['open', '/api/bpm/%2e%2e/%2e%2e/internal/v1/bpm/y'],
    ['open', '/api/bpm/..%2f..%2finternal/v1/bpm/y'],
    ['open', '/api/bpmx/y'],
    ['internal', '/internal/v1/dms/bpm-events'],
    ['internal', '/internal/v1/dms/bpm%2devents'],
    ['internal', '/internal/v1/dms/BPM-events/'],
    ['internal', '/internal/v1/iam/../dms/bpm-events'],
    ['internal', '/internal/v1/dms//bpm-events'],
    ['internal', '/api/bpm/y'],
  ] as const)('[GEN-02] lets nothing through on the %s port at %s', async (port, path) => {
    const before = seenAnywhere().length
    expect(await post(gateway()[port], path)).toMatch(/^HTTP\/1\.1 (400|404)/)
    expect(seenAnywhere()).toHaveLength(before)
  })

  it('[GEN-02] tells services who the client is, and nothing that the client says of that', async () => {
    const forged = [
      'X-Tenant-Id',
      'X_TENANT_ID',
      'x.tenant.id',
      'X-USER-ID',
      'X_User_Id',
      'Forwarded',
    ]
    const more = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP']
    const answer = await sendRaw(
      gateway().open,
      `GET /api/bpm/v1/tasks HTTP/1.1\r\nHost: evil\r\nConnection: close\r\nAuthorization: Bearer t\r\n` +
        `${[...forged, ...more].map((name) => `${name}: forged\r\n`).join('')}\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    const { rawHeaders = [], headers = {} } = gateway().bpm.seen.at(-1) ?? {}
    expect(rawHeaders.join(' ')).not.toContain('forged')
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'platform.example',
      'x-forwarded-proto': 'https',
      authorization: 'Bearer t',
    })
  })

  it('tells browsers to stay on https', async () => {
    const { headers } = await fetch(`${gateway().open}/oauth2/x`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('passes redirects, cookies, and a refusal of a service as they are, and asks once', async () => {
    const answer = await fetch(`${gateway().open}/oauth2/cookies`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/signin?next=1'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
    const before = gateway().bpm.seen.length
    const busy = await fetch(`${gateway().open}/api/bpm/busy`)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
    expect(gateway().bpm.seen).toHaveLength(before + 1)
  })

  it('[DMS-03] passes 25 MB on, with a length and in chunks, and the fields of resumable uploads', async () => {
    const bytes = Buffer.alloc(sizeBytes, 'countersign')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const fields = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'repr-digest': 'sha-256=:x:' }
    for (const body of [bytes, new Blob([bytes]).stream()]) {
      const answer = await fetch(`${gateway().open}/api/dms/digest`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/offset+octet-stream', ...fields },
        body,
        duplex: 'half',
      } as RequestInit)
      expect(await answer.json()).toEqual({ sha256, sizeBytes })
      expect(gateway().dms.seen.at(-1)).toMatchObject({ method: 'PATCH', headers: fields })
    }
    const down = await fetch(`${gateway().open}/api/dms/bytes?size=${sizeBytes}`)
    expect((await down.arrayBuffer()).byteLength).toBe(sizeBytes)
  })

  it('[DMS-03] passes bytes on while more are to come, in both directions', async () => {
    const up = await openRaw(gateway().open)
    const before = gateway().iam.seen.length
    up.write('POST /oauth2/digest HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\npart')
    await expect.poll(() => gateway().iam.seen.length).toBe(before + 1)
    up.destroy()

    const down = await fetch(`${gateway().open}/api/bpm/whisper`)
    const first = await down.body?.getReader().read()
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: 1\n\n')
  })

  it('gives a request up when its client leaves', async () => {
    const socket = await openRaw(gateway().open)
    socket.write('GET /api/bpm/hang HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => gateway().bpm.seen.at(-1)?.url).toBe('/api/bpm/hang')
    socket.destroy()
    await gateway().bpm.abandoned
  })

  it('gives the answer, and lets the connection be used, where a service said something before', async () => {
    for (let count = 0; count < 3; count++) {
      const answer = await fetch(`${gateway().open}/api/dms/early`, {
        method: 'POST',
        headers: { 'upload-draft-interop-version': '8' },
      })
      expect([answer.status, await answer.text()]).toEqual([200, 'done'])
      expect(answer.headers.get('upload-offset')).toBeNull()
    }
  })

  it.each(['/oauth2/decline', '/api/dms/decline'])(
    'passes on the refusal of a service that reads on, while the client still sends (%s)',
    async (path) => {
      expect(await refusalsOf(gateway(), path)).toEqual(new Set([413]))
    },
  )

  const smuggled = 'GET /internal/v1/dms/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  it.each([
    [
      'length and chunks',
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['a list of lengths', `Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
    ['chunked spelled oddly', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a space before the colon', `Content-Length : 0\r\n\r\n${smuggled}`],
    ['bare line feeds', `X-A: 1\nTransfer-Encoding: chunked\n\n0\n\n${smuggled}`],
  ])('[GEN-02] makes no second request of %s', async (_name, rest) => {
    const socket = await openRaw(gateway().open)
    socket.on('error', () => undefined).resume()
    socket.end(`POST /api/dms/digest HTTP/1.1\r\nHost: x\r\n${rest}`)
    await once(socket, 'close')
    expect(seenAnywhere().filter((url) => url.includes('smuggled'))).toEqual([])
  })
}

/** What becomes of 3 MB that a service refuses while they are sent, twenty times. */
async function refusalsOf(gateway: TestGateway, path: string): Promise<ReadonlySet<number>> {
  const body = Buffer.alloc(3 * 1024 * 1024, 'a')
  const statuses = new Set<number>()
  for (let count = 0; count < 20; count++) {
    const answer = await fetch(`${gateway.open}${path}`, { method: 'POST', body })
    await answer.arrayBuffer()
    statuses.add(answer.status)
  }
  return statuses
}

/**
 * Or the client finds its connection reset before the answer (RFC 9112 section 9.6). nginx, HAProxy and Caddy give up
 * when they cannot write, whatever there is to read: then it is 502, or nothing, as it happens.
 */
function readsWhatIsRefused(gateway: Gateway): void {
  it('passes on the refusal of a service that closes before it has read the body', async () => {
    expect(await refusalsOf(gateway(), '/oauth2/refuse')).toEqual(new Set([413]))
  })
}

const kinds = [
  ['so many tries of the password of a share', 60, [['POST', '/api/dms/shares/s/unlock']]],
  [
    'so many requests of tokens',
    1_200,
    [
      ['POST', '/oauth2/token'],
      ['POST', '/oauth2/par'],
    ],
  ],
  [
    'so many beginnings and forms of sign-ins',
    600,
    [
      ['GET', '/oauth2/authorize?client_id=x'],
      ['POST', '/signin'],
      ['POST', '/signin/mfa'],
    ],
  ],
] as const

function limitsTries(gateway: Gateway): void {
  it.each(kinds)('takes %s in a minute', async (_kind, limit, requests) => {
    const counts = { taken: 0, refused: 0 }
    // Some gateways count by a rate: what is let go on while this asks is taken, too.
    for (let round = 0; counts.refused < 10 && round * 30 < 2 * limit; round++) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => {
          const [method, path] = requests[index % requests.length] ?? requests[0]
          return fetch(`${gateway().open}${path}`, { method })
        }),
      )
      for (const { status, headers } of answers) {
        expect([200, 429]).toContain(status)
        counts[status === 200 ? 'taken' : 'refused']++
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect(counts.refused).toBeGreaterThanOrEqual(10)
    // The tests before have asked a few times, too.
    expect(counts.taken).toBeGreaterThan(limit - 10)
  })
}

/** The last: dms does not come back. */
function leavesTusUnanswered(gateway: Gateway): void {
  it('leaves a client of tus without an answer while the service is away', async () => {
    await gateway().dms.close()
    const url = `${gateway().open}/api/dms/uploads/1`
    const tus = { 'tus-resumable': '1.0.0' }
    await expect
      .poll(() => fetch(url, { method: 'HEAD', headers: tus }).catch(String), { timeout: 20_000 })
      .toBe('TypeError: fetch failed')
    expect((await fetch(url, { method: 'HEAD' })).status).toBeGreaterThanOrEqual(502)
  })
}
