import type { Reader } from '../access/access.ts'
import type { Deps } from '../deps.ts'

const MAX_NAME_CHARACTERS = 60

/** The watermark of a preview: who is reading, and when (UTC). */
export async function makeWatermark(
  deps: Deps,
  { tenantId, userId }: Pick<Reader, 'tenantId' | 'userId'>,
): Promise<string> {
  const found = await deps.directory.findName(tenantId, userId)
  return joinWatermark(deps, [cleanName(found), userId])
}

/** As {@link makeWatermark}, for somebody who has no account: whom the share is for, and from where. */
export const makeVisitorWatermark = (deps: Deps, name: string | null, address: string): string =>
  joinWatermark(deps, [cleanName(name), address])

const cleanName = (name: string | null | undefined) =>
  (name ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_NAME_CHARACTERS)

function joinWatermark(deps: Deps, parts: readonly string[]): string {
  const time = deps.now().toISOString().slice(0, 16).replace('T', ' ')
  return [...parts, `${time} UTC`].filter(Boolean).join(' · ')
}
