import type { Reader } from './access.ts'
import type { Deps } from './deps.ts'

const MAX_NAME_CHARACTERS = 60

/** What a marked preview bears: who is reading, and when (UTC). */
export async function makeMark(
  deps: Deps,
  { tenantId, userId }: Pick<Reader, 'tenantId' | 'userId'>,
): Promise<string> {
  const found = await deps.directory.findName(tenantId, userId)
  const name = (found ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, MAX_NAME_CHARACTERS)
  const time = deps.now().toISOString().slice(0, 16).replace('T', ' ')
  return [name, userId, `${time} UTC`].filter(Boolean).join(' · ')
}
