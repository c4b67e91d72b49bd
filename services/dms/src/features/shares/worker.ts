import type { Deps } from '../../deps.ts'
import { deleteOldDownloads } from './download-queries.ts'

const AT_ONCE = 5_000

/** Forgets downloads that nobody can continue any more. @returns how many. */
export const forgetDownloads = ({ db, now }: Deps): Promise<number> =>
  deleteOldDownloads(db, now(), AT_ONCE)
