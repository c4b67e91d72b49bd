import { constants, createReadStream } from 'node:fs'
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readFile as readText,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BufferPool } from '../buffer-pool.ts'
import {
  type AppendOptions,
  type AppendResult,
  type ByteRange,
  ObjectIncomplete,
  ObjectMissing,
  type ObjectPart,
  type ObjectStore,
  StorageUnavailable,
  type StoredPart,
  type UnfinishedObject,
} from '../object-store.ts'
import { type OwnedBytes, releaseAll } from '../owned-bytes.ts'
import { type Folder, folderMissing, ignoreMissing, openFolder } from './folder.ts'
import { listObjects } from './list.ts'
import { readFile } from './read-file.ts'

// How much may have to be sent again after a crash of the machine.
const SYNC_EVERY_BYTES = 8 * 1024 * 1024
const WRITE_BYTES = 1024 * 1024

/**
 * Objects as files below `root`: written to `incoming/`, made durable, then linked to `objects/`,
 * so that a reader sees a whole object or none. One process writes (see {@link Folder.holdLock});
 * any number may read.
 */
export function createFilesystemStore(root: string, pool: BufferPool): ObjectStore {
  const folder = openFolder(root)
  return {
    append: (...args) => append(folder, ...args).catch(failed),
    beginParts: async (target, sizeBytes) => {
      await beginParts(folder, target.key, sizeBytes).catch(failed)
      return {}
    },
    putPart: (...args) => putPart(folder, ...args).catch(failed),
    joinParts: () => ({}),
    // The next append cuts the file at its offset.
    rewind: () => ({}),
    commit: (...args) => commit(folder, ...args).catch(failed),
    discard: (target) =>
      folder
        .holdLock()
        .then(() => rm(folder.incomingPath(target.key), { force: true }))
        .catch(failed),
    find: (key) => find(folder, key).catch(failed),
    list: (prefix) => listObjects(folder.root, prefix),
    read: (...args) => read(folder, ...args).catch(failed),
    open: async (key, range) => readFile(await openObject(folder, key).catch(failed), pool, range),
    remove: (key) => remove(folder, key).catch(failed),
    probe: () => probe(folder).catch(failed),
    isCrowded: () => false,
    close: () => folder.release(),
  }
}

async function append(
  folder: Folder,
  target: UnfinishedObject,
  chunks: AsyncIterable<OwnedBytes>,
  options: AppendOptions,
): Promise<AppendResult> {
  const { appending } = folder
  await folder.holdLock()
  // The caller's lease may run out while this process is stopped; two loops must still never
  // write to one file.
  if (appending.has(target.key)) throw new StorageUnavailable('the object is being written')
  appending.add(target.key)
  try {
    const path = folder.incomingPath(target.key)
    await makeFolder(dirname(path))
    const fresh = constants.O_RDWR | constants.O_CREAT
    const file = await open(path, options.offset === 0 ? fresh : 'r+')
    try {
      return await writeChunks(file, chunks, options)
    } finally {
      await file.close()
    }
  } finally {
    appending.delete(target.key)
  }
}

/** The whole length at once, with holes: parts are written into their places. */
async function beginParts(folder: Folder, key: string, sizeBytes: number): Promise<void> {
  await folder.holdLock()
  const path = folder.incomingPath(key)
  await makeFolder(dirname(path))
  const file = await open(path, 'w')
  try {
    await file.truncate(sizeBytes)
    // Parts are on record as durable; so must be the file that has them.
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(path))
}

async function putPart(
  folder: Folder,
  target: UnfinishedObject,
  part: ObjectPart,
  chunks: AsyncIterable<OwnedBytes>,
  options: Pick<AppendOptions, 'signal'>,
): Promise<StoredPart | undefined> {
  await folder.holdLock()
  const name = `${target.key}#${part.number}`
  if (folder.appending.has(name)) throw new StorageUnavailable('the part is being written')
  folder.appending.add(name)
  try {
    const file = await open(folder.incomingPath(target.key), 'r+')
    try {
      return await writePart(file, part, chunks, options)
    } finally {
      await file.close()
    }
  } finally {
    folder.appending.delete(name)
  }
}

async function writePart(
  file: FileHandle,
  part: ObjectPart,
  chunks: AsyncIterable<OwnedBytes>,
  options: Pick<AppendOptions, 'signal'>,
): Promise<StoredPart | undefined> {
  let position = part.offset
  for await (const chunk of chunks) {
    options.signal.throwIfAborted()
    const { bytes } = chunk
    if (position + bytes.length > part.offset + part.sizeBytes) {
      throw new ObjectIncomplete('too many bytes')
    }
    await writeFully(file, [bytes], bytes.length, position)
    position += bytes.length
    chunk.release()
  }
  if (position < part.offset + part.sizeBytes) return undefined
  await file.datasync()
  return { number: part.number, sizeBytes: part.sizeBytes }
}

