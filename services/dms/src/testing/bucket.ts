import { randomUUID } from 'node:crypto'
import type { TestS3 } from '@countersign/test-kit/optional-tools'
import { createS3Client } from '../storage/s3/client.ts'

export type Bucket = Awaited<ReturnType<typeof makeBucket>>

/** A fresh bucket, looked at without the service. */
export async function makeBucket(s3: TestS3) {
  const name = `dms-${randomUUID()}`
  const client = await createS3Client({ ...s3, bucket: name })
  const { status } = await client.send({ method: 'PUT', key: '' })
  if (status !== 200) throw new Error(`no bucket: ${status}`)

  const read = async (query: Readonly<Record<string, string>>) =>
    (await client.send({ method: 'GET', key: '', query })).text
  const listKeys = async () => {
    const text = await read({ 'list-type': '2' })
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key).toSorted()
  }
  /** Keys of uploads in parts that were begun and not ended. */
  const listUnfinished = async () =>
    [...(await read({ uploads: '' })).matchAll(/<Upload>.*?<Key>([^<]+)<\/Key>/gs)].map(
      ([, key = '']) => key,
    )
  /** Puts other bytes in the place of a part, in all uploads that are unfinished. */
  const replacePart = async (number: number, body: Buffer) => {
    const uploads = (await read({ uploads: '' })).matchAll(
      /<Upload>.*?<Key>([^<]+)<\/Key>.*?<UploadId>([^<]+)<\/UploadId>/gs,
    )
    for (const [, key = '', uploadId = ''] of uploads) {
      const query = { uploadId, partNumber: String(number) }
      await client.send({ method: 'PUT', key, query, body: [body] })
    }
  }
  const drop = async () => {
    for (const key of await listKeys()) await client.send({ method: 'DELETE', key })
    await client.send({ method: 'DELETE', key: '' })
    await client.close()
  }
  return { name, listKeys, listUnfinished, replacePart, drop }
}
