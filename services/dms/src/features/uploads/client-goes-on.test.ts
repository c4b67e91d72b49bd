import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createClient, type DmsService, upload } from '@countersign/client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../testing/fake-s3.ts'
import { openOnS3 } from '../../testing/s3-setup.ts'
import { call, type Setup, sha256, type TestUser } from '../../testing/setup.ts'

// What the published client, which the console sends files with, does when a storage has lost bytes of an upload.

const MIB = 1024 * 1024
const bytes = randomBytes(16 * MIB + 5)

let server: FakeS3
let setup: Setup
let user: TestUser
let dms: DmsService
beforeAll(async () => {
  server = await startFakeS3()
  ;({ setup } = await openOnS3(server))
  await setup.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = setup.app.server.address() as AddressInfo
  user = setup.makeUser()
  const { authorization } = user.headers
  dms = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token: authorization.replace('Bearer ', ''),
    retry: { baseDelayMs: 1, maxRetryAfterMs: 10_000 },
  }).dms
})
afterAll(async () => {
  await setup.close()
  await server.close()
})

afterEach(() => {
  server.interfere = () => undefined
})

/** Once, when the storage is asked for this. */
function once(isAsked: (asked: Parameters<FakeS3['interfere']>[0]) => boolean, lose: () => void) {
  let isLost = false
  server.interfere = (asked) => {
    if (isLost || !isAsked(asked)) return undefined
    isLost = true
    lose()
    return undefined
  }
}

async function expectSent(sentAgain: readonly number[]): Promise<void> {
  const steps: number[] = []
  const sessions: string[] = []

  const done = await upload(dms, new Blob([bytes]), {
    fileName: 'some.bin',
    concurrency: 1,
    onSession: (id) => sessions.push(id),
    onProgress: ({ storedBytes }) => steps.push(storedBytes),
  })

  const read = await call(setup, user, 'GET', `/api/dms/versions/${done.versionId}/content`)
  expect(sha256(read.bytes)).toBe(sha256(bytes))
  expect(sessions).toHaveLength(1)
  expect(steps.at(-1)).toBe(bytes.length)
  expect(steps.slice(3)).toEqual(sentAgain)
}

it('[DMS-04] [DMS-05] sends again what is missing when all was sent', async () => {
  once(
    ({ method, uploadId, partNumber }) =>
      method === 'POST' && uploadId !== null && partNumber === undefined,
    () => {
      for (const { parts } of server.uploads.values()) parts.delete(2)
    },
  )
  await expectSent([8 * MIB, 16 * MIB, bytes.length])
})

it('[DMS-04] [DMS-05] begins anew with what the storage has ended half way', async () => {
  once(
    ({ partNumber }) => partNumber === 2,
    () => server.uploads.clear(),
  )
  await expectSent([8 * MIB, 16 * MIB, bytes.length])
})
