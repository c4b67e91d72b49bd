import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { forgetDownloads } from './worker.ts'

const MIB = 1024 * 1024
const DAY_MS = 24 * 3600 * 1000

let setup: Setup
let owner: TestUser
let port: number

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
  await setup.app.listen({ port: 0, host: '127.0.0.1' })
  port = (setup.app.server.address() as AddressInfo).port
})
afterAll(() => setup.close())

async function share(bytes: Buffer, terms: object = {}) {
  const { documentId } = await upload(setup, owner, bytes)
  const path = `/api/dms/documents/${documentId}/shares`
  const body = { allowDownload: true, allowPreview: false, ...terms }
  const created = await call(setup, owner, 'POST', path, body)
  const visit = `/api/dms/shares/${String(created.body['token'])}`
  const content = `${visit}/content`
  const item = `${path}/${String(created.body['id'])}`
  return {
    content,
    item,
    documentId,
    unlock: async (password: string) => {
      const { body: ticket } = await call(setup, undefined, 'POST', `${visit}/unlock`, { password })
      return { 'share-ticket': String(ticket['ticket']) }
    },
    /** @param from The visitor's address. */
    fetch: (range?: string, headers: Record<string, string> = {}, from = '192.0.2.1') =>
      setup.app.inject({
        url: content,
        headers: { ...headers, ...(range === undefined ? {} : { range }) },
        remoteAddress: from,
      }),
    head: () => setup.app.inject({ method: 'HEAD', url: content, remoteAddress: '192.0.2.1' }),
    count: async () => {
      const { body: listed } = await call(setup, owner, 'GET', path)
      return (listed['items'] as { downloadCount: number }[])[0]?.downloadCount
    },
    change: (patch: object) => call(setup, owner, 'PATCH', item, patch),
    revoke: () => call(setup, owner, 'DELETE', item),
  }
}

type Shared = Awaited<ReturnType<typeof share>>

const statuses = (replies: readonly { statusCode: number }[]) =>
  replies.map(({ statusCode }) => statusCode).toSorted()

const delivered = (replies: readonly { statusCode: number; rawPayload: Buffer }[]) =>
  replies
    .filter(({ statusCode }) => statusCode < 300)
    .reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)

