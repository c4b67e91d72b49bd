import { createSemaphore } from '@countersign/service-kit/semaphore'
import { type BufferPool, createBufferPool } from './buffer-pool.ts'
import type { Deployment, SourceLocation, StorageMemory } from './driver.ts'
import { drivers } from './drivers.ts'
import { type ObjectStore, StorageUnavailable } from './object-store.ts'
import { traceStore } from './traced-store.ts'

export interface Stores {
  /** Of all bytes that go in and out of this process. */
  readonly blocks: BufferPool
  /** The same for sources that share what is opened. */
  placeOf(source: SourceLocation): string
  /** @throws {@link StorageUnavailable} when the deployment has no credentials for the source. */
  open(source: SourceLocation): Promise<ObjectStore>
  /** Why the deployment does not let a tenant use such a source; undefined when it does. */
  findFault(source: Omit<SourceLocation, 'id'>): string | undefined
  close(): Promise<void>
}

export interface StoresOptions extends Deployment {
  /** What parts on their way to S3 may take in this process. */
  readonly uploadMemoryBytes: number
}

/** Opens sources and keeps them open. */
export function createStores(options: StoresOptions): Stores {
  const blocks = createBufferPool()
  const memory = { uploads: createSemaphore({ permits: options.uploadMemoryBytes }), blocks }
  const opened = new Map<string, Promise<ObjectStore>>()
  const placeOf = (source: SourceLocation) => drivers[source.kind].placeOf(source)
  const findFault = (source: Omit<SourceLocation, 'id'>) =>
    drivers[source.kind].findFault(options, source)

  async function connect(source: SourceLocation, shared: StorageMemory): Promise<ObjectStore> {
    const fault = findFault(source)
    if (fault !== undefined) throw new StorageUnavailable(fault)
    return traceStore(await drivers[source.kind].open(options, source, shared), source.kind)
  }

  return {
    blocks,
    placeOf,
    findFault,
    open: (source) => {
      const place = placeOf(source)
      const known = opened.get(place) ?? connect(source, memory)
      opened.set(place, known)
      known.catch(() => opened.delete(place))
      return known
    },
    close: async () => {
      for (const store of opened.values()) await (await store).close()
    },
  }
}
