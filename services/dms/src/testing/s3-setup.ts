import { randomUUID } from 'node:crypto'
import type { TestS3 } from '@countersign/test-kit/optional-tools'
import { onTestFinished } from 'vitest'
import { createS3Client } from '../storage/s3/client.ts'
import { createStores } from '../storage/stores.ts'
import { setUp } from './setup.ts'

/** The service with its files in a bucket of its own, which is removed after the test. */
export async function setUpOnS3(server: TestS3, uploadMemoryBytes = 64 * 1024 ** 2) {
  const { endpoint, region, accessKey, secretKey } = server
  const bucket = `dms-${randomUUID()}`
  const client = await createS3Client({ endpoint, region, accessKey, secretKey, bucket })
  await client.send({ method: 'PUT', key: '' })
  const firstSource = {
    kind: 's3',
    endpoint,
    region,
    bucket,
    credentialsRef: 'STORAGE_S3',
  } as const
  const stores = createStores({
    filesystemRoot: undefined,
    endpoints: [endpoint],
    readCredentials: () => ({ accessKey, secretKey, endpoint: undefined, tenants: undefined }),
    uploadMemoryBytes,
  })
  const setup = await setUp({ firstSource }, { stores })
  onTestFinished(async () => {
    await setup.close()
    await client.send({ method: 'DELETE', key: '' })
    await client.close()
  })
  const listKeys = async () => {
    const { text } = await client.send({ method: 'GET', key: '', query: { 'list-type': '2' } })
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
  }
  const store = await stores.open({ tenantId: randomUUID(), id: randomUUID(), ...firstSource })
  return { setup, listKeys, store }
}
