import { randomUUID } from 'node:crypto'
import type { TestS3 } from '@countersign/test-kit/optional-tools'
import { onTestFinished } from 'vitest'
import type { Settings } from '../deps.ts'
import { createStores } from '../storage/stores.ts'
import { makeBucket } from './bucket.ts'
import { setUp } from './setup.ts'

/** The service with its files in a bucket of its own, which goes when the setup is closed. */
export async function openOnS3(
  server: TestS3,
  settings: Partial<Settings> = {},
  uploadMemoryBytes = 64 * 1024 ** 2,
) {
  const { endpoint, region, accessKey, secretKey } = server
  const bucket = await makeBucket({ endpoint, region, accessKey, secretKey })
  const firstSource = {
    kind: 's3',
    endpoint,
    region,
    bucket: bucket.name,
    credentialsRef: 'STORAGE_S3',
  } as const
  const stores = createStores({
    filesystemRoot: undefined,
    endpoints: [endpoint],
    readCredentials: () => ({ accessKey, secretKey, endpoint: undefined, tenants: undefined }),
    uploadMemoryBytes,
  })
  const setup = await setUp({ ...settings, firstSource }, { stores })
  const close = async () => {
    await setup.close()
    await bucket.drop()
  }
  const store = await stores.open({ tenantId: randomUUID(), id: randomUUID(), ...firstSource })
  return { setup: { ...setup, close }, listKeys: bucket.listKeys, store }
}

/** The same for one test. */
export async function setUpOnS3(server: TestS3, uploadMemoryBytes?: number) {
  const opened = await openOnS3(server, {}, uploadMemoryBytes)
  onTestFinished(opened.setup.close)
  return opened
}