async function commit(folder: Folder, target: UnfinishedObject, sizeBytes: number) {
  await folder.holdLock()
  const [from, to] = [folder.incomingPath(target.key), folder.objectPath(target.key)]
  const found = (await sizeOf(from)) ?? (await sizeOf(to))
  if (found !== sizeBytes) {
    throw new ObjectIncomplete(`expected ${sizeBytes} bytes, found ${found ?? 'none'}`)
  }
  await makeFolder(dirname(to))
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    const done = error.code === 'EEXIST' || error.code === 'ENOENT'
    if (!done || (await sizeOf(to)) !== sizeBytes) throw error
  })
  await syncFolder(dirname(to))
  await rm(from, { force: true })
  return { key: target.key }
}

async function read(
  folder: Folder,
  key: string,
  range?: ByteRange,
  signal?: AbortSignal,
): Promise<Readable> {
  const file = await openObject(folder, key)
  return createReadStream('', {
    fd: file,
    highWaterMark: 256 * 1024,
    ...(range ? { start: range.start, end: range.end } : {}),
    ...(signal ? { signal } : {}),
  })
}

const openObject = (folder: Folder, key: string): Promise<FileHandle> =>
  open(folder.objectPath(key), 'r').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw (await folder.hasObjects()) ? new ObjectMissing(key) : folderMissing()
  })

/** Of a folder that is not there, as while its disk is not mounted, nothing is known. */
async function find(folder: Folder, key: string): Promise<{ sizeBytes: number } | undefined> {
  const sizeBytes = await sizeOf(folder.objectPath(key))
  if (sizeBytes !== undefined) return { sizeBytes }
  if (!(await folder.hasObjects())) throw folderMissing()
  return undefined
}

async function remove(folder: Folder, key: string): Promise<void> {
  await folder.holdLock()
  await rm(folder.objectPath(key), { force: true })
  await syncFolder(dirname(folder.objectPath(key))).catch(ignoreMissing)
}

/** Beside the writer as well: the name is nobody else's. */
async function probe(folder: Folder): Promise<void> {
  await mkdir(folder.root, { recursive: true })
  const path = join(folder.root, `probe-${randomUUID()}`)
  try {
    await writeFile(path, PROBE, { flag: 'wx', flush: true })
    if ((await readText(path, 'utf8')) !== PROBE)
      throw new Error('the folder gave other bytes back')
  } finally {
    await rm(path, { force: true })
  }
}

const PROBE = 'probe'

async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<OwnedBytes>,
  options: AppendOptions,
): Promise<AppendResult> {
  const { size } = await file.stat()
  if (size < options.offset) {
    throw new ObjectIncomplete(`${size} bytes are there, ${options.offset} were recorded`)
  }
  if (size > options.offset) {
    // Never more on record than is there, whatever happens to the bytes that replace these.
    await options.onProgress({}, options.offset)
    await file.truncate(options.offset)
  }
  let [position, durable] = [options.offset, options.offset]
  let [pending, pendingBytes]: [OwnedBytes[], number] = [[], 0]
  const flush = async () => {
    await writeFully(file, pending.map(bytesOf), pendingBytes, position)
    releaseAll(pending)
    position += pendingBytes
    ;[pending, pendingBytes] = [[], 0]
  }
  /** Makes what came durable; false when it is already. */
  const sync = async () => {
    await flush()
    if (position === durable) return false
    await file.datasync()
    durable = position
    return true
  }
  const report = async () => {
    if (await sync()) await options.onProgress({}, durable)
  }
  try {
    for await (const chunk of chunks) {
      options.signal.throwIfAborted()
      const { length } = chunk.bytes
      if (position + pendingBytes + length > options.sizeBytes) {
        throw new ObjectIncomplete('too many bytes')
      }
      pending.push(chunk)
      pendingBytes += length
      // One call for many small chunks: a socket gives them by the 64 KiB.
      if (pendingBytes >= WRITE_BYTES) await flush()
      if (position - durable >= SYNC_EVERY_BYTES) await report()
    }
  } catch (error) {
    await report()
    throw error
  }
  // The answer tells of the rest.
  await sync()
  return { state: {}, receivedBytes: position }
}

const bytesOf = ({ bytes }: OwnedBytes) => bytes

async function writeFully(
  file: FileHandle,
  chunks: readonly Uint8Array[],
  sizeBytes: number,
  at: number,
): Promise<void> {
  if (sizeBytes === 0) return
  const { bytesWritten } = await file.writev(chunks, at)
  if (bytesWritten === sizeBytes) return
  // A full disk writes part of it; asking for the rest tells why.
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  await writeFully(file, [rest], rest.length, at + bytesWritten)
}

async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first !== undefined) await syncFolder(dirname(first))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then((found) => found.size, ignoreMissing)
}

const SYSTEM_FAULTS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENOTDIR',
])

function failed(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (code !== undefined && SYSTEM_FAULTS.has(code)) {
    throw new StorageUnavailable(`the storage folder answered ${code}`, { cause: error })
  }
  throw error
}
