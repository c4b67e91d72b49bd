import type { Reader } from '../access/access.ts'
import type { Deps } from '../deps.ts'

const MAX_NAME_CHARACTERS = 60

/** What a marked preview bears: who is reading, and when (UTC). */
export async function makeMark(
  deps: Deps,
  { tenantId, userId }: Pick<Reader, 'tenantId' | 'userId'>,
): Promise<string> {
  const found = await deps.directory.findName(tenantId, userId)
  return joinMark(deps, [cleanName(found), userId])
}

/** As {@link makeMark}, for somebody who has no account: whom the share is for, and from where. */
export const makeVisitorMark = (deps: Deps, name: string | null, address: string): string =>
  joinMark(deps, [cleanName(name), address])

const cleanName = (name: string | null | undefined) =>
  (name ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_NAME_CHARACTERS)

function joinMark(deps: Deps, parts: readonly string[]): string {
  const time = deps.now().toISOString().slice(0, 16).replace('T', ' ')
  return [...parts, `${time} UTC`].filter(Boolean).join(' · ')
}
