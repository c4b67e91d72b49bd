import type { Deps } from '../../deps.ts'
import { deleteOldDownloads } from './download-queries.ts'
import { deleteOldViews } from './viewing/queries.ts'

const AT_ONCE = 5_000

/** Forgets downloads and views that nobody can continue any more. @returns how many. */
export const forgetDownloads = async ({ db, now }: Deps): Promise<number> =>
  (await deleteOldDownloads(db, now(), AT_ONCE)) + (await deleteOldViews(db, now(), AT_ONCE))