/** Opens an answer over a socket and reads nothing of it yet. */
async function openAnswer({ content }: Shared, range?: string): Promise<IncomingMessage> {
  const headers = range === undefined ? {} : { range }
  const request = get({ port, path: content, headers, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  onTestFinished(() => {
    answer.destroy()
  })
  return answer
}

/** Reads so many bytes or all there are, and breaks the connection off. */
async function readSome(answer: IncomingMessage, maxBytes = Infinity): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      received += chunk.length
      if (received >= maxBytes) break
    }
  } catch {
    // Broken off by the service: what came until then counts.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

describe('a download that broke off', () => {
  it('[DMS-09] goes on where it broke, as often as it breaks, and is counted once', async () => {
    // However much is on its way when it breaks, all of it together is less than half of the file.
    const bytes = randomBytes(24 * MIB)
    const shared = await share(bytes, { maxDownloads: 1 })

    let received = await readSome(await openAnswer(shared), 16 * MIB)
    for (const stop of [21 * MIB, Infinity]) {
      const rest = await openAnswer(shared, `bytes=${received.length}-`)
      expect(rest.statusCode).toBe(206)
      received = Buffer.concat([received, await readSome(rest, stop - received.length)])
    }

    expect(received.equals(bytes)).toBe(true)
    expect(await shared.count()).toBe(1)
    expect((await shared.fetch(undefined, {}, '127.0.0.1')).json()).toMatchObject({
      code: 'dms.share_used_up',
    })
  })

  it('[DMS-09] goes on for a visitor whose file is small enough to be sent before it breaks', async () => {
    const shared = await share(randomBytes(1000), { maxDownloads: 1 })
    expect((await shared.fetch()).statusCode).toBe(200)

    expect((await shared.fetch('bytes=500-')).statusCode).toBe(206)
    expect((await shared.fetch('bytes=999-')).statusCode).toBe(410)
    expect(await shared.count()).toBe(1)
  })

  it('[DMS-09] goes on for its visitor alone, whom a share with no limit counts too', async () => {
    const shared = await share(randomBytes(1000))
    await shared.fetch('bytes=0-499')

    expect((await shared.fetch('bytes=500-', {}, '192.0.2.2')).statusCode).toBe(206)
    expect(await shared.count()).toBe(2)
    expect((await shared.fetch('bytes=500-')).statusCode).toBe(206)
    expect(await shared.count()).toBe(2)
  })

  it('[DMS-09] goes on from another address of the same IPv6 network, and of no other', async () => {
    const shared = await share(randomBytes(1000), { maxDownloads: 1 })
    await shared.fetch('bytes=0-99', {}, '2001:db8:1:2::1')

    expect((await shared.fetch('bytes=100-', {}, '2001:db8:1:3::1')).statusCode).toBe(410)
    expect((await shared.fetch('bytes=100-', {}, '2001:db8:1:2:9::2')).statusCode).toBe(206)
  })

  it('[DMS-09] goes on from elsewhere and later with the ticket it was begun with, which begins no other', async () => {
    const shared = await share(randomBytes(1000), { password: 'open sesame', maxDownloads: 2 })
    const mine = await shared.unlock('open sesame')
    setup.advance(1)
    const other = await shared.unlock('open sesame')
    await shared.fetch('bytes=0-99', mine)
    setup.advance(600_000)

    const rest = await shared.fetch('bytes=100-199', mine, '192.0.2.2')
    expect([rest.statusCode, await shared.count()]).toEqual([206, 1])
    for (const [range, ticket] of [
      [undefined, mine],
      ['bytes=0-', mine],
      ['bytes=200-', other],
      ['bytes=200-', {}],
    ] as const) {
      expect((await shared.fetch(range, ticket)).json()).toMatchObject({
        code: 'dms.share_password_required',
      })
    }
    await shared.change({ password: 'another one' })
    expect((await shared.fetch('bytes=200-', mine)).statusCode).toBe(403)
    expect(await shared.count()).toBe(1)
  })

  it('[DMS-09] is not continued without the password that the share has got since', async () => {
    const shared = await share(randomBytes(1000))
    await shared.fetch('bytes=0-99')
    await shared.change({ password: 'open sesame' })

    expect((await shared.fetch('bytes=100-')).statusCode).toBe(403)
  })

  it('[DMS-09] goes on for a day after its last byte, and is forgotten then', async () => {
    const shared = await share(randomBytes(1000), { maxDownloads: 1 })
    await shared.fetch('bytes=0-99')
    setup.advance(DAY_MS - 60_000)
    expect((await shared.fetch('bytes=100-199')).statusCode).toBe(206)
    setup.advance(DAY_MS - 60_000)
    expect((await shared.fetch('bytes=200-299')).statusCode).toBe(206)
    await forgetDownloads(setup.deps)
    expect((await shared.head()).statusCode).toBe(200)
    setup.advance(DAY_MS)

    expect((await shared.fetch('bytes=300-')).statusCode).toBe(410)
    expect(await forgetDownloads(setup.deps)).toBeGreaterThan(0)
    expect(await forgetDownloads(setup.deps)).toBe(0)
  })

  it('[DMS-09] does not go on when the share has ended, and a running one is broken off', async () => {
    const shared = await share(randomBytes(32 * MIB))
    const running = await openAnswer(shared)
    await shared.fetch('bytes=0-99')
    await shared.revoke()

    expect((await readSome(running)).length).toBeLessThan(32 * MIB)
    expect(running.complete).toBe(false)
    expect((await shared.fetch('bytes=100-')).json()).toMatchObject({ code: 'dms.share_revoked' })
  })

  it('[DMS-09] does not go on with another version of what is shared', async () => {
    const shared = await share(randomBytes(1000), { maxDownloads: 1 })
    await shared.fetch('bytes=0-99')
    await upload(setup, owner, randomBytes(2000), { documentId: shared.documentId })

    expect((await shared.fetch('bytes=100-')).statusCode).toBe(410)
  })

  it('[DMS-15] is told as one that goes on, so that those counted are the others', async () => {
    const shared = await share(randomBytes(1000))
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) await shared.fetch(range)
    await shared.fetch()

    const { body } = await call(setup, owner, 'GET', `${shared.item}/visits`)
    const visits = body['items'] as { continues: boolean; address: string }[]
    expect(visits.map(({ continues }) => continues)).toEqual([false, true, true, false])
    expect(await shared.count()).toBe(2)
  })
})

