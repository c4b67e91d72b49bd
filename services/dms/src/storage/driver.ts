import type { Semaphore } from '@countersign/service-kit/semaphore'
import type { PlaceSetting, StorageKind } from '../core/storage-kind.ts'
import type { BufferPool } from './buffer-pool.ts'
import type { ObjectStore } from './object-store.ts'

/** Where a source is; the row of `storage_sources` without its administration. */
export interface SourceLocation extends SourcePlace {
  readonly tenantId: string
  readonly id: string
}

/** The kind of a source and what that kind needs to be found. */
export interface SourcePlace extends Readonly<Record<PlaceSetting, string | null>> {
  readonly kind: StorageKind
}

export interface StorageCredentials {
  readonly accessKey: string
  readonly secretKey: string
  readonly endpoint: string | undefined
  readonly tenants: readonly string[] | undefined
}

export type ReadCredentials = (reference: string) => StorageCredentials | undefined

/** What the deployment gives its sources. */
export interface Deployment {
  readonly filesystemRoot: string | undefined
  /** Origins of S3 servers that administrators may name. */
  readonly endpoints: readonly string[]
  readonly readCredentials: ReadCredentials
  /** How long an S3 server may take for one request. */
  readonly timeoutMs?: number
}

/** What all sources of the process share. */
export interface StorageMemory {
  /** Bytes that are kept until an S3 has stored them. */
  readonly uploads: Semaphore
  readonly blocks: BufferPool
}

/** A kind of storage: how its sources are told apart, allowed and opened. */
export interface StorageDriver {
  /** Sources of one place share what is opened. */
  placeOf(source: SourceLocation): string
  /** Why the deployment does not let a tenant use such a source; undefined when it does. */
  findFault(deployment: Deployment, source: Omit<SourceLocation, 'id'>): string | undefined
  /** Opens a source that has no fault. */
  open(
    deployment: Deployment,
    source: SourceLocation,
    memory: StorageMemory,
  ): ObjectStore | Promise<ObjectStore>
}
