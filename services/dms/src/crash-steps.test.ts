import { randomBytes, randomUUID } from 'node:crypto'
import { s3OfRun, type TestS3 } from '@countersign/test-kit/optional-tools'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bucket, makeBucket } from './testing/bucket.ts'
import { checkBytes, type Lab, openLab, persist, storeAll, type Stored } from './testing/lab.ts'
import { type Reply, startCli } from './testing/service-process.ts'
import {
  findDatabaseWrites,
  findHttpRequests,
  type Moment,
  startStepProxy,
  type StepProxy,
} from './testing/step-proxy.ts'

// The service as a real process, killed without warning at every request that it makes of its storage
// and at every write to its database: just before it arrives, and when it is done and nobody has heard
// of it. Whatever the moment, the client goes on, nothing is lost and nothing is left over.

const MIB = 1024 * 1024
const moments: readonly Moment[] = ['before', 'after']
// On a machine that does other things as well.
const EVERY_STEP_MS = 1_200_000

let lab: Lab
let proxy: StepProxy
beforeEach(async () => {
  lab = await openLab()
})
afterEach(async () => {
  await lab.close()
  await proxy.close()
})

/**
 * Does the work again and again, killing the service at its first step, its second, and so on, until
 * it comes to its end.
 *
 * @param recover What a client does when the service is there again.
 * @returns how often the service was killed.
 */
async function killAtEveryStep(
  moment: Moment,
  environment: Readonly<Record<string, string>>,
  work: (run: string) => Promise<unknown>,
  recover: (run: string) => Promise<unknown>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const run = randomUUID()
    const held = proxy.holdAt(step, moment).then(() => 'held')
    const working = work(run).then(
      () => 'done',
      () => 'cut',
    )
    const first = await Promise.race([held, working])
    if (first === 'done') {
      proxy.release()
      return step - 1
    }
    await lab.stop()
    proxy.release()
    await working
    await lab.start(environment)
    await lab.endLeases()
    await recover(run)
  }
}

const bytes = randomBytes(9 * MIB)
const FIRST = MIB

async function begin(run: string): Promise<string> {
  const { body } = await lab.client.send(
    'POST',
    'uploads/initiate',
    { fileName: 'a.bin', sizeBytes: bytes.length },
    { headers: { 'content-type': 'application/json', 'idempotency-key': run } },
  )
  return String(body['id'])
}

/** In two pieces, so that the second goes on where the first ended. */
async function upload(run: string): Promise<void> {
  const id = await begin(run)
  await lab.client.sendBytes(id, bytes.subarray(0, FIRST))
  await lab.client.sendBytes(id, bytes.subarray(FIRST), FIRST)
  const { status } = await lab.client.send('POST', `uploads/${id}/complete`, {})
  if (status !== 200) throw new Error(`complete answered ${status}`)
}

/** A client that knows only what it began: one version comes of it, with its bytes. */
async function finishUpload(run: string): Promise<void> {
  const { body } = await persist(lab.client, await begin(run), bytes)
  expect(body['versionNo']).toBe(1)
  await checkBytes(lab.client, [body as unknown as Stored])
}

const small = randomBytes(10_000)
const sendWhole = (run: string): Promise<Reply> =>
  lab.client.send('POST', 'uploads?fileName=a.bin', undefined, {
    body: small,
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': run },
  })

async function uploadWhole(run: string): Promise<void> {
  const { status } = await sendWhole(run)
  if (status !== 200) throw new Error(`the upload answered ${status}`)
}

/** A client that has heard of nothing, and sends it again. */
async function sendWholeAgain(run: string): Promise<void> {
  const { status, body } = await sendWhole(run)
  expect([status, body['versionNo']]).toEqual([200, 1])
  await checkBytes(lab.client, [body as unknown as Stored])
}

