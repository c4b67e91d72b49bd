import { randomBytes } from 'node:crypto'
import { s3OfRun, type TestS3 } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bucket, makeBucket } from '../../testing/bucket.ts'
import { checkBytes, type Lab, openLab, store, storeAll, type Stored } from '../../testing/lab.ts'
import { startCli } from '../../testing/service-process.ts'

// A library moves between a folder and a real S3, by the service and by the command line as a process
// of its own, while it is read and written, stopped and killed.

const MIB = 1024 * 1024
const SIZES = [0, 1, 3 * MIB, 8 * MIB, 21 * MIB + 7]
type Kind = 'filesystem' | 's3'

const s3 = s3OfRun(process.env)
describe.each([
  ['filesystem', 's3'],
  ['s3', 'filesystem'],
] as const)('a library on %s', { tags: 's3' }, (from, to) => suite(s3, from, to))

function suite({ endpoint, region, accessKey, secretKey }: TestS3, from: Kind, to: Kind) {
  let lab: Lab
  let bucket: Bucket
  let environment: Readonly<Record<string, string>>
  let files: Stored[]
  const sourceIds = { filesystem: '', s3: '' }

  beforeAll(async () => {
    ;[lab, bucket] = await Promise.all([
      openLab(),
      makeBucket({ endpoint, region, accessKey, secretKey }),
    ])
    environment = {
      STORAGE_FILESYSTEM_ROOT: lab.root,
      STORAGE_ENDPOINTS: endpoint,
      STORAGE_ARCHIVE_ACCESS_KEY: accessKey,
      STORAGE_ARCHIVE_SECRET_KEY: secretKey,
      PREVIEW_WORKERS: '0',
    }
    await lab.start(environment)
    const { body } = await lab.client.send('GET', 'storage-sources')
    sourceIds.filesystem = (body['items'] as { id: string }[])[0]?.id ?? ''
    const created = await lab.client.send('POST', 'storage-sources', {
      name: 'archive',
      kind: 's3',
      endpoint,
      region,
      bucket: bucket.name,
      credentialsRef: 'STORAGE_ARCHIVE',
    })
    sourceIds.s3 = String(created.body['id'])
    await moveDefault(from)
    files = await storeAll(lab.client, SIZES)
    await moveDefault(to)
  })
  afterAll(async () => {
    await lab.close()
    await bucket.drop()
  })

  const moveDefault = (kind: Kind) =>
    lab.client.send('POST', `storage-sources/${sourceIds[kind]}/default`)
  const path = () => `storage-sources/${sourceIds[from]}/migrations`
  const begin = () => lab.client.send('POST', path(), { targetId: sourceIds[to] })
  const show = async (id: string) => (await lab.client.send('GET', `${path()}/${id}`)).body
  const statusOf = async (id: string) => (await show(id))['status']
  const listSourceOf = async () => {
    const ids = []
    for (const { versionId } of files) {
      ids.push((await lab.client.send('GET', `versions/${versionId}`)).body['storageSourceId'])
    }
    return [...new Set(ids)]
  }
  const cli = (...more: string[]) => {
    const { tenantId, options } = lab
    const named = ['--tenant', tenantId, '--from', sourceIds[from], '--to', sourceIds[to]]
    return startCli({ ...options, environment }, ['sources', 'migrate', ...named, ...more])
  }

  it('[DMS-10] stops where it is told to, with every byte in place, and goes on from there', async () => {
    const { body, status } = await begin()
    expect(status).toBe(201)
    const id = String(body['id'])
    const totalBytes = SIZES.reduce((sum, size) => sum + size, 0)
    expect(body['progress']).toMatchObject({ totalObjects: SIZES.length, totalBytes })

    const stopped = await lab.client.send('POST', `${path()}/${id}/stop`)
    expect(stopped).toMatchObject({ status: 200, body: { status: 'STOPPED' } })
    const { progress } = await show(id)
    await checkBytes(lab.client, files)
    expect(await show(id)).toMatchObject({ status: 'STOPPED', progress })
    const again = await lab.client.send('POST', `${path()}/${id}/stop`)
    expect(again).toMatchObject({ status: 200, body: { status: 'STOPPED', progress } })

    expect(await begin()).toMatchObject({ status: 200, body: { id, status: 'RUNNING' } })
    files.push(await store(lab.client, randomBytes(2 * MIB)))
    await expect.poll(() => statusOf(id)).toBe('DONE')

    const { progress: last } = await show(id)
    const done = { doneObjects: SIZES.length, totalObjects: SIZES.length }
    expect(last).toEqual({ ...done, doneBytes: totalBytes, totalBytes })
    expect(await listSourceOf()).toEqual([sourceIds[to]])
    await checkBytes(lab.client, files)
    // The old is kept until somebody says so.
    const [inBucket, inFolder] = [await bucket.listKeys(), (await lab.listFiles()).whole]
    expect(inBucket).toEqual(await lab.listKnown('s3'))
    expect(inFolder).toEqual(await lab.listKnown('filesystem'))
    expect(Math.min(inBucket.length, inFolder.length)).toBe(SIZES.length)

    await lab.client.send('POST', `${path()}/${id}/release`)
    await lab.reapAll()
    await checkBytes(lab.client, files)
    expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
    expect((await lab.listFiles()).whole).toEqual(await lab.listKnown('filesystem'))
    expect(await lab.listKnown(from)).toEqual([])
  })

  it('[DMS-10] moves by the command line alone, killed on the way, to the last byte', async () => {
    await moveDefault(from)
    files.push(...(await storeAll(lab.client, [30 * MIB, 5, 12 * MIB])))
    await moveDefault(to)
    await lab.stop()

    const killed = cli()
    const copied = async () => {
      const copies = lab.db.selectFrom('object_copies').where('status', '=', 'COPYING')
      const [copy] = await copies.select('copied_bytes').execute()
      return copy !== undefined && copy.copied_bytes > 0
    }
    await expect.poll(copied, { timeout: 60_000, interval: 10 }).toBe(true)
    await killed.kill()
    await lab.endLeases()
    const { done, notes } = cli('--release')
    const { code, output } = await done

    expect([code, notes.filter((line) => !line.startsWith('{"doneObjects"'))]).toEqual([0, []])
    const report = JSON.parse(output) as Record<string, unknown>
    expect(report).toMatchObject({ status: 'RELEASED', objects: { switched: 3, failed: 0 } })
    await lab.start(environment)
    await lab.reapAll()
    await checkBytes(lab.client, files)
    expect(await listSourceOf()).toEqual([sourceIds[to]])
    expect(await lab.listKnown(from)).toEqual([])
    expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
    expect(await lab.listFiles()).toEqual({
      whole: await lab.listKnown('filesystem'),
      incoming: [],
    })
    expect(await bucket.listUnfinished()).toEqual([])
  })

  it('[DMS-10] is waited for by the command line when the service beside it does the work', async () => {
    await moveDefault(from)
    files.push(...(await storeAll(lab.client, [9 * MIB, 10])))
    await moveDefault(to)

    const { code, output } = await cli('--release').done

    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ status: 'RELEASED', objects: { switched: 2 } })
    await checkBytes(lab.client, files)
  })
}
