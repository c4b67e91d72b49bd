import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnavailable } from '../object-store.ts'
import { acquireWriterLock, type WriterLock } from './writer-lock.ts'

/** Where a storage keeps its files, and the right to write there. */
export interface Folder {
  readonly root: string
  readonly appending: Set<string>
  objectPath(key: string): string
  incomingPath(key: string): string
  /** False where nothing was ever stored, and while the disk with it is not mounted. */
  hasObjects(): Promise<boolean>
  /**
   * Makes this process the one that writes, and sees that it is that still.
   *
   * @throws {@link StorageUnavailable}
   */
  holdLock(): Promise<void>
  release(): Promise<void>
}

interface HeldFolder {
  readonly lock: WriterLock
  readonly identity: string | undefined
}

export function openFolder(root: string): Folder {
  let held: Promise<HeldFolder> | undefined
  const hold = () => {
    held ??= holdFolder(root).catch((error: unknown) => {
      held = undefined
      throw error
    })
    return held
  }
  return {
    root,
    appending: new Set(),
    objectPath: (key) => join(root, 'objects', safe(key)),
    incomingPath: (key) => join(root, 'incoming', safe(key).replaceAll('/', '_')),
    hasObjects: async () => (await identify(join(root, 'objects'))) !== undefined,
    holdLock: async () => {
      const mine = hold()
      const { lock, identity } = await mine
      if (await lock.isHeld()) return
      if ((await identify(root)) !== identity) throw folderMissing()
      // Another had it while this process was silent: it has to be taken again.
      await lock.release()
      if (held === mine) held = undefined
      await hold()
    },
    release: async () => {
      await (await held)?.lock.release()
    },
  }
}

async function holdFolder(root: string): Promise<HeldFolder> {
  await mkdir(root, { recursive: true })
  const identity = await identify(root)
  return { lock: await acquireWriterLock(root), identity }
}

/** Tells a folder from the one that is in its place while its disk is not mounted. */
async function identify(root: string): Promise<string | undefined> {
  return stat(root).then(({ dev, ino }) => `${dev} ${ino}`, ignoreMissing)
}

export const folderMissing = () => new StorageUnavailable('the storage folder is not there')

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function safe(key: string): string {
  if (!/^[0-9a-z]+(?:[/-][0-9a-z]+)*$/.test(key)) throw new Error('unsafe object key')
  return key
}
