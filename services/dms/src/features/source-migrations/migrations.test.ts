import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { StorageUnavailable } from '../../storage/object-store.ts'
import type { OwnedBytes } from '../../storage/owned-bytes.ts'
import { call, type Setup, setUp, sha256, type TestUser, upload } from '../../testing/setup.ts'
import { reap } from '../../testing/reap.ts'
import { findMigration, type MigrationRow } from './queries.ts'
import { migrateDue, migrateNext } from './worker.ts'

const setup: Setup = await setUp()
afterAll(() => setup.close())

const sources = '/api/dms/storage-sources'
const HOUR_MS = 3_600_000

let user: TestUser
let tenantId: string
let from: string
let to: string

// Each in a tenant of its own, with two sources that are one folder.
async function makeTenant(): Promise<void> {
  tenantId = randomUUID()
  user = setup.makeUser({ tenantId })
  const { body } = await call(setup, user, 'GET', sources)
  from = String((body['items'] as { id: string }[])[0]?.id)
  const body2 = { name: 'second', kind: 'filesystem', basePath: 'second' }
  to = String((await call(setup, user, 'POST', sources, body2)).body['id'])
}
beforeEach(makeTenant)

const moveDefault = () => call(setup, user, 'POST', `${sources}/${to}/default`)
const start = (targetId = to) =>
  call(setup, user, 'POST', `${sources}/${from}/migrations`, { targetId })
const show = async (id: string) =>
  (await call(setup, user, 'GET', `${sources}/${from}/migrations/${id}`)).body
const release = (id: string) =>
  call(setup, user, 'POST', `${sources}/${from}/migrations/${id}/release`)

async function uploadSome(count: number): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let index = 0; index < count; index++) {
    const bytes = randomBytes(index === 0 ? 3_000_000 : 1000 + index)
    hashes.set((await upload(setup, user, bytes)).versionId, sha256(bytes))
  }
  return hashes
}

async function checkAll(hashes: ReadonlyMap<string, string>, sourceId?: string): Promise<void> {
  for (const [versionId, hash] of hashes) {
    const { bytes } = await call(setup, user, 'GET', `/api/dms/versions/${versionId}/content`)
    expect(sha256(bytes)).toBe(hash)
    if (sourceId === undefined) continue
    const { body } = await call(setup, user, 'GET', `/api/dms/versions/${versionId}`)
    expect(body['storageSourceId']).toBe(sourceId)
  }
}

async function finish(): Promise<void> {
  for (let round = 0; round < 100 && (await migrateDue(setup.deps)) > 0; round++);
}

const getMigration = async (id: string): Promise<MigrationRow> => {
  const row = await findMigration(setup.db, tenantId, from, id)
  if (row === undefined) throw new Error('no migration')
  return row
}

async function listFiles(): Promise<string[]> {
  const folder = join(setup.root, 'objects')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(tenantId))
}

