import { randomBytes } from 'node:crypto'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Bucket } from '../../testing/bucket.ts'
import { checkBytes, type Lab, openLab, store, storeAll, type Stored } from '../../testing/lab.ts'
import type { S3Server } from '../../testing/s3-server.ts'
import { openServerLab, type ServerLab } from '../../testing/server-lab.ts'
import { startCli } from '../../testing/service-process.ts'
import type { SmallDisk } from '../../testing/small-disk.ts'
import { findDatabaseWrites, startStepProxy, type StepProxy } from '../../testing/step-proxy.ts'

// Files on their way to another storage, and on their way out, while that storage is frozen, killed,
// full or gone, and while the database is lost at any moment.

const MIB = 1024 * 1024
const WAIT = { timeout: 100_000 }

const program = findProgram('s3server', process.env) ?? ''
describe('a storage that fails', { tags: 's3server' }, () => withServer(program))

function withServer(program: string) {
  let opened: ServerLab
  let lab: Lab
  let disk: SmallDisk
  let server: S3Server
  let bucket: Bucket
  let files: Stored[] = []
  let folder: string
  let archive: string

  beforeAll(async () => {
    opened = await openServerLab(program)
    ;({ lab, disk, server, bucket } = opened)
    await lab.start({
      STORAGE_FILESYSTEM_ROOT: lab.root,
      STORAGE_ENDPOINTS: server.endpoint,
      STORAGE_ARCHIVE_ACCESS_KEY: server.accessKey,
      STORAGE_ARCHIVE_SECRET_KEY: server.secretKey,
      STORAGE_TIMEOUT_MS: '4000',
      PREVIEW_WORKERS: '0',
    })
    const { body } = await lab.client.send('GET', 'storage-sources')
    folder = (body['items'] as { id: string }[])[0]?.id ?? ''
    const created = await lab.client.send('POST', 'storage-sources', {
      name: 'archive',
      kind: 's3',
      endpoint: server.endpoint,
      region: server.region,
      bucket: bucket.name,
      credentialsRef: 'STORAGE_ARCHIVE',
    })
    archive = String(created.body['id'])
  })
  afterAll(() => opened.close())

  const path = () => `storage-sources/${folder}/migrations`
  const show = async (id: string) => (await lab.client.send('GET', `${path()}/${id}`)).body
  const moveDefault = (to: string) => lab.client.send('POST', `storage-sources/${to}/default`)

  /** Files in the folder that the migration is asked to move to the archive. */
  async function begin(count: number): Promise<string> {
    await moveDefault(folder)
    files = await storeAll(lab.client, Array<number>(count).fill(9 * MIB))
    await moveDefault(archive)
    const { body } = await lab.client.send('POST', path(), { targetId: archive })
    return String(body['id'])
  }

  async function expectMoved(id: string): Promise<void> {
    await expect.poll(async () => (await show(id))['status'], WAIT).toBe('DONE')
    expect(await show(id)).toMatchObject({ obstacle: null, objects: { failed: 0, copying: 0 } })
    await checkBytes(lab.client, files)
  }

  const outages: [string, () => Promise<void>, () => void | Promise<void>][] = [
    ['frozen', () => server.freeze(), () => server.thaw()],
    ['killed', () => server.kill(), () => server.start()],
  ]

  /** Files move there while it fails: they are read where they were, and go on when it is mended. */
  async function moveThrough(
    fail: () => void | Promise<void>,
    mend: () => void | Promise<void>,
  ): Promise<void> {
    await fail()
    const id = await begin(2)
    await expect.poll(async () => (await show(id))['obstacle'], WAIT).not.toBeNull()
    expect(await show(id)).toMatchObject({ status: 'RUNNING', objects: { failed: 0 } })
    await checkBytes(lab.client, files)

    await mend()

    await expectMoved(id)
  }

  it.each(outages)(
    '[DMS-05] [DMS-10] %s while files move to it: says so, all is read where it was, and it goes on',
    (_name, fail, mend) => moveThrough(fail, mend),
  )

  it(
    '[DMS-05] [DMS-10] full while files move to it: says so, all is read where it was, and it goes on',
    { tags: 'mount' },
    () =>
      moveThrough(
        () => disk.fill(4 * MIB),
        () => disk.empty(),
      ),
  )

  it.each(outages)(
    '[DMS-05] %s while files of it are deleted: they go when it is back, and no others',
    async (_name, fail, mend) => {
      const [kept, ...doomed] = await storeAll(lab.client, [1000, 1000, 1000])
      await fail()
      for (const { documentId } of doomed) {
        await lab.client.send('DELETE', `documents/${documentId}`)
        const { status } = await lab.client.send('DELETE', `documents/${documentId}?purge=true`)
        expect(status).toBe(204)
      }
      await mend()

      await lab.reapAll()
      if (kept) await checkBytes(lab.client, [kept])
      expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
    },
  )

  it('[DMS-05] [DMS-10] without its bucket: nothing is given up, and it goes on when there is one', async () => {
    const named = (to: string) =>
      sql`
      update storage_sources set bucket = ${to} where id = ${archive}`.execute(lab.db)
    const doomed = await store(lab.client, randomBytes(1000))
    // As an administrator of the storage takes it away, or names another server.
    await named('dms-not-there')
    const id = await begin(1)
    await expect
      .poll(async () => (await show(id))['obstacle'], WAIT)
      .toMatchObject({ reason: 'the bucket is not there' })
    await lab.client.send('DELETE', `documents/${doomed.documentId}`)
    await lab.client.send('DELETE', `documents/${doomed.documentId}?purge=true`)
    expect(
      await lab.client.send('GET', `versions/${files[0]?.versionId ?? ''}/content`),
    ).toMatchObject({ status: 200 })

    await named(bucket.name)

    await expectMoved(id)
    await lab.reapAll()
    expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
  })
}

