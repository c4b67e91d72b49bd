import { expect, it } from 'vitest'
import { createSemaphore } from '@countersign/service-kit/semaphore'
import { collected } from '../owned-bytes.ts'
import { appendToS3 } from './append.ts'
import type { S3Client, S3Request } from './client.ts'
import { PartFlow } from './part-flow.ts'

const SIZE_BYTES = 1024 * 1024

/** Sends one object to a server that takes everything; `record` is what the caller does with the keys. */
function append(record: () => Promise<void>) {
  const requests: string[] = []
  const client: Pick<S3Client, 'send'> = {
    send: async ({ method, body }: S3Request) => {
      requests.push(method)
      if (body instanceof PartFlow) await body.whole()
      return { status: 200, headers: { etag: '"e"' }, text: '' }
    },
  }
  const memory = createSemaphore({ permits: SIZE_BYTES })
  const [{ signal }, target] = [new AbortController(), { key: 'k', state: {} }]
  const chunks = async function* () {
    for (let sent = 0; sent < SIZE_BYTES; sent += 256 * 1024)
      yield collected(Buffer.alloc(256 * 1024))
  }
  const options = { offset: 0, sizeBytes: SIZE_BYTES, signal, onProgress: record, memory }
  const done = appendToS3(client as S3Client, target, chunks(), options)
  return { done, requests, memory, signal }
}

it('[DMS-05] puts nothing before its key is on record', async () => {
  const recorded = Promise.withResolvers<void>()
  const { done, requests } = append(() => recorded.promise)
  await new Promise(setImmediate)
  expect(requests).toEqual([])

  recorded.resolve()

  expect(await done).toMatchObject({ receivedBytes: SIZE_BYTES })
  expect(requests).toEqual(['PUT'])
})

it('[DMS-05] puts nothing for a sender that has lost its session, and keeps no memory', async () => {
  const { done, requests, memory, signal } = append(() => Promise.reject(new Error('taken over')))

  await expect(done).rejects.toThrow('taken over')

  expect(requests).toEqual([])
  await memory.acquire({ permits: SIZE_BYTES, signal })
})