describe('a migration of a source', () => {
  it('[DMS-10] moves what is stored, keeps the old until it is told, and says how far it is', async () => {
    const hashes = await uploadSome(4)
    await moveDefault()

    const started = await start()
    expect(started).toMatchObject({ status: 201, body: { status: 'RUNNING', createdBy: user.id } })
    expect(started.body['objects']).toMatchObject({ waiting: 4, switched: 0 })
    const id = String(started.body['id'])
    await checkAll(hashes, from)
    await finish()

    expect(await show(id)).toMatchObject({
      status: 'DONE',
      objects: { waiting: 0, copying: 0, switched: 4, failed: 0, gone: 0 },
      waitingBytes: 0,
      failures: [],
    })
    const listed = await call(setup, user, 'GET', `${sources}/${from}/migrations`)
    expect(listed.body['items']).toEqual([await show(id)])
    await checkAll(hashes, to)
    expect(await listFiles()).toHaveLength(8)

    expect(await release(id)).toMatchObject({ status: 200, body: { status: 'RELEASED' } })
    expect(await release(id)).toMatchObject({ status: 200, body: { status: 'RELEASED' } })
    await reap(setup.deps)
    expect(await listFiles()).toHaveLength(8)
    setup.advance(HOUR_MS)
    await reap(setup.deps)

    expect(await listFiles()).toHaveLength(4)
    await checkAll(hashes, to)
    expect(await show(id)).toMatchObject({ objects: { switched: 4 } })
  })

  it('[DMS-10] copies each object once with six workers at it, while its bytes are read', async () => {
    const hashes = await uploadSome(7)
    await moveDefault()
    const id = String((await start()).body['id'])
    const migration = await getMigration(id)
    let isOver = false
    const reading = (async () => {
      while (!isOver) await checkAll(hashes)
    })()

    await Promise.all(
      Array.from({ length: 6 }, async () => {
        while ((await getMigration(id)).status === 'RUNNING') {
          await migrateNext(setup.deps, migration)
        }
      }),
    )
    isOver = true
    await reading

    expect(await show(id)).toMatchObject({ status: 'DONE', objects: { switched: 7, failed: 0 } })
    expect(await listFiles()).toHaveLength(14)
    await checkAll(hashes, to)
  })

  it('[DMS-05] never switches to bytes that are not those registered, and goes on with the rest', async () => {
    const hashes = await uploadSome(3)
    const bad = [...hashes.keys()][0] ?? ''
    const { key } = await setup.db
      .selectFrom('document_versions as v')
      .innerJoin('storage_objects as o', 'o.id', 'v.object_id')
      .select('o.key')
      .where('v.id', '=', bad)
      .executeTakeFirstOrThrow()
    await truncate(join(setup.root, 'objects', key), 10)
    await truncate(join(setup.root, 'objects', key), 3_000_000)
    await moveDefault()
    const id = String((await start()).body['id'])
    await finish()

    const shown = await show(id)
    expect(shown['status']).toBe('INCOMPLETE')
    const failures = shown['failures'] as { reason: string }[]
    expect(failures[0]?.reason).toBe('the bytes at the source have another hash')
    const { body } = await call(setup, user, 'GET', `/api/dms/versions/${bad}`)
    expect(body['storageSourceId']).toBe(from)

    // Told again, it tries again, and leaves nothing of what failed when it is given up.
    expect(await start()).toMatchObject({ status: 200, body: { id, status: 'RUNNING' } })
    await finish()
    await release(id)
    setup.advance(HOUR_MS)
    await reap(setup.deps)
    await reap(setup.deps)
    expect(await listFiles()).toHaveLength(3)
  })

  /** As the storage, but that what is written through it is changed on the way, `times` times. */
  function corrupting(times: number): typeof setup.deps {
    const { stores } = setup.deps
    let left = times
    async function* change(chunks: AsyncIterable<OwnedBytes>) {
      const isChanged = left-- > 0
      for await (const chunk of chunks) {
        if (isChanged) chunk.bytes[0] = (chunk.bytes[0] ?? 0) ^ 1
        yield chunk
      }
    }
    const open: typeof stores.open = async (source) => {
      const store = await stores.open(source)
      const append: typeof store.append = (target, chunks, options) =>
        store.append(target, change(chunks), options)
      return { ...store, append }
    }
    return { ...setup.deps, stores: { ...stores, open } }
  }

  const letTimePass = () =>
    setup.db
      .updateTable('object_copies')
      .set({ tried_at: new Date(0) })
      .execute()

  it('[DMS-05] copies anew what was changed on the way, and leaves nothing of it', async () => {
    const hashes = await uploadSome(1)
    await moveDefault()
    const id = String((await start()).body['id'])
    const deps = corrupting(2)
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await migrateNext(deps, await getMigration(id))).toBe('worked')
      await checkAll(hashes, from)
      await letTimePass()
    }
    expect(await show(id)).toMatchObject({ status: 'RUNNING', objects: { copying: 1, failed: 0 } })

    for (let round = 0; round < 5 && (await migrateDue(deps)) > 0; round++);

    expect(await show(id)).toMatchObject({ status: 'DONE', objects: { switched: 1 } })
    await checkAll(hashes, to)
    setup.advance(HOUR_MS)
    await reap(setup.deps)
    expect(await listFiles()).toHaveLength(2)
  })

  it('[DMS-05] gives an object up whose copies are changed on the way each time, and says so', async () => {
    const hashes = await uploadSome(1)
    await moveDefault()
    const id = String((await start()).body['id'])
    const deps = corrupting(100)
    for (let round = 0; round < 20 && (await show(id))['status'] === 'RUNNING'; round++) {
      await migrateDue(deps)
      await letTimePass()
    }

    expect(await show(id)).toMatchObject({
      status: 'INCOMPLETE',
      failures: [{ reason: 'the bytes at the target have another hash' }],
    })
    await checkAll(hashes, from)
    await start()
    await finish()
    await checkAll(hashes, to)
  })

  it('goes on where a worker died, and lets one that woke up too late do nothing', async () => {
    const hashes = await uploadSome(1)
    await moveDefault()
    const id = String((await start()).body['id'])
    const migration = await getMigration(id)
    let stuck = Promise.withResolvers<void>()
    const { stores } = setup.deps
    const slow: typeof stores = {
      ...stores,
      open: async (source) => {
        const store = await stores.open(source)
        return {
          ...store,
          commit: async (...args) => {
            await stuck.promise
            return store.commit(...args)
          },
        }
      },
    }
    const asleep = migrateNext({ ...setup.deps, stores: slow }, migration, 0.5)
    await expect.poll(async () => (await show(id))['copiedBytes']).toBe(3_000_000)
    // It is silent: its lease is as if it had run out.
    await setup.db
      .updateTable('object_copies')
      .set({ worker_until: new Date(0), worker_id: randomUUID() })
      .where('migration_id', '=', id)
      .execute()

    expect(await migrateNext(setup.deps, migration)).toBe('worked')
    stuck.resolve()
    stuck = Promise.withResolvers()
    expect(await asleep).toBe('left')
    await finish()

    expect(await show(id)).toMatchObject({ status: 'DONE', objects: { switched: 1 } })
    await checkAll(hashes, to)
    expect(await listFiles()).toHaveLength(2)
  })

  it('[DMS-10] is stopped while an object is on its way, which then is not switched', async () => {
    const hashes = await uploadSome(2)
    await moveDefault()
    const id = String((await start()).body['id'])
    const migration = await getMigration(id)
    const [reached, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { stores } = setup.deps
    const slow: typeof stores = {
      ...stores,
      open: async (source) => {
        const store = await stores.open(source)
        const commit: typeof store.commit = async (...args) => {
          reached.resolve()
          await stopped.promise
          return store.commit(...args)
        }
        return { ...store, commit }
      },
    }
    const working = migrateNext({ ...setup.deps, stores: slow }, migration)
    await reached.promise
    const stop = () => call(setup, user, 'POST', `${sources}/${from}/migrations/${id}/stop`)
    const [one, two] = await Promise.all([stop(), stop()])
    expect([one.body['status'], two.body['status']]).toEqual(['STOPPED', 'STOPPED'])
    stopped.resolve()

    expect(await working).toBe('left')
    // A worker that has read that it runs, a moment before it was stopped.
    await migrateNext(setup.deps, migration)
    expect(await show(id)).toMatchObject({
      status: 'STOPPED',
      objects: { waiting: 1, copying: 1, switched: 0 },
      progress: { doneObjects: 0, totalObjects: 2 },
    })
    await checkAll(hashes, from)
    await start()
    await finish()
    expect(await show(id)).toMatchObject({ status: 'DONE', progress: { doneObjects: 2 } })
    await checkAll(hashes, to)
  })

  it('may be given up half-way: what was switched stays, the rest stays where it was', async () => {
    const hashes = await uploadSome(2)
    await moveDefault()
    const id = String((await start()).body['id'])
    await migrateNext(setup.deps, await getMigration(id))
    await call(setup, user, 'POST', `${sources}/${from}/migrations/${id}/stop`)

    expect(await release(id)).toMatchObject({
      status: 200,
      body: { status: 'RELEASED', objects: { waiting: 1, switched: 1, copying: 0 } },
    })
    setup.advance(HOUR_MS)
    await reap(setup.deps)
    await checkAll(hashes)
    expect(await listFiles()).toHaveLength(2)
    // Another may begin now, and take the rest.
    const next = await start()
    expect(next).toMatchObject({ status: 201, body: { progress: { totalObjects: 1 } } })
    await finish()
    await checkAll(hashes, to)
  })

  it('says what it waits for while the storage does not answer', async () => {
    await uploadSome(1)
    await moveDefault()
    const id = String((await start()).body['id'])
    const { stores } = setup.deps
    const down: typeof stores = {
      ...stores,
      open: () => Promise.reject(new StorageUnavailable('the object storage cannot be reached')),
    }
    expect(await migrateNext({ ...setup.deps, stores: down }, await getMigration(id))).toBe('left')

    expect(await show(id)).toMatchObject({
      status: 'RUNNING',
      obstacle: { reason: 'the object storage cannot be reached', since: expect.any(String) },
    })
    await setup.db
      .updateTable('object_copies')
      .set({ tried_at: new Date(0) })
      .execute()
    await finish()
    expect(await show(id)).toMatchObject({ status: 'DONE', obstacle: null })
  })

  it('goes on while the storages of as many others as are moved at once do not answer', async () => {
    const stuck = new Set<string>()
    for (let other = 0; other < 4; other++) {
      await uploadSome(1)
      await moveDefault()
      const path = `${sources}/${from}/migrations/${String((await start()).body['id'])}/stop`
      const admin = user
      onTestFinished(async () => void (await call(setup, admin, 'POST', path)))
      stuck.add(tenantId)
      await makeTenant()
    }
    await uploadSome(1)
    await moveDefault()
    const id = String((await start()).body['id'])
    const { stores } = setup.deps
    const open: typeof stores.open = (source) =>
      stuck.has(source.tenantId)
        ? Promise.reject(new StorageUnavailable('the object storage cannot be reached'))
        : stores.open(source)

    for (let round = 0; round < 4; round++)
      await migrateDue({ ...setup.deps, stores: { ...stores, open } })

    expect(await show(id)).toMatchObject({ status: 'DONE', objects: { switched: 1 } })
  })

  it('takes the old copy along when a document is deleted for good', async () => {
    const { documentId } = await upload(setup, user, randomBytes(100))
    await moveDefault()
    const id = String((await start()).body['id'])
    await finish()
    expect(await show(id)).toMatchObject({ status: 'DONE' })

    const document = `/api/dms/documents/${documentId}`
    await call(setup, user, 'DELETE', document)
    await call(setup, user, 'DELETE', `${document}?purge=true`)
    setup.advance(HOUR_MS)
    await reap(setup.deps)
    await reap(setup.deps)

    expect(await listFiles()).toEqual([])
  })

  it('moves the old version with the one restored from it, and open uploads later', async () => {
    const first = await upload(setup, user, Buffer.from('one'))
    await upload(setup, user, Buffer.from('two'), { documentId: first.documentId })
    const restored = await call(
      setup,
      user,
      'POST',
      `/api/dms/versions/${first.versionId}/restore`,
      {},
    )
    expect(restored.status).toBe(201)
    const body = { fileName: 'late.txt', sizeBytes: 4 }
    const late = await call(setup, user, 'POST', '/api/dms/uploads/initiate', body)
    await moveDefault()
    const id = String((await start()).body['id'])
    await finish()
    expect(await show(id)).toMatchObject({ status: 'DONE', openUploads: 1 })
    const hash = createHash('sha256').update('one').digest('hex')
    const both = new Map([
      [first.versionId, hash],
      [String(restored.body['id']), hash],
    ])
    await checkAll(both, to)

    const path = `/api/dms/uploads/${String(late.body['id'])}`
    const headers = { ...user.headers, 'content-type': 'application/octet-stream' }
    await setup.app.inject({ method: 'POST', url: `${path}/content`, headers, payload: 'late' })
    expect((await call(setup, user, 'POST', `${path}/complete`, {})).status).toBe(200)
    expect(await start()).toMatchObject({ status: 200, body: { id, status: 'RUNNING' } })
    await finish()
    expect(await show(id)).toMatchObject({ status: 'DONE', objects: { switched: 3 } })
  })

  describe('and the way back', () => {
    const moveBetween = async (a: string, b: string) => {
      await call(setup, user, 'POST', `${sources}/${b}/default`)
      const body = { targetId: b }
      return call(setup, user, 'POST', `${sources}/${a}/migrations`, body)
    }
    const showAt = async (a: string, id: string) =>
      (await call(setup, user, 'GET', `${sources}/${a}/migrations/${id}`)).body

    it('[DMS-10] leads to the old source, also before the old copies are given up, and forth again', async () => {
      const hashes = await uploadSome(3)
      const there = String((await moveBetween(from, to)).body['id'])
      await finish()
      await checkAll(hashes, to)

      const back = String((await moveBetween(to, from)).body['id'])
      await finish()
      expect(await showAt(to, back)).toMatchObject({ status: 'DONE', objects: { switched: 3 } })
      await checkAll(hashes, from)

      expect(await moveBetween(from, to)).toMatchObject({
        body: { id: there, status: 'RUNNING', objects: { waiting: 3, switched: 0 } },
      })
      await finish()
      expect(await showAt(from, there)).toMatchObject({ status: 'DONE', objects: { switched: 3 } })
      await checkAll(hashes, to)

      await call(setup, user, 'POST', `${sources}/${from}/migrations/${there}/release`)
      await call(setup, user, 'POST', `${sources}/${to}/migrations/${back}/release`)
      setup.advance(HOUR_MS)
      await reap(setup.deps)
      await checkAll(hashes, to)
      expect(await listFiles()).toHaveLength(3)
    })

    it('is refused while the way there is under way, to two who ask at once as well', async () => {
      await uploadSome(1)
      const third = { name: 'third', kind: 'filesystem', basePath: 'third' }
      const { body } = await call(setup, user, 'POST', sources, third)
      await call(setup, user, 'POST', `${sources}/${String(body['id'])}/default`)
      const begin = (a: string, b: string) =>
        call(setup, user, 'POST', `${sources}/${a}/migrations`, { targetId: b })

      const replies = await Promise.all([begin(from, to), begin(to, from)])

      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const refused = replies.find(({ status }) => status === 409)
      expect(refused?.body['code']).toBe('dms.migration_running')
    })
  })

  it('is refused where it could not end or has no place to go', async () => {
    expect(await start()).toMatchObject({ status: 409, body: { code: 'dms.source_is_default' } })
    expect(await start(from)).toMatchObject({ status: 422, body: { code: 'dms.source_invalid' } })
    await moveDefault()
    expect(await start(randomUUID())).toMatchObject({ status: 422 })
    const other = { name: 'third', kind: 'filesystem' }
    const third = String((await call(setup, user, 'POST', sources, other)).body['id'])
    await call(setup, user, 'PATCH', `${sources}/${third}`, { status: 'READ_ONLY' })
    expect(await start(third)).toMatchObject({
      status: 409,
      body: { code: 'dms.source_read_only' },
    })

    const [one, two] = await Promise.all([start(), start()])
    expect([one.status, two.status].toSorted()).toEqual([200, 201])
    expect(one.body['id']).toBe(two.body['id'])
    await call(setup, user, 'PATCH', `${sources}/${third}`, { status: 'ACTIVE' })
    const second = await start(third)
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'dms.migration_running', migrationId: one.body['id'] },
    })
    const early = await release(String(one.body['id']))
    expect(early).toMatchObject({ status: 409, body: { code: 'dms.migration_running' } })
  })
})