// A command for each moment, on a machine that may be busy.
describe('a migration that is killed', { timeout: 400_000 }, () => {
  let lab: Lab
  let proxy: StepProxy
  afterEach(async () => {
    await lab.close()
    await proxy.close()
  })

  it('[DMS-05] [DMS-10] before each write to the database, loses and leaves nothing', async () => {
    lab = await openLab()
    proxy = await startStepProxy(new URL(lab.databaseUrl), findDatabaseWrites)
    const through = new URL(lab.databaseUrl)
    through.hostname = '127.0.0.1'
    through.port = String(proxy.port)
    const direct = { STORAGE_FILESYSTEM_ROOT: lab.root, PREVIEW_WORKERS: '0' }
    await lab.start(direct)
    const files = await storeAll(lab.client, [3 * MIB])
    const { body } = await lab.client.send('POST', 'storage-sources', {
      name: 'second',
      kind: 'filesystem',
      basePath: 'second',
    })
    await lab.client.send('POST', `storage-sources/${String(body['id'])}/default`)
    await lab.stop()
    const named = ['--tenant', lab.tenantId, '--from', 'default', '--to', 'second', '--release']
    const environment = { ...direct, DATABASE_URL: through.href }

    let kills = 0
    for (; ; kills++) {
      await lab.endLeases()
      // The first write, the second, and so on; before one is after all that came before it.
      const held = proxy.holdAt(1 + kills, 'before')
      const command = startCli({ ...lab.options, environment }, ['sources', 'migrate', ...named])
      const first = await Promise.race([held, command.done])
      await command.kill()
      proxy.release()
      if (typeof first !== 'object') continue
      expect(first.code).toBe(0)
      break
    }

    expect(kills).toBeGreaterThan(10)
    await lab.start(direct)
    await lab.reapAll()
    await checkBytes(lab.client, files)
    const { rows } = await sql<{ name: string }>`
      select distinct s.name from storage_objects o
      join storage_sources s on s.tenant_id = o.tenant_id and s.id = o.source_id
      where o.status in ('STORED', 'KEPT')`.execute(lab.db)
    expect(rows).toEqual([{ name: 'second' }])
    expect(await lab.listFiles()).toEqual({
      whole: await lab.listKnown('filesystem'),
      incoming: [],
    })
  })
})
