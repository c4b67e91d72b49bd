import {
  createDirectoryClient,
  type DirectoryClient,
  type DirectoryClientOptions,
} from '@countersign/service-kit/directory-client'
import { problems } from '../problems.ts'

/** Who the people of a tenant are, as iam knows them. Never called inside a transaction. */
export type Directory = DirectoryClient

/** @throws `bpm.directory_unavailable` (503), in each call, when iam gives no usable answer. */
export const createDirectory = (
  options: Pick<DirectoryClientOptions, 'iamUrl' | 'http' | 'tokens' | 'now'>,
): Directory =>
  createDirectoryClient({
    ...options,
    // Who starts an approval is told at once when a role has been made meanwhile.
    keepsMissing: false,
    unavailable: (cause) =>
      problems.directory_unavailable({ cause, headers: { 'retry-after': '2' } }),
  })
