import type { UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { getReadable } from '../access.ts'
import { isDifferent, readDifferences } from './differences.ts'
import { findLastWord, findLook, findRound } from './queries.ts'
import type { LastLookView } from './schema.ts'

/**
 * What is different in an approval since the reader put their name to it, or else since they last looked.
 *
 * @throws `bpm.not_found` (404) for those who may not read it.
 */
export async function readLastLook(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: UserCaller,
  instanceId: string,
): Promise<LastLookView> {
  const { db } = deps
  const readable = await getReadable(deps, reader, instanceId)
  const looking = { tenantId: reader.tenantId, userId: reader.userId, instanceId }
  const upTo = readable.instance.lockVersion
  const since = (after: number) => readDifferences(db, readable, { after, upTo })

  const word = await findLastWord(db, looking)
  if (word !== undefined) {
    const { at, round, action, sequence } = word
    return { seen: { at: at.toISOString(), round, action }, ...(await since(sequence)) }
  }
  const look = await findLook(db, looking)
  if (look === undefined) return { seen: null, changes: [], attachments: [] }
  const seenAt = async (at: Date, sequence: number) => ({
    at: at.toISOString(),
    round: await findRound(db, looking, sequence),
    action: null,
  })
  const { sequence, lookedAt, sequenceBefore, lookedAtBefore } = look
  const latest = await since(sequence)
  // What the newest look has shown for the first time is told until there is something newer.
  if (isDifferent(latest) || sequenceBefore === null || lookedAtBefore === null) {
    return { seen: await seenAt(lookedAt, sequence), ...latest }
  }
  const seen = await seenAt(lookedAtBefore, sequenceBefore)
  return { seen, ...(await since(sequenceBefore)) }
}
