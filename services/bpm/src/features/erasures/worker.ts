import type { ErasureReason } from '@countersign/contracts'
import { erasureWorker, type FollowOptions } from '@countersign/service-kit/people-follow'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { Worker } from '@countersign/service-kit/serve'
import { personalData } from '../../db/personal-data.ts'
import type { Database, Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findOpenTasks } from './queries.ts'

type ErasureDeps = Pick<Deps, 'db' | 'log' | 'serviceTokens'> & {
  readonly http: HttpClient
  readonly iamUrl: string
}

/** What the kit needs to forget people here. */
export const erasureOptions = ({
  db,
  log,
  serviceTokens: tokens,
  http,
  iamUrl,
}: ErasureDeps): FollowOptions<Schema> => ({
  service: 'bpm',
  db,
  log,
  iamUrl,
  http,
  tokens,
  data: personalData,
  findHeld,
  findKept: async (_db, _userId, counts) => listKept(counts),
})

/** Forgets people when iam says so. */
export const personErasureWorker = (deps: ErasureDeps): Worker =>
  erasureWorker(erasureOptions(deps))

async function findHeld(db: Database, userId: string): Promise<ErasureReason[]> {
  const { count, taskNos } = await findOpenTasks(db, userId)
  if (count === 0) return []
  const detail = 'Open tasks of the person: hand them over first (POST /api/bpm/v1/handovers).'
  return [{ code: 'open_tasks', detail, count, examples: taskNos }]
}

function listKept(counts: Readonly<Record<string, number>>): ErasureReason[] {
  const count = counts['instance_actions_kept'] ?? 0
  if (count === 0) return []
  const detail =
    'Entries of the log of approvals that earlier versions sealed with names, of who acted or of whom it was shown to: evidence (GDPR, article 17, paragraph 3, point e).'
  return [{ code: 'sealed_log', detail, count, examples: [] }]
}
