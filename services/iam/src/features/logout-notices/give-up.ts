import type { Deps } from '../../deps.ts'
import { deleteHopelessNotices } from './queries.ts'

/** Forgets notices that nobody will take; a round of a poll loop. It reads all that wait, so it runs seldom. */
export async function giveUpLogoutNotices({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const given = await deleteHopelessNotices(db)
  if (given > 0) log.warn({ notices: given }, 'gave up telling applications of a sign-out')
  return given
}
