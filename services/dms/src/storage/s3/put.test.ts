import { expect, it } from 'vitest'
import { createSemaphore } from '@countersign/service-kit/semaphore'
import { collected } from '../owned-bytes.ts'
import type { S3Client, S3Request } from './client.ts'
import { PartFlow } from './part-flow.ts'
import { openPart } from './put.ts'

const SENT_FROM_BYTES = 256 * 1024
const { signal } = new AbortController()
const bytesOf = (size: number) => collected(Buffer.alloc(size))

/** A server that takes what it is sent; `texts` is what each request brought until it ended. */
function fakeServer() {
  const requests: { bytes: number; isWhole: boolean }[] = []
  const client: Pick<S3Client, 'send'> = {
    send: async ({ body }: S3Request) => {
      const request = { bytes: 0, isWhole: false }
      requests.push(request)
      if (!(body instanceof PartFlow)) throw new Error('not sent while it comes')
      for await (const chunk of body) request.bytes += chunk.length
      request.isWhole = true
      return { status: 200, headers: { etag: '"e"' }, text: '' }
    },
  }
  return { client: client as S3Client, requests }
}

const options = (memory = createSemaphore({ permits: 2 * SENT_FROM_BYTES })) => ({
  lengthBytes: 2 * SENT_FROM_BYTES,
  memory,
  signal,
})

it('sends bytes on before all are here', async () => {
  const { client, requests } = fakeServer()
  const part = openPart(client, options())
  await part.push(bytesOf(SENT_FROM_BYTES - 1))
  expect(part.isDue).toBe(false)
  await part.push(bytesOf(1))
  expect(part.isDue).toBe(true)

  const stored = part.store({ key: 'k' })
  await expect.poll(() => requests[0]?.bytes).toBe(SENT_FROM_BYTES)
  await part.push(bytesOf(SENT_FROM_BYTES))

  expect((await stored).headers['etag']).toBe('"e"')
  expect(part.isDue).toBe(false)
  expect(requests).toEqual([{ bytes: 2 * SENT_FROM_BYTES, isWhole: true }])
})

it('holds no request open for a slow sender, and sends anew what is whole at last', async () => {
  const { client, requests } = fakeServer()
  let open = 0
  const counting: S3Client = {
    ...client,
    send: async (request) => {
      open += 1
      return client.send(request).finally(() => {
        open -= 1
      })
    },
  }
  const part = openPart(counting, options())
  await part.push(bytesOf(SENT_FROM_BYTES))
  const stored = part.store({ key: 'k' })

  await expect.poll(() => open).toBe(1)
  await expect.poll(() => open).toBe(0)
  await part.push(bytesOf(SENT_FROM_BYTES))

  expect((await stored).status).toBe(200)
  expect(requests).toEqual([
    { bytes: SENT_FROM_BYTES, isWhole: false },
    { bytes: 2 * SENT_FROM_BYTES, isWhole: true },
  ])
})

it('gives a request up when no more bytes come', async () => {
  const { client, requests } = fakeServer()
  const part = openPart(client, options())
  await part.push(bytesOf(SENT_FROM_BYTES))
  const stored = part.store({ key: 'k' })

  await part.cut()

  await expect(stored).rejects.toThrow('broke off')
  expect(requests).toEqual([{ bytes: SENT_FROM_BYTES, isWhole: false }])
})

it('takes the memory of all its bytes once more than a few are here, until they are stored', async () => {
  const { client } = fakeServer()
  const memory = createSemaphore({ permits: 2 * SENT_FROM_BYTES })
  const [first, second, idle] = [0, 1, 2].map(() => openPart(client, options(memory)))
  await idle?.push(bytesOf(SENT_FROM_BYTES - 1))
  await first?.push(bytesOf(SENT_FROM_BYTES))
  const waiting = second?.push(bytesOf(SENT_FROM_BYTES))
  expect(memory.hasQueue).toBe(true)

  await first?.push(bytesOf(SENT_FROM_BYTES))
  await first?.store({ key: 'k' })

  await waiting
  expect(memory.hasQueue).toBe(false)
  await second?.cut()
  await idle?.push(bytesOf(1))
})
