import type { StorageKind } from '../core/storage-kind.ts'
import type { StorageDriver } from './driver.ts'
import { filesystemDriver } from './filesystem/driver.ts'
import { s3Driver } from './s3/driver.ts'

/** The storage drivers, one for each kind there is. */
export const drivers = {
  filesystem: filesystemDriver,
  s3: s3Driver,
} as const satisfies Record<StorageKind, StorageDriver>
