import { send } from './http.ts'
import { createS3Client, type S3Settings } from '../src/storage/s3-client.ts'
import type { Bytes } from './service.ts'

/** Makes the bucket, and puts the same bytes without the service: what the network and S3 allow. */
export async function openRawS3(settings: S3Settings) {
  const client = await createS3Client(settings)
  const made = await client.send({ method: 'PUT', key: '' })
  if (made.status !== 200 && made.status !== 409) throw new Error(`no bucket: ${made.status}`)
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
    close: () => client.close(),
  }
}
