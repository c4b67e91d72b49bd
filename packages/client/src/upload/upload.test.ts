import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../client.ts'
import { startFakeDms } from '../testing/fake-dms.ts'
import { upload } from './upload.ts'
import { UploadEnded, type UploadOptions, type UploadProgress } from './upload-options.ts'

const text = 'abcdefghijklmnopqrstuvwxyz'
const file = new Blob([text])
const retry = { baseDelayMs: 1, maxDelayMs: 2 }

async function setup(sizeBytes = text.length) {
  const fake = await startFakeDms(10, sizeBytes)
  onTestFinished(fake.close)
  const { dms } = createClient({ baseUrl: fake.origin, token: 'user' })
  const send = (content: Parameters<typeof upload>[1], options: Partial<UploadOptions> = {}) =>
    upload(dms, content, { fileName: 'a.txt', retry, ...options })
  const stored = () => [...fake.parts].toSorted(([a], [b]) => a - b).map(([, part]) => String(part))
  const sent = () => fake.requests.filter((name) => name.startsWith('PUT '))
  return { fake, send, stored, sent }
}

async function* streamOf(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(new TextEncoder().encode(chunk))
}

it.each([
  ['a blob', file],
  ['bytes', new TextEncoder().encode(text)],
  ['a stream cut anywhere', { stream: streamOf('a', text.slice(1, 25), '', 'z'), sizeBytes: 26 }],
])('sends %s in parts, and says how far it is', async (_, content) => {
  const { send, stored } = await setup()
  const progress: UploadProgress[] = []
  const sessions: string[] = []
  const result = await send(content, {
    onProgress: (step) => progress.push(step),
    onSession: (id) => sessions.push(id),
  })
  expect(result).toEqual({ documentId: 'd', versionId: 'v' })
  expect(stored()).toEqual(['abcdefghij', 'klmnopqrst', 'uvwxyz'])
  expect(progress).toHaveLength(3)
  expect(progress.at(-1)).toEqual({ storedBytes: 26, sizeBytes: 26 })
  expect(sessions).toHaveLength(1)
})

it.each(['lost', 'answer lost'] as const)('sends a part again whose %s', async (fate) => {
  const { fake, send, stored, sent } = await setup()
  let breaks = 2
  fake.decideFate = (name) => (name.endsWith('/parts/2') && breaks-- > 0 ? fate : 'pass')
  await send(file)
  expect(stored().join('')).toBe(text)
  expect(
    sent()
      .toSorted()
      .map((name) => name.at(-1)),
  ).toEqual(['1', '2', '2', '2', '3'])
})

it.each(['initiate', 'id/complete'])('survives lost answers of %s, with one key', async (step) => {
  const { fake, send, stored } = await setup()
  const name = `POST /api/dms/uploads/${step}`
  let losses = 2
  fake.decideFate = (request) => (request === name && losses-- > 0 ? 'answer lost' : 'pass')
  expect(await send(file)).toEqual({ documentId: 'd', versionId: 'v' })
  expect(stored().join('')).toBe(text)
  const keys = fake.keys.filter((_, index) => fake.requests[index] === name)
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
})

it.each([
  ['a blob', () => file],
  ['a stream', () => ({ stream: streamOf(text), sizeBytes: 26 })],
])('goes on with %s where an earlier process stopped', async (_, content) => {
  const { fake, send, stored, sent } = await setup()
  fake.parts.set(1, Buffer.from('abcdefghij')).set(3, Buffer.from('uvwxyz'))
  await send(content(), { sessionId: '00000000-0000-4000-8000-000000000001' })
  expect(sent()).toEqual(['PUT /api/dms/uploads/id/parts/2'])
  expect(stored().join('')).toBe(text)
})

it('[DMS-04] sends again what the storage lost by the end, and says how far it is', async () => {
  const { fake, send, stored, sent } = await setup()
  const reads: number[] = []
  const blob = Object.assign(new Blob([text]), {
    slice: (start: number, end: number) => {
      reads.push(start)
      return file.slice(start, end)
    },
  })
  let completes = 0
  fake.decideFate = (name) => {
    if (!name.endsWith('/complete')) return 'pass'
    completes += 1
    if (completes === 1) fake.parts.delete(2)
    return completes === 1 ? 'unavailable' : 'pass'
  }
  const progress: number[] = []

  const done = await send(blob, { onProgress: ({ storedBytes }) => progress.push(storedBytes) })

  expect(done).toEqual({ documentId: 'd', versionId: 'v' })
  expect(stored().join('')).toBe(text)
  expect(sent().slice(3)).toEqual(['PUT /api/dms/uploads/id/parts/2'])
  // What is still there is neither sent nor read again.
  expect(reads).toEqual([0, 10, 20, 10])
  expect(progress.slice(3)).toEqual([10, 16, 26])
})

