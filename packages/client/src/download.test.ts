import { createHash, randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from './client.ts'
import { download, type DownloadOptions } from './download.ts'
import { startFakeDms } from './testing/fake-dms.ts'

const content = randomBytes(1_000)
const path = { versionId: 'v' }
const retry = { baseDelayMs: 1, maxDelayMs: 2 }

async function setup() {
  const fake = await startFakeDms(10, 0)
  onTestFinished(fake.close)
  fake.content = content
  const { dms } = createClient({ baseUrl: fake.origin, token: 'user', retry })
  const start = (options: DownloadOptions = {}) =>
    download(dms.downloadVersion, { path }, { retry, ...options })
  return { fake, start }
}

const bytesOf = async (stream: ReadableStream) =>
  Buffer.from(await new Response(stream).arrayBuffer())

it.each([
  ['all', undefined, 0, 1_000],
  ['from a byte on', { start: 900 }, 900, 1_000],
  ['between two bytes', { start: 100, end: 399 }, 100, 400],
])('gives %s, every byte once, however often the connection breaks', async (_, range, from, to) => {
  const { fake, start } = await setup()
  fake.breaksAfter = 70
  const seen: number[] = []
  const { stream, sizeBytes, totalBytes } = await start({
    range,
    onProgress: (bytes) => seen.push(bytes),
  })
  expect(await bytesOf(stream)).toEqual(content.subarray(from, to))
  expect([sizeBytes, totalBytes]).toEqual([to - from, 1_000])
  expect(seen.at(-1)).toBe(to - from)
  expect(fake.requests.length).toBeGreaterThan(1)
})

it('does not go on with another content', async () => {
  const { fake, start } = await setup()
  fake.breaksAfter = 70
  const { stream } = await start()
  fake.content = randomBytes(1_000)
  await expect(bytesOf(stream)).rejects.toMatchObject({ code: 'dms.content_changed', status: 412 })
})

it('goes on with the content that came, whatever the caller asked for first', async () => {
  const { fake, start } = await setup()
  fake.breaksAfter = 70
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`
  const { stream } = await start({ headers: { 'If-Match': etag } })
  expect(await bytesOf(stream)).toEqual(content)
})

it('gives up when nothing comes any more', async () => {
  const { fake, start } = await setup()
  fake.breaksAfter = 70
  const { stream } = await start()
  fake.decideFate = () => 'lost'
  await expect(bytesOf(stream)).rejects.toMatchObject({ name: 'NoAnswer' })
})

it('ends the connection of whom it is enough', async () => {
  const { fake, start } = await setup()
  const { stream } = await start()
  await stream.cancel()
  expect(fake.requests).toHaveLength(1)
})

it('says so when an operation gives no ranges', async () => {
  const whole = () => Promise.resolve(new Response('all of it'))
  await expect(download(whole, {}, { range: { start: 3 } })).rejects.toThrow(RangeError)
})
