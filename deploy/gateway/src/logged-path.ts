import { pathOf } from './mounts.ts'

/** Addresses that open something for whoever knows them: of shares, and of single downloads. */
const capabilities = /^(\/api\/dms\/(?:shares|temporary)\/)[^/]+/i

/**
 * The path of a request target as a log may have it: without its query, and without what would let
 * the reader of the log in (ASVS 5.0, V16.2.5).
 */
export const loggedPath = (target: string): string =>
  pathOf(target).replace(capabilities, '$1{token}')
