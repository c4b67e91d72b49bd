import type { Deps } from '../deps.ts'
import { expireUploads, removeObjects } from '../features/uploads/worker.ts'

/** A round of both loops. @returns how many uploads and objects there were. */
export const reap = async (deps: Deps): Promise<number> =>
  (await expireUploads(deps)) + (await removeObjects(deps))
