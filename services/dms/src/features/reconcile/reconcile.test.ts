import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createReport, type Difference } from '@countersign/service-kit/reconcile'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindVersion, type Bound } from '../../testing/bound.ts'
import { call, initiate, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { reap } from '../../testing/reap.ts'
import { reconcileBindings } from './bindings.ts'
import { reconcileObjects } from './objects.ts'
import { FIRST_ID, listStored, listTenants, markLost } from './queries.ts'
import { reconcileApprovals } from './rebind.ts'

const DAY_MS = 24 * 3_600_000
let setup: Setup
let user: TestUser

beforeEach(async () => {
  setup = await setUp()
  user = setup.makeUser()
})
afterEach(() => setup.close())

async function reconcile(repair = false, read = false): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const print = (line: string) => found.push(JSON.parse(line) as Difference)
  const report = createReport({ service: 'dms', json: true, print })
  const unnamedBefore = new Date(Date.now() - 7 * DAY_MS)
  const wanted = { repair, since: new Date(0), read, unnamedBefore }
  for (const tenantId of await listTenants(setup.db)) {
    await reconcileBindings(setup.deps, report, tenantId, wanted)
    await reconcileApprovals(setup.deps, report, tenantId, wanted)
    await reconcileObjects(setup.deps, report, tenantId, wanted)
  }
  return found
}
const kinds = async (repair = false) =>
  (await reconcile(repair)).map(({ kind, outcome }) => `${kind} ${outcome}`)
const twiceAtOnce = async () =>
  (await Promise.all([kinds(true), kinds(true)]))
    .flat()
    .filter((each) => !each.endsWith('repaired'))

const versionOf = async ({ versionId }: Pick<Bound, 'versionId'>) =>
  (await call(setup, user, 'GET', `/api/dms/versions/${versionId}`)).body
const bindingOf = async ({ documentId }: { readonly documentId: string }) =>
  (await call(setup, user, 'GET', `/api/dms/documents/${documentId}/approval`)).body
