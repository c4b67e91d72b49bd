import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../../storage/stores.ts'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { call, initiate, setUp, upload } from '../../testing/setup.ts'
import { expireUploads, removeObjects } from './worker.ts'

const OBJECTS = 20

/** A service whose files are in an S3 that can be made to stand still. */
async function setUpOnFakeS3() {
  const s3 = await startFakeS3()
  const stores = createStores({
    filesystemRoot: undefined,
    endpoints: [s3.endpoint],
    readCredentials: () => ({ ...s3, endpoint: undefined, tenants: undefined }),
    uploadMemoryBytes: 64 * 1024 ** 2,
  })
  const source = { kind: 's3', endpoint: s3.endpoint, region: s3.region } as const
  const firstSource = { ...source, bucket: 'bucket', credentialsRef: 'STORAGE_S3' } as const
  const setup = await setUp({ firstSource }, { stores })
  onTestFinished(async () => {
    await setup.close()
    await s3.close()
  })
  return { setup, s3 }
}

it('[DMS-05] a storage that does not answer holds up no expiry, and no other storage', async () => {
  const { setup, s3 } = await setUpOnFakeS3()
  const [silent, other] = [randomUUID(), randomUUID()]
  const user = setup.makeUser({ tenantId: other })
  const removed = await upload(setup, user)
  await upload(setup, setup.makeUser({ tenantId: silent }))
  await sql`
    insert into storage_objects (tenant_id, id, source_id, key, status, size_bytes, sha256, write_state,
      created_at, reap_after)
    select tenant_id, gen_random_uuid(), id, tenant_id || '/aa/' || n, 'DELETING', 5, sha256('a'), '{}', now(),
      now() - interval '1 hour'
    from storage_sources, generate_series(1, ${OBJECTS}) n where tenant_id = ${silent}`.execute(
    setup.db,
  )
  const path = `/api/dms/documents/${removed.documentId}`
  await call(setup, user, 'DELETE', path)
  expect((await call(setup, user, 'DELETE', `${path}?purge=true`)).status).toBe(204)
  const waiting = await initiate(setup, user, 5)
  setup.advance(2 * 3_600_000)
  const asked: string[] = []
  const hung = Promise.withResolvers<number>()
  s3.interfere = ({ key }) => {
    if (!key.startsWith(silent)) return undefined
    asked.push(key)
    return hung.promise
  }
  const left: string[] = []

  const removing = removeObjects(setup.deps, (id) => left.push(id))
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(1)
  expect(await expireUploads(setup.deps)).toBe(1)
  const session = await call(setup, user, 'GET', `/api/dms/uploads/${waiting}`)
  expect(session.body).toMatchObject({ status: 'EXPIRED' })
  await expect.poll(() => s3.objects.size, { timeout: 60_000 }).toBe(1)
  hung.resolve(403)

  const seen = await removing
  expect(new Set(asked).size).toBe(1)
  expect(left).toHaveLength(seen - 1)
})
