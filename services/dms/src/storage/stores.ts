import { createSemaphore, type Semaphore } from '@countersign/service-kit/semaphore'
import { createFilesystemStore } from './filesystem/store.ts'
import { type ObjectStore, StorageUnavailable } from './object-store.ts'
import { createS3Store } from './s3/store.ts'

export interface StorageCredentials {
  readonly accessKey: string
  readonly secretKey: string
  readonly endpoint: string | undefined
  readonly tenants: readonly string[] | undefined
}

export type ReadCredentials = (reference: string) => StorageCredentials | undefined

/** Where a source is; the row of `storage_sources` without its administration. */
export interface SourceLocation {
  readonly tenantId: string
  readonly id: string
  readonly kind: 'filesystem' | 's3'
  readonly endpoint: string | null
  readonly region: string | null
  readonly bucket: string | null
  readonly credentialsRef: string | null
}

export interface Stores {
  /** @throws {@link StorageUnavailable} when the deployment has no credentials for the source. */
  open(source: SourceLocation): Promise<ObjectStore>
  /** Why the deployment does not let a tenant use such a source; undefined when it does. */
  findFault(source: Omit<SourceLocation, 'id'>): string | undefined
  close(): Promise<void>
}

export interface StoresOptions {
  readonly filesystemRoot: string | undefined
  /** Origins of S3 servers that administrators may name. */
  readonly endpoints: readonly string[]
  readonly readCredentials: ReadCredentials
  /** How long an S3 server may take for one request. */
  readonly timeoutMs?: number
  /** What parts on their way to S3 may take in this process. */
  readonly uploadMemoryBytes: number
}

/**
 * Opens sources and keeps them open. An administrator of a tenant names endpoints and credentials,
 * and must reach neither inner addresses nor another tenant's bucket: endpoints are those of the
 * deployment alone, and credentials can be tied to an endpoint and to tenants.
 */
export function createStores(options: StoresOptions): Stores {
  const memory = createSemaphore({ permits: options.uploadMemoryBytes })
  const opened = new Map<string, Promise<ObjectStore>>()
  return {
    findFault: (source) => findFault(options, source),
    open: (source) => {
      const place = placeOf(source)
      const known = opened.get(place) ?? connect(options, source, memory)
      opened.set(place, known)
      known.catch(() => opened.delete(place))
      return known
    },
    close: async () => {
      for (const store of opened.values()) await (await store).close()
    },
  }
}

/** Sources of one place share what is opened. */
function placeOf(source: SourceLocation): string {
  // All filesystem sources are one folder and have one writer.
  if (source.kind === 'filesystem') return 'filesystem'
  const { tenantId, endpoint, region, bucket, credentialsRef } = source
  return JSON.stringify([tenantId, endpoint, region, bucket, credentialsRef])
}

function findFault(options: StoresOptions, source: Omit<SourceLocation, 'id'>): string | undefined {
  if (source.kind === 'filesystem') {
    return options.filesystemRoot === undefined ? 'this deployment has no folder' : undefined
  }
  const credentials = options.readCredentials(source.credentialsRef ?? '')
  if (credentials === undefined) return 'there are no credentials under this prefix'
  const { endpoint, tenants } = credentials
  if (tenants !== undefined && !tenants.includes(source.tenantId)) {
    return 'there are no credentials under this prefix'
  }
  const allowed = endpoint === undefined ? options.endpoints : [endpoint]
  const isAllowed = allowed.some((each) => sameOrigin(each, source.endpoint ?? ''))
  return isAllowed ? undefined : 'this endpoint is not among those of the deployment'
}

async function connect(
  options: StoresOptions,
  source: SourceLocation,
  memory: Semaphore,
): Promise<ObjectStore> {
  const fault = findFault(options, source)
  if (fault !== undefined) throw new StorageUnavailable(fault)
  if (source.kind === 'filesystem') return createFilesystemStore(options.filesystemRoot ?? '')
  const credentials = options.readCredentials(source.credentialsRef ?? '')
  const settings = {
    endpoint: source.endpoint ?? '',
    region: source.region ?? '',
    bucket: source.bucket ?? '',
    accessKey: credentials?.accessKey ?? '',
    secretKey: credentials?.secretKey ?? '',
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  }
  return createS3Store(settings, memory)
}

function sameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin
}
