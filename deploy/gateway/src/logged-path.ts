import { pathOf } from './mounts.ts'

/** Addresses that open something for whoever knows them: of shares and their page, and of single downloads. */
const capabilities = /^(\/(?:api\/dms\/(?:shares|temporary)|console\/shared)\/)[^/]+/i

/**
 * The path of a request target as a log may have it: without its query, and without what would let
 * the reader of the log in (ASVS 5.0, V16.2.5).
 */
export function loggedPath(target: string): string {
  const path = pathOf(target)
  const spelled = decoded(path)
  return capabilities.test(spelled) ? spelled.replace(capabilities, '$1{token}') : path
}

// A router reads what is encoded, such as a letter of `shares`, as what it stands for.
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