async function countVersions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from document_versions`.execute(lab.db)
  return rows[0]?.count ?? 0
}

describe('on a folder', { timeout: EVERY_STEP_MS }, () => {
  let environment: Readonly<Record<string, string>>
  beforeEach(async () => {
    proxy = await startStepProxy(new URL(lab.databaseUrl), findDatabaseWrites)
    const through = new URL(lab.databaseUrl)
    through.hostname = '127.0.0.1'
    through.port = String(proxy.port)
    environment = {
      STORAGE_FILESYSTEM_ROOT: lab.root,
      DATABASE_URL: through.href,
      PREVIEW_WORKERS: '0',
    }
    await lab.start(environment)
  })

  // What is between two writes happens in files: "before" a write is after what went before it.
  it('[DMS-03] [DMS-04] [DMS-05] killed before each write of an upload to the database', async () => {
    const kills = await killAtEveryStep('before', environment, upload, finishUpload)

    expect(kills).toBeGreaterThan(8)
    expect(await countVersions()).toBe(kills + 1)
    await lab.reapAll()
    const whole = await lab.listKnown('filesystem')
    expect(whole).toHaveLength(kills + 1)
    expect(await lab.listFiles()).toEqual({ whole, incoming: [] })
  })

  it.each(moments)(
    '[DMS-03] [DMS-05] killed %s each write of an upload in one request to the database',
    async (moment) => {
      const kills = await killAtEveryStep(moment, environment, uploadWhole, sendWholeAgain)

      expect(kills).toBeGreaterThan(1)
      expect(await countVersions()).toBe(kills + 1)
      await lab.reapAll()
      const whole = await lab.listKnown('filesystem')
      expect(whole).toHaveLength(kills + 1)
      expect(await lab.listFiles()).toEqual({ whole, incoming: [] })
    },
  )

  it('[DMS-05] killed before each write of a deletion to the database', async () => {
    const [kept, ...doomed] = await storeAll(lab.client, Array<number>(25).fill(1000))
    const remove = async (documentId: string | undefined) => {
      await lab.client.send('DELETE', `documents/${documentId}`)
      const { status } = await lab.client.send('DELETE', `documents/${documentId}?purge=true`)
      if (![204, 404].includes(status)) throw new Error(`deletion answered ${status}`)
    }
    let next = 0
    const kills = await killAtEveryStep(
      'before',
      environment,
      () => remove(doomed[next]?.documentId),
      () => remove(doomed[next++]?.documentId),
    )

    expect(kills).toBeGreaterThan(6)
    expect(await countVersions()).toBe(doomed.length - kills)
    await lab.reapAll()
    if (kept) await checkBytes(lab.client, [kept])
    expect((await lab.listFiles()).whole).toEqual(await lab.listKnown('filesystem'))
  })
})

const s3 = s3OfRun(process.env)
describe('on S3', { tags: 's3', timeout: EVERY_STEP_MS }, () => onS3(s3))

function onS3(server: TestS3) {
  let bucket: Bucket
  let environment: Readonly<Record<string, string>>
  afterEach(() => bucket.drop())
  beforeEach(async () => {
    bucket = await makeBucket(server)
    proxy = await startStepProxy(new URL(server.endpoint), findHttpRequests)
    environment = {
      STORAGE_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      STORAGE_S3_REGION: server.region,
      STORAGE_S3_BUCKET: bucket.name,
      STORAGE_S3_ACCESS_KEY: server.accessKey,
      STORAGE_S3_SECRET_KEY: server.secretKey,
      PREVIEW_WORKERS: '0',
    }
    await lab.start(environment)
  })

  it.each(
    moments.flatMap((moment) => [
      { moment, what: 'an upload', least: 8, work: upload, recover: finishUpload },
      {
        moment,
        what: 'an upload in one request',
        least: 1,
        work: uploadWhole,
        recover: sendWholeAgain,
      },
    ]),
  )(
    '[DMS-03] [DMS-04] [DMS-05] killed $moment each request of $what to the storage',
    async ({ moment, least, work, recover }) => {
      const kills = await killAtEveryStep(moment, environment, work, recover)

      expect(kills).toBeGreaterThan(least)
      expect(await countVersions()).toBe(kills + 1)
      await lab.reapAll()
      const known = await lab.listKnown('s3')
      expect(known).toHaveLength(kills + 1)
      expect(await bucket.listKeys()).toEqual(known)
      expect(await bucket.listUnfinished()).toEqual([])
    },
  )

  /** Runs the command again and again, killed at its first request, its second, and so on. */
  async function killCommand(args: readonly string[]): Promise<number> {
    for (let kills = 0; ; kills++) {
      await lab.endLeases()
      // As if the reaper's waiting were over, also for what a killed one had taken.
      await sql`update storage_objects set reap_after = now()
        where status = 'DELETING'`.execute(lab.db)
      // Each moment of the first request, the second, and so on: what was done is not asked again,
      // but clearing up behind the killed ones is, so that a fixed number would never be enough.
      const held = proxy.holdAt(1 + Math.floor(kills / 2), moments[kills % 2] ?? 'before')
      const command = startCli({ ...lab.options, environment }, args)
      const first = await Promise.race([held, command.done])
      await command.kill()
      proxy.release()
      if (typeof first !== 'object') continue
      expect(first.code).toBe(0)
      return kills
    }
  }

  it('[DMS-05] killed before and after each request of the reaper', async () => {
    const [kept, ...doomed] = await storeAll(lab.client, Array<number>(6).fill(1000))
    for (const { documentId } of doomed) {
      await lab.client.send('DELETE', `documents/${documentId}`)
      await lab.client.send('DELETE', `documents/${documentId}?purge=true`)
    }
    await lab.stop()

    const kills = await killCommand(['reap'])

    expect(kills).toBeGreaterThan(6)
    await lab.start(environment)
    if (kept) await checkBytes(lab.client, [kept])
    expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
    expect(await bucket.listKeys()).toHaveLength(1)
  })

  it('[DMS-10] killed before and after each request of a migration', async () => {
    environment = {
      ...environment,
      STORAGE_FILESYSTEM_ROOT: lab.root,
      STORAGE_ENDPOINTS: `http://127.0.0.1:${proxy.port}`,
    }
    await lab.stop()
    await lab.start(environment)
    const files = await storeAll(lab.client, Array<number>(3).fill(9 * MIB))
    const { send } = lab.client
    const listed = (await send('GET', 'storage-sources')).body['items'] as { id: string }[]
    const { body } = await send('POST', 'storage-sources', {
      name: 'archive',
      kind: 's3',
      endpoint: environment['STORAGE_S3_ENDPOINT'],
      region: server.region,
      bucket: bucket.name,
      credentialsRef: 'STORAGE_S3',
    })
    const [from, to] = [listed[0]?.id ?? '', String(body['id'])]
    await send('POST', `storage-sources/${to}/default`)
    await lab.stop()
    const named = ['--tenant', lab.tenantId, '--from', from, '--to', to]

    const kills = await killCommand(['sources', 'migrate', ...named])

    expect(kills).toBeGreaterThan(10)
    await lab.start(environment)
    await checkBytes(lab.client, files)
    const { code } = await startCli({ ...lab.options, environment }, [
      'sources',
      'migrate',
      ...named,
      '--release',
    ]).done
    expect(code).toBe(0)
    await lab.reapAll()
    await checkBytes(lab.client, files)
    expect(await lab.listFiles()).toEqual({ whole: [], incoming: [] })
    expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
    expect(await bucket.listUnfinished()).toEqual([])
  })
}
