import { cp, rename } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Setup, setUp, upload } from '../../testing/setup.ts'
import { insertSource } from '../../content/source-queries.ts'
import { sourceCheck } from './check.ts'

let setup: Setup
let stop: AbortController
const said: string[] = []

beforeEach(async () => {
  said.length = 0
  stop = new AbortController()
  setup = await setUp()
})
afterEach(async () => {
  stop.abort()
  await setup.close()
})

/** Begins as the service does when it starts. */
function check(firstSource = setup.deps.settings.firstSource) {
  const note = (_: unknown, message: string) => said.push(message)
  const { db, stores, settings } = setup.deps
  const log = { error: note, warn: note } as unknown as Setup['deps']['log']
  const deps = { db, stores, log, settings: { ...settings, firstSource } }
  return sourceCheck(setup.app, deps, 50)(stop.signal)
}

const bucket = {
  kind: 's3',
  endpoint: 'http://127.0.0.1:9',
  region: 'us-east-1',
  bucket: 'documents',
  credentialsRef: 'STORAGE_OLD',
} as const

/** A source of some other tenant. */
const addSource = (more: { readonly name: string; readonly isDefault: boolean }) =>
  insertSource(
    setup.db,
    crypto.randomUUID(),
    { ...bucket, ...more, id: crypto.randomUUID(), basePath: null },
    new Date(),
  )

/** Until it has looked once more, from the first question to the last answer. */
async function looksAgain(): Promise<void> {
  const find = vi.spyOn(setup.deps.stores, 'open')
  await vi.waitFor(() => expect(find.mock.calls.length).toBeGreaterThan(4), 30_000)
  find.mockRestore()
}

const status = () => setup.app.components.get('sources')?.()
const becomes = (expected: string) => vi.waitFor(() => expect(status()).toBe(expected), 10_000)

it('[DMS-10] has nothing to say of a storage that has what the database knows', async () => {
  await upload(setup, setup.makeUser(), Buffer.from('hello'))

  void check()

  await becomes('UP')
  expect(said).toEqual([])
})

it('[DMS-10] tells a storage that was exchanged for an empty one, once and until it is back', async () => {
  await upload(setup, setup.makeUser(), Buffer.from('hello'))
  await rename(`${setup.root}/objects/${setup.tenantId}`, `${setup.root}/elsewhere`)

  void check()

  await becomes('DEGRADED')
  const [line] = said
  expect(line).toContain('does not have what was put there first or last')
  await looksAgain()
  expect(said).toEqual([line])
  // What is put into the wrong folder, by whatever tenant, does not make it the right one.
  await upload(setup, setup.makeUser(), Buffer.from('more'))
  await upload(setup, setup.makeUser({ tenantId: crypto.randomUUID() }), Buffer.from('more'))
  await looksAgain()
  expect(status()).toBe('DEGRADED')
  await cp(`${setup.root}/elsewhere`, `${setup.root}/objects/${setup.tenantId}`, {
    recursive: true,
  })
  await becomes('UP')
})

it('[DMS-10] goes on from a storage that answers nothing it understands, and stops while one is silent', async () => {
  const other = setup.makeUser({ tenantId: crypto.randomUUID() })
  await upload(setup, other, Buffer.from('hello'))
  await upload(setup, setup.makeUser(), Buffer.from('hello'))
  const silent = { find: () => new Promise(() => undefined) } as never
  const broken = { find: () => Promise.reject(new Error('Moved Permanently')) } as never
  vi.spyOn(setup.deps.stores, 'placeOf').mockImplementation(({ tenantId }) => tenantId)
  vi.spyOn(setup.deps.stores, 'open').mockResolvedValueOnce(broken).mockResolvedValue(silent)

  const ended = check()

  await vi.waitFor(() => expect(setup.deps.stores.open).toHaveBeenCalledTimes(2), 10_000)
  stop.abort()
  await ended
})

const nothing = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
}

it('[DMS-10] does not take for lost what was removed', async () => {
  const owner = setup.makeUser()
  await upload(setup, owner, Buffer.from('hello'))
  const find = vi.fn(async () => {
    await setup.db.updateTable('storage_objects').set({ status: 'DELETING' }).execute()
    return undefined
  })
  const store = { find, list: () => nothing } as never
  vi.spyOn(setup.deps.stores, 'open').mockResolvedValue(store)

  void check()

  await becomes('UP')
  expect(find).toHaveBeenCalledOnce()
})

it('[DMS-10] has nothing to say of a source that files have left, and that takes no new ones', async () => {
  await addSource({ name: 'the old bucket', isDefault: false })

  void check()

  await becomes('UP')
  expect(said).toEqual([])
})

it('[DMS-10] tells that tenants have their files elsewhere than the settings say', async () => {
  await addSource({ name: 'default', isDefault: true })
  vi.spyOn(setup.deps.stores, 'findFault').mockReturnValue(undefined)

  void check()

  await becomes('UP')
  expect(said).toEqual([expect.stringContaining('new tenants do not')])
})

it('[DMS-10] tells before the first upload that its storage cannot be used, and until it can', async () => {
  const next = vi.fn(async () => ({ done: true, value: undefined }))
  next.mockRejectedValueOnce(new Error('the object storage answered 403'))
  const list = () => ({ [Symbol.asyncIterator]: () => ({ next }) })
  vi.spyOn(setup.deps.stores, 'findFault').mockReturnValue(undefined)
  vi.spyOn(setup.deps.stores, 'open').mockResolvedValue({ list } as never)

  void check(bucket)

  await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('cannot be used')]), 10_000)
  await becomes('UP')
  expect(next).toHaveBeenCalledTimes(2)
})
