import { randomBytes } from 'node:crypto'
import { s3OfRun, type TestS3 } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { type Bucket, makeBucket } from './testing/bucket.ts'
import { checkBytes, type Client, type Lab, openLab, persist, store } from './testing/lab.ts'
import {
  createClient,
  type ServiceProcess,
  startServiceProcess,
} from './testing/service-process.ts'
import { sha256 } from './testing/setup.ts'

// Two processes of the service on one database and one S3, as behind a balancer that sends each request
// to either. What they share is in the database alone. The clock of the second is behind by more than any
// lease lasts, and as much as an S3 lets pass.

const MIB = 1024 * 1024
const BEHIND_SECONDS = 600

// Loaded before the service: nothing in it knows that its clock is wrong.
const behind = `
  const late = ${BEHIND_SECONDS * 1000}
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() - late)
      else super(...given)
    }
    static now() {
      return Real.now() - late
    }
  }`
const clockBehind = `--import=data:text/javascript,${encodeURIComponent(behind)}`

const s3 = s3OfRun(process.env)
describe('two processes', { tags: 's3', timeout: 300_000 }, () => suite(s3))

function suite({ endpoint, region, accessKey, secretKey }: TestS3) {
  let lab: Lab
  let buckets: readonly [Bucket, Bucket]
  let processes: ServiceProcess[]
  let one: Client
  let other: Client
  let environment: Readonly<Record<string, string>>

  beforeAll(async () => {
    lab = await openLab()
    const [first, second] = await Promise.all(
      [1, 2].map(() => makeBucket({ endpoint, region, accessKey, secretKey })),
    )
    if (first === undefined || second === undefined) throw new Error('no buckets')
    buckets = [first, second]
    environment = {
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_REGION: region,
      STORAGE_S3_BUCKET: first.name,
      STORAGE_S3_ACCESS_KEY: accessKey,
      STORAGE_S3_SECRET_KEY: secretKey,
      PREVIEW_WORKERS: '0',
    }
    processes = await Promise.all([startOne(), startOther()])
    // Issued long enough ago for both.
    const claims = { iat: Math.floor(Date.now() / 1000) - BEHIND_SECONDS - 60 }
    const clientOf = (index: number) =>
      createClient(lab.options.issuer, { ...lab.user, claims }, () => processes[index]?.url ?? '')
    one = clientOf(0)
    other = clientOf(1)
  })
  afterAll(async () => {
    for (const each of processes) await each.kill()
    await lab.close()
    for (const bucket of buckets) await bucket.drop()
  })

  const startOne = () => startServiceProcess({ ...lab.options, environment })
  const startOther = () =>
    startServiceProcess({
      ...lab.options,
      environment: { ...environment, NODE_OPTIONS: clockBehind },
    })

  it('[DMS-04] [DMS-05] continue and complete what was begun at the other, both ways', async () => {
    const bytes = randomBytes(20 * MIB)
    for (const [here, there] of [
      [one, other],
      [other, one],
    ] as const) {
      const id = await here.initiate(bytes.length)
      expect((await here.sendBytes(id, bytes.subarray(0, 9 * MIB))).status).toBe(200)
      const rest = bytes.subarray(9 * MIB)
      expect(await there.sendBytes(id, rest, 9 * MIB)).toMatchObject({
        status: 200,
        body: { receivedBytes: bytes.length },
      })

      const replies = await Promise.all(
        [here, there, here, there].map((each) => each.send('POST', `uploads/${id}/complete`, {})),
      )

      const [{ body }] = replies as [(typeof replies)[number]]
      expect(replies.map((reply) => [reply.status, reply.body])).toEqual(
        replies.map(() => [200, body]),
      )
      const { bytes: stored } = await here.send(
        'GET',
        `versions/${String(body['versionId'])}/content`,
      )
      expect(sha256(stored)).toBe(sha256(bytes))
    }
  })

  it('[DMS-04] let one send at a time, wherever they send to', async () => {
    const bytes = randomBytes(12 * MIB)
    const id = await one.initiate(bytes.length)

    const replies = await Promise.all([
      one.sendBytes(id, bytes),
      other.sendBytes(id, bytes),
      one.sendBytes(id, bytes),
    ])

    const codes = replies.map(({ status }) => status)
    expect(codes.every((code) => [200, 409].includes(code))).toBe(true)
    const { body } = await persist(other, id, bytes)
    expect(body).toMatchObject({ versionNo: 1, sha256: sha256(bytes) })
  })

  it('[DMS-03] give each new version of a document a number of its own', async () => {
    const { documentId } = await store(one, randomBytes(10))
    const add = async (client: Client) => {
      const bytes = randomBytes(100)
      const { body } = await client.send('POST', 'uploads/initiate', {
        fileName: 'a.bin',
        sizeBytes: bytes.length,
        documentId,
      })
      const id = String(body['id'])
      await client.sendBytes(id, bytes)
      return (await client.send('POST', `uploads/${id}/complete`, {})).body['versionNo']
    }
    const clients = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other))

    const numbers = await Promise.all(clients.map(add))

    expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      clients.map((_, index) => index + 2),
    )
    const newest = await one.send('GET', `documents/${documentId}`)
    expect(newest.body).toMatchObject({ versionCount: 11 })
  })

  it('[DMS-05] remove what is not needed, by both reapers, and nothing else', async () => {
    const [kept, ...doomed] = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        store(index % 2 === 0 ? one : other, randomBytes(500)),
      ),
    )
    for (const [index, { documentId }] of doomed.entries()) {
      const client = index % 2 === 0 ? one : other
      await client.send('DELETE', `documents/${documentId}`)
      expect((await client.send('DELETE', `documents/${documentId}?purge=true`)).status).toBe(204)
    }
    await lab.reapAll()

    if (kept) await checkBytes(other, [kept])
    expect(await buckets[0].listKeys()).toEqual(await lab.listKnown('s3'))
    expect(await buckets[0].listUnfinished()).toEqual([])
  })

  it('[DMS-10] migrate side by side, and one goes on alone when the other is killed', async () => {
    const files = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store(index % 2 === 0 ? one : other, randomBytes(9 * MIB)),
      ),
    )
    const listed = (await one.send('GET', 'storage-sources')).body['items'] as { id: string }[]
    const from = listed[0]?.id ?? ''
    const { body } = await other.send('POST', 'storage-sources', {
      name: 'second',
      kind: 's3',
      endpoint,
      region,
      bucket: buckets[1].name,
      credentialsRef: 'STORAGE_S3',
    })
    const to = String(body['id'])
    await one.send('POST', `storage-sources/${to}/default`)
    const path = `storage-sources/${from}/migrations`
    const id = String((await other.send('POST', path, { targetId: to })).body['id'])
    const show = async () => (await other.send('GET', `${path}/${id}`)).body
    const switched = async () => ((await show())['objects'] as { switched: number }).switched
    await expect.poll(switched, { timeout: 120_000 }).toBeGreaterThan(1)

    await processes[0]?.kill()
    await checkBytes(other, files)
    await lab.endLeases()

    await expect.poll(async () => (await show())['status'], { timeout: 120_000 }).toBe('DONE')
    expect(await show()).toMatchObject({ objects: { waiting: 0, copying: 0, failed: 0 } })
    await checkBytes(other, files)
    processes[0] = await startOne()
    await one.send('POST', `${path}/${id}/release`)
    await lab.reapAll()
    await checkBytes(one, files)
    expect(await buckets[0].listKeys()).toEqual([])
    expect(await buckets[1].listKeys()).toEqual(await lab.listKnown('s3'))
  })

  it('[DMS-15] write one unbroken audit', async () => {
    expect(await verifyAudit(lab, lab.tenantId)).toMatchObject({ valid: true, faults: [] })
  })
}
