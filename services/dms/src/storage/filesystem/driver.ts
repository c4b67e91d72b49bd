import type { StorageDriver } from '../driver.ts'
import { createFilesystemStore } from './store.ts'

export const filesystemDriver: StorageDriver = {
  // All filesystem sources are one folder and have one writer.
  placeOf: () => 'filesystem',
  findFault: ({ filesystemRoot }) =>
    filesystemRoot === undefined ? 'this deployment has no folder' : undefined,
  open: ({ filesystemRoot = '' }, _source, { blocks }) =>
    createFilesystemStore(filesystemRoot, blocks),
}
