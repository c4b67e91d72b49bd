import { send } from './http.ts'
import { createS3Client, type S3Settings } from '../src/storage/s3/client.ts'
import { createSemaphore } from '@countersign/service-kit/semaphore'
import { createBufferPool } from '../src/storage/buffer-pool.ts'
import { collectedFrom } from '../src/storage/owned-bytes.ts'
import { createS3Store } from '../src/storage/s3/store.ts'
import type { Bytes } from './service.ts'

const MEMORY_BYTES = 64 * 1024 ** 2

/** Makes the bucket, and puts the same bytes without the service: what the network and S3 allow. */
export async function openRawS3(settings: S3Settings) {
  const client = await createS3Client(settings)
  const made = await client.send({ method: 'PUT', key: '' })
  if (made.status !== 200 && made.status !== 409) throw new Error(`no bucket: ${made.status}`)
  const store = await createS3Store(settings, {
    uploads: createSemaphore({ permits: MEMORY_BYTES }),
    blocks: createBufferPool(),
  })
  const { Client } = await import('minio')
  const url = new URL(settings.endpoint)
  const signer = new Client({
    endPoint: url.hostname,
    port: Number(url.port),
    useSSL: url.protocol === 'https:',
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    region: settings.region,
  })
  return {
    /** @returns seconds. */
    put: async (bytes: Bytes): Promise<number> => {
      const address = await signer.presignedPutObject(settings.bucket, 'raw', 900)
      const started = performance.now()
      const answer = await send(address, {
        method: 'PUT',
        body: bytes.chunks(),
        headers: { 'content-length': String(bytes.sizeBytes) },
      })
      await answer.resume().toArray()
      if (answer.statusCode !== 200) throw new Error(`the object was refused: ${answer.statusCode}`)
      return (performance.now() - started) / 1000
    },
    /** Puts parts and joins them, by the driver alone. @returns seconds. */
    putParts: async (bytes: Bytes): Promise<number> => {
      const { sizeBytes } = bytes
      const target = { key: 'raw-in-parts', state: {} }
      const started = performance.now()
      const { state } = await store.append(target, collectedFrom(bytes.chunks()), {
        offset: 0,
        sizeBytes,
        signal: new AbortController().signal,
        onProgress: async () => undefined,
      })
      await store.commit({ ...target, state }, sizeBytes)
      return (performance.now() - started) / 1000
    },
    close: async () => {
      await store.close()
      await client.close()
    },
  }
}