describe('a download in parts', () => {
  it('[DMS-09] that come at once is counted once', async () => {
    const bytes = randomBytes(4000)
    const shared = await share(bytes, { maxDownloads: 1 })

    const parts = await Promise.all(
      [0, 1000, 2000, 3000].map((start) => shared.fetch(`bytes=${start}-${start + 999}`)),
    )

    const whole = Buffer.concat(parts.map(({ rawPayload }) => rawPayload))
    expect(whole.equals(bytes)).toBe(true)
    expect(await shared.count()).toBe(1)
  })

  it('[DMS-09] of which the first is the whole file, cut where the next began, is counted once', async () => {
    const bytes = randomBytes(24 * MIB)
    const shared = await share(bytes, { maxDownloads: 1 })
    const first = await openAnswer(shared)
    const second = await openAnswer(shared, `bytes=${12 * MIB}-`)

    const parts = await Promise.all([readSome(first, 12 * MIB), readSome(second)])

    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    expect(await shared.count()).toBe(1)
  })

  it.each([['bytes=0-'], ['bytes=1-'], ['bytes=0-3999'], ['bytes=-3999']])(
    '[DMS-09] as large as the file, twenty at once of a share limited to five, is served five times: %s',
    async (range) => {
      const shared = await share(randomBytes(4000), { maxDownloads: 5 })

      const replies = await Promise.all(Array.from({ length: 20 }, () => shared.fetch(range)))

      expect(statuses(replies)).toEqual([...Array(5).fill(206), ...Array(15).fill(410)])
      expect(await shared.count()).toBe(5)
    },
  )

  it('[DMS-09] never gives one copy more than the share allows, however it is cut', async () => {
    const shared = await share(randomBytes(4000), { maxDownloads: 3 })
    const cuts = Array.from({ length: 100 }, (_, index) => {
      const start = (index * 977) % 4000
      return `bytes=${start}-${start + ((index * 313) % 1500)}`
    })

    const ranges = [...cuts, 'bytes=0-', 'bytes=1-', 'bytes=2000-', ...cuts]
    const replies: Awaited<ReturnType<typeof shared.fetch>>[] = []
    while (replies.length < ranges.length) {
      const atOnce = ranges.slice(replies.length, replies.length + 10)
      const fetched = atOnce.map((range, index) => shared.fetch(range, {}, `192.0.2.${index % 3}`))
      replies.push(...(await Promise.all(fetched)))
    }

    expect(new Set(statuses(replies))).toEqual(new Set([206, 410]))
    expect(await shared.count()).toBe(3)
    expect(delivered(replies)).toBeGreaterThan(2 * 4000)
    expect(delivered(replies)).toBeLessThanOrEqual(3.5 * 4000)
  })

  it('[DMS-09] that compete for what is left get no more than that over their connections', async () => {
    const sizeBytes = 12 * MIB
    const shared = await share(randomBytes(sizeBytes), { maxDownloads: 2 })

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => openAnswer(shared, 'bytes=4-')),
    )
    const begun = answers.filter(({ statusCode }) => statusCode === 206)
    const received = await Promise.all(begun.map((answer) => readSome(answer)))

    const sum = received.reduce((bytes, { length }) => bytes + length, 0)
    expect(await shared.count()).toBe(2)
    expect(sum).toBeLessThanOrEqual(2.5 * sizeBytes)
  })
})

describe('what is not delivered', () => {
  it('[DMS-09] is not counted: a HEAD, what the visitor has, a range outside the file', async () => {
    const shared = await share(randomBytes(1000), { maxDownloads: 1 })
    const { statusCode, headers } = await shared.head()
    expect([statusCode, headers['content-length']]).toEqual([200, '1000'])

    const etag = String(headers['etag'])
    const replies = await Promise.all([
      shared.head(),
      shared.fetch(undefined, { 'if-none-match': etag }),
      shared.fetch('bytes=1000-'),
      shared.fetch('bytes=0-', { 'if-match': '"another"' }),
    ])
    expect(statuses(replies)).toEqual([200, 304, 412, 416])
    expect(await shared.count()).toBe(0)

    expect((await shared.fetch('bytes=0-', { 'if-range': '"another"' })).statusCode).toBe(200)
    expect(await shared.count()).toBe(1)
  })
})