const audited = async (action: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from audit_events where tenant_id = ${setup.tenantId} and action = ${action}`.execute(setup.db)
  return rows[0]?.count
}
const instanceOf = ({ instanceId }: Bound) => {
  const instance = setup.bpm.instances.find(({ id }) => id === instanceId)
  if (instance === undefined) throw new Error('no such instance')
  return instance
}

describe('bindings', () => {
  let bound: Awaited<ReturnType<typeof bindVersion>>
  beforeEach(async () => {
    bound = await bindVersion(setup, user)
  })

  it('say nothing while both sides say the same', async () => {
    expect(await reconcile(true)).toEqual([])
    expect(await bindingOf(bound)).toMatchObject({ status: 'BOUND' })
  })

  it('of an approval that the workflow service lost are ended, once, and their key starts nothing', async () => {
    setup.bpm.instances.length = 0

    expect(await kinds()).toEqual(['approval_lost repairable'])
    expect(await versionOf(bound)).toMatchObject({ status: 'IN_APPROVAL' })
    expect(await twiceAtOnce()).toEqual([])

    expect(await kinds(true)).toEqual([])
    expect(await versionOf(bound)).toMatchObject({ status: 'DRAFT' })
    expect(await bindingOf(bound)).toMatchObject({ status: 'FAILED' })
    expect(await audited('approval.lost')).toBe(1)
    expect(setup.bpm.requests.filter(({ line }) => line.endsWith('fence'))).not.toEqual([])
    const again = { versionId: bound.versionId, title: 'Again', requestKey: 'again' }
    const path = `/api/dms/documents/${bound.documentId}/approval`
    expect((await call(setup, user, 'POST', path, again)).status).toBe(201)
  })

  it('stay locked while the workflow service gives no answer', async () => {
    setup.bpm.faults.find = 'cut before'
    expect(await kinds(true)).toContain('workflow_unanswered unanswered')
    expect(await versionOf(bound)).toMatchObject({ status: 'IN_APPROVAL' })

    setup.bpm.faults.find = 'none'
    setup.bpm.instances.length = 0
    setup.bpm.faults.fence = 'cut after'
    expect(await kinds(true)).toEqual(['approval_lost unanswered'])
    expect(await versionOf(bound)).toMatchObject({ status: 'IN_APPROVAL' })
    setup.bpm.faults.fence = 'none'
    expect(await kinds(true)).toEqual(['approval_lost repaired'])
  })

  it('that are behind their approval hear its events again', async () => {
    instanceOf(bound).status = 'APPROVED'
    expect(await kinds()).toEqual(['events_missing repairable'])
    expect(await kinds(true)).toEqual(['events_missing repaired'])
    const [asked] = setup.bpm.requests.filter(({ line }) => line.endsWith('redeliver'))
    expect(asked?.body).toContain(bound.instanceId)
  })

  it('leave to people what was decided here and is not decided there', async () => {
    await bound.say('instance.approved', { status: 'APPROVED' })
    expect(await kinds(true)).toEqual(['decision_open_again undecided'])
    setup.bpm.instances.length = 0
    expect(await kinds(true)).toEqual(['decision_unknown undecided'])
    expect(await versionOf(bound)).toMatchObject({ status: 'APPROVED' })
  })

  it('follow an approval back to where it was restored', async () => {
    const { round } = instanceOf(bound)
    await bound.say('instance.returned', { status: 'RETURNED', round })
    expect(await versionOf(bound)).toMatchObject({ status: 'RETURNED' })
    expect(await bound.say('instance.restored', { status: 'RUNNING', round })).toBe(200)
    expect(await versionOf(bound)).toMatchObject({ status: 'IN_APPROVAL' })
    expect(await bound.say('instance.approved', { status: 'APPROVED', round })).toBe(200)
    expect(await versionOf(bound)).toMatchObject({ status: 'APPROVED' })
    expect(await bound.say('instance.restored', { status: 'RUNNING', round })).toBe(200)
    expect(await versionOf(bound)).toMatchObject({ status: 'APPROVED' })
  })
})

describe('approvals of documents', () => {
  const forgetBinding = ({ bindingId, versionId }: Bound) =>
    setup.asOwner(`delete from approval_bindings where id = '${bindingId}';
      update document_versions set status = 'DRAFT' where id = '${versionId}'`)

  it('whose binding was lost are bound again, once, and all of their events count', async () => {
    const bound = await bindVersion(setup, user)
    await forgetBinding(bound)
    // Events that came before anybody looked had no effect.
    expect(await bound.say('instance.started')).toBe(200)

    expect(await kinds()).toEqual(['binding_lost repairable'])
    expect(await twiceAtOnce()).toEqual([])
    expect(await kinds(true)).toEqual([])

    expect(await versionOf(bound)).toMatchObject({ status: 'IN_APPROVAL' })
    expect(await bindingOf(bound)).toMatchObject({ status: 'BOUND', instanceId: bound.instanceId })
    expect(await audited('approval.rebound')).toBe(1)
    expect(setup.bpm.requests.some(({ line }) => line.endsWith('redeliver'))).toBe(true)
  })

  it('of a version that is not here, or has other bytes, are left to people', async () => {
    const bound = await bindVersion(setup, user)
    await forgetBinding(bound)
    instanceOf(bound).variables['sha256'] = '00'
    expect(await kinds(true)).toEqual(['approval_without_version undecided'])
    instanceOf(bound).status = 'TERMINATED'
    expect(await kinds(true)).toEqual([])
    expect(await versionOf(bound)).toMatchObject({ status: 'DRAFT' })
  })
})

describe('objects', () => {
  const pathOf = async (versionId: string) => {
    const { rows } = await sql<{ key: string }>`select o.key from storage_objects o
      join document_versions v on v.tenant_id = o.tenant_id and v.object_id = o.id
      where v.tenant_id = ${setup.tenantId} and v.id = ${versionId}`.execute(setup.db)
    return join(setup.root, 'objects', rows[0]?.key ?? '')
  }
  const content = (versionId: string) =>
    call(setup, user, 'GET', `/api/dms/versions/${versionId}/content`)

  it('that are gone are marked, never served, and served again when they are back', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    const path = await pathOf(versionId)
    await rename(path, `${path}.away`)

    expect(await kinds()).toEqual(['content_lost repairable'])
    await Promise.all([kinds(true), kinds(true)])
    expect(await kinds(true)).toEqual(['content_lost undecided'])
    expect(await content(versionId)).toMatchObject({
      status: 410,
      body: { code: 'dms.content_lost' },
    })
    expect(await audited('content.lost')).toBe(1)

    await rename(`${path}.away`, path)
    expect(await kinds(true)).toEqual(['content_found repaired'])
    expect((await content(versionId)).status).toBe(200)
    expect(await kinds(true)).toEqual([])
  })

  it('that are moved while they are looked for are not lost', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    const path = await pathOf(versionId)
    const moved = `${setup.tenantId}/zz/${randomBytes(20).toString('hex')}`
    const move = async () => {
      await mkdir(dirname(join(setup.root, 'objects', moved)), { recursive: true })
      await rename(path, join(setup.root, 'objects', moved))
      await sql`update storage_objects set key = ${moved}
        where tenant_id = ${setup.tenantId} and status = 'STORED'`.execute(setup.db)
    }
    // As a move between sources that commits between the look at the row and the look at its object.
    const { stores } = setup.deps
    const open: typeof stores.open = async (source) => {
      const store = await stores.open(source)
      const find: typeof store.find = async (key) => {
        if (key !== moved) await move()
        return store.find(key)
      }
      return new Proxy(store, {
        get: (of, name) => (name === 'find' ? find : Reflect.get(of, name)),
      })
    }
    Object.assign(setup.deps, { stores: { ...stores, open } })

    expect(await kinds(true)).toEqual([])
    expect(await audited('content.lost')).toBe(0)
    expect((await content(versionId)).status).toBe(200)
  })

  it('that are moved before they are marked are not marked', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    const [stored] = await listStored(setup.db, setup.tenantId, { afterId: FIRST_ID, limit: 1 })
    if (stored === undefined) throw new Error('nothing is stored')
    const before = { ...stored, key: 'where it was' }
    expect(await markLost(setup.db, setup.tenantId, before, new Date())).toBe(false)
    expect((await content(versionId)).status).toBe(200)
    expect(await markLost(setup.db, setup.tenantId, stored, new Date())).toBe(true)
  })

  it('are not lost while their store does not answer', async () => {
    await upload(setup, user, Buffer.from('hello'))
    const objects = join(setup.root, 'objects')
    await rename(objects, `${objects}.unmounted`)
    await expect(kinds(true)).rejects.toThrow('the storage folder is not there')
    await rename(`${objects}.unmounted`, objects)
    expect(await kinds(true)).toEqual([])
    expect(await audited('content.lost')).toBe(0)
  })

  it('that previews are kept in are not served, and made again', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    const { versionId: other } = await upload(setup, user, Buffer.from('a picture'))
    await sql`update rendition_jobs set done_at = now()
      where tenant_id = ${setup.tenantId}`.execute(setup.db)
    await sql`insert into renditions (tenant_id, object_id, kind, status, stored_id, content_type,
        size_bytes, sha256, created_at)
      select v.tenant_id, v.object_id, 'thumbnail', 'READY', o.object_id, 'image/png', o.size_bytes,
        o.sha256, now()
      from document_versions v join document_versions o on o.tenant_id = v.tenant_id
      where v.tenant_id = ${setup.tenantId} and v.id = ${versionId} and o.id = ${other}`.execute(
      setup.db,
    )
    const thumbnail = () => call(setup, user, 'GET', `/api/dms/versions/${versionId}/thumbnail`)
    expect((await thumbnail()).status).toBe(200)
    await rm(await pathOf(other))

    expect(await kinds(true)).toEqual(['content_lost repaired'])
    expect(await thumbnail()).toMatchObject({ status: 409, body: { previewStatus: 'PENDING' } })
    await sql`update rendition_jobs set done_at = now()
      where tenant_id = ${setup.tenantId}`.execute(setup.db)
    expect(await thumbnail()).toMatchObject({ status: 410, body: { code: 'dms.content_lost' } })
  })

  it('that are not what was stored are as good as gone', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    const path = await pathOf(versionId)
    await rm(path)
    await writeFile(path, 'jello')
    expect(await reconcile(true)).toEqual([])
    expect(await reconcile(true, true)).toMatchObject([{ kind: 'content_lost', id: versionId }])
    await writeFile(path, 'hell')
    expect(await kinds(true)).toEqual(['content_lost undecided'])
  })

  it('of no row are removed after the time of grace, by the reaper', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    await initiate(setup, user, 5)
    const [old, young] = ['a', 'b'].map(() => randomBytes(20).toString('hex'))
    const paths = [old, young].map((name) =>
      join(setup.root, 'objects', setup.tenantId, 'zz', name ?? ''),
    )
    await mkdir(dirname(paths[0] ?? ''), { recursive: true })
    for (const path of paths) await writeFile(path, 'lost upload')
    const longAgo = new Date(Date.now() - 8 * DAY_MS)
    await utimes(paths[0] ?? '', longAgo, longAgo)
    await utimes(await pathOf(versionId), longAgo, longAgo)

    expect(await kinds()).toEqual(['object_unnamed repairable'])
    expect(await twiceAtOnce()).toEqual([])
    expect(await audited('object.unnamed')).toBe(1)
    setup.advance(1_000)
    await reap(setup.deps)

    await expect(stat(paths[0] ?? '')).rejects.toThrow('ENOENT')
    expect((await readFile(paths[1] ?? '')).toString()).toBe('lost upload')
    expect(await kinds(true)).toEqual([])
    expect((await content(versionId)).status).toBe(200)
  })
  it('of no row are found as well where their source has a path of its own', async () => {
    const sources = '/api/dms/storage-sources'
    const second = { name: 'second', kind: 'filesystem', basePath: 'deep/second' }
    await upload(setup, user, Buffer.from('hello'))
    const { body } = await call(setup, user, 'POST', sources, second)
    await call(setup, user, 'POST', `${sources}/${String(body['id'])}/default`)
    await upload(setup, user, Buffer.from('there'))
    expect(await kinds()).toEqual([])
    const key = `deep/second/${setup.tenantId}/zz/${randomBytes(20).toString('hex')}`
    const path = join(setup.root, 'objects', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'lost upload')
    const longAgo = new Date(Date.now() - 8 * DAY_MS)
    await utimes(path, longAgo, longAgo)

    expect(await reconcile()).toMatchObject([{ kind: 'object_unnamed', id: key }])
    expect(await twiceAtOnce()).toEqual([])
    setup.advance(1_000)
    await reap(setup.deps)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })
})
