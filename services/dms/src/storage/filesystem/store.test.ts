import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createBufferPool } from '../buffer-pool.ts'
import { ObjectMissing, type ObjectStore, StorageUnavailable } from '../object-store.ts'
import { collected } from '../owned-bytes.ts'
import { createFilesystemStore } from './store.ts'

async function openStore() {
  const home = await mkdtemp(join(tmpdir(), 'dms-folder-'))
  const root = join(home, 'disk')
  const store = createFilesystemStore(root, createBufferPool())
  onTestFinished(async () => {
    await store.close()
    await rm(home, { recursive: true })
  })
  return { root, store }
}

async function put(store: ObjectStore, key: string): Promise<void> {
  await append(store, key)
  await store.commit({ key, state: {} }, 5)
}

function append(store: ObjectStore, key: string) {
  async function* hello() {
    yield collected(Buffer.from('hello'))
  }
  const { signal } = new AbortController()
  const onProgress = () => Promise.resolve()
  return store.append({ key, state: {} }, hello(), { offset: 0, sizeBytes: 5, signal, onProgress })
}

it('[DMS-05] does nothing in what stands in its place while its disk is not mounted', async () => {
  const { root, store } = await openStore()
  await put(store, 'a/b')
  await append(store, 'c/d')
  await rename(root, `${root}-away`)
  await mkdir(root)

  await expect(store.read('a/b')).rejects.toThrow(StorageUnavailable)
  await expect(store.open('a/b')).rejects.toThrow(StorageUnavailable)
  await expect(store.remove('a/b')).rejects.toThrow(StorageUnavailable)
  await expect(store.discard({ key: 'c/d', state: {} })).rejects.toThrow(StorageUnavailable)
  await expect(store.commit({ key: 'c/d', state: {} }, 5)).rejects.toThrow(StorageUnavailable)
  await expect(append(store, 'e/f')).rejects.toThrow(StorageUnavailable)
  expect(await readdir(root)).toEqual([])

  await rm(root, { recursive: true })
  await rename(`${root}-away`, root)
  await store.commit({ key: 'c/d', state: {} }, 5)
  expect((await buffer(await store.read('a/b'))).toString()).toBe('hello')
  await expect(store.read('e/f')).rejects.toThrow(ObjectMissing)
})

it('[DMS-05] writes nothing while another has its lock, and goes on when it is free', async () => {
  const { root, store } = await openStore()
  await put(store, 'a/b')
  const lock = join(root, 'writer.lock')
  const startedAt = ''
  await writeFile(lock, JSON.stringify({ id: 'x', host: 'another', pid: 1, startedAt }))

  await expect(append(store, 'c/d')).rejects.toThrow(StorageUnavailable)
  await expect(store.remove('a/b')).rejects.toThrow(StorageUnavailable)

  await rm(lock)
  await put(store, 'c/d')
  await store.remove('a/b')
})

it('[DMS-05] lets a part come again that could not be opened the first time', async () => {
  const { root, store } = await openStore()
  const target = { key: 'a/b', state: {} }
  await store.beginParts(target, 5, async () => undefined)
  const incoming = join(root, 'incoming')
  const { signal } = new AbortController()
  async function* hello() {
    yield collected(Buffer.from('hello'))
  }
  const send = () =>
    store.putPart(target, { number: 1, offset: 0, sizeBytes: 5 }, hello(), {
      signal,
      wasTried: false,
    })
  await rename(incoming, `${incoming}-away`)
  await expect(send()).rejects.toThrow()
  await rename(`${incoming}-away`, incoming)

  expect(await send()).toEqual({ number: 1, sizeBytes: 5 })
})