it('[DMS-04] gives up, and says why, when the storage loses it each time', async () => {
  const { fake, send } = await setup()
  fake.decideFate = (name) => {
    if (name.endsWith('/complete')) fake.parts.delete(3)
    return 'pass'
  }
  await expect(send(file)).rejects.toMatchObject({ code: 'dms.size_mismatch' })
  expect(fake.requests.filter((name) => name.endsWith('/complete'))).toHaveLength(4)
})

it('[DMS-04] a stream whose bytes are lost can be gone on with by its session', async () => {
  const { fake, send, stored, sent } = await setup()
  let sessionId = ''
  fake.decideFate = (name) => {
    if (name.endsWith('/complete')) fake.parts.delete(1)
    return 'pass'
  }
  const onSession = (id: string) => (sessionId = id)
  const lost = send({ stream: streamOf(text), sizeBytes: 26 }, { onSession })
  await expect(lost).rejects.toMatchObject({ code: 'dms.size_mismatch' })
  fake.decideFate = () => 'pass'
  await send({ stream: streamOf(text), sizeBytes: 26 }, { sessionId })
  expect(sent().slice(3)).toEqual(['PUT /api/dms/uploads/id/parts/1'])
  expect(stored().join('')).toBe(text)
})

it('does not mix two files', async () => {
  const { fake, send } = await setup()
  fake.parts.set(1, Buffer.from('ABCDEFGHIJ'))
  const sessionId = '00000000-0000-4000-8000-000000000001'
  const mixed = send(file, { sessionId, concurrency: 1 })
  await expect(mixed).rejects.toThrow(UploadEnded)
  await expect(send(new Blob(['abc']), { sessionId })).rejects.toMatchObject({
    reason: 'other_content',
  })
  expect(fake.requests).not.toContain('POST /api/dms/uploads/id/complete')
})

it('sends a file of nothing by requests that have a key', async () => {
  const { fake, send } = await setup(0)
  let losses = 1
  fake.decideFate = (name) => (name.endsWith('/complete') && losses-- > 0 ? 'answer lost' : 'pass')
  await send(new Blob([]))
  expect(fake.requests).toEqual([
    'POST /api/dms/uploads/initiate',
    'POST /api/dms/uploads/id/complete',
    'POST /api/dms/uploads/id/complete',
  ])
  expect(fake.keys).toEqual([expect.any(String), expect.any(String), fake.keys[1]])
})

it.each(['lost', 'answer lost'] as const)(
  'sends a small file in one request, again when %s',
  async (fate) => {
    const { fake, send } = await setup()
    let breaks = 2
    fake.decideFate = () => (breaks-- > 0 ? fate : 'pass')
    const progress: UploadProgress[] = []
    const typed = new Blob([text], { type: 'text/plain' })
    const options = {
      singleRequestBytes: 26,
      title: 'A b',
      onProgress: progress.push.bind(progress),
    }

    expect(await send(typed, options)).toEqual({ documentId: 'd', versionId: 'v' })

    const name = 'POST /api/dms/uploads?fileName=a.txt&title=A+b'
    expect(fake.requests).toEqual([name, name, name])
    expect(fake.keys).toEqual([expect.any(String), fake.keys[0], fake.keys[0]])
    expect(fake.whole).toEqual({ type: 'text/plain', text })
    expect(progress).toEqual([{ storedBytes: 26, sizeBytes: 26 }])
  },
)

it.each([
  ['is larger', { singleRequestBytes: 25 }],
  ['has tags', { tags: ['a'] }],
  ['is gone on with', { sessionId: '00000000-0000-4000-8000-000000000001' }],
])('begins a session for a file that %s', async (_, options) => {
  const { send, sent } = await setup()
  await send(file, { singleRequestBytes: 26, ...options })
  expect(sent()).toHaveLength(3)
})

it('completes nothing when the stream ends early, or nobody waits any more', async () => {
  const { fake, send } = await setup()
  const short = { stream: streamOf('abc'), sizeBytes: 26 }
  await expect(send(short)).rejects.toThrow(RangeError)
  const abort = new AbortController()
  fake.decideFate = () => {
    abort.abort(new Error('enough'))
    return 'pass'
  }
  await expect(send(file, { signal: abort.signal })).rejects.toThrow('enough')
  expect(fake.requests).not.toContain('POST /api/dms/uploads/id/complete')
})
