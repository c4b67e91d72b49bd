import type { ErasureReason } from '@countersign/contracts'
import type { Database } from '@countersign/service-kit/db'
import { erasureWorker, type FollowOptions } from '@countersign/service-kit/people-follow'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { Worker } from '@countersign/service-kit/serve'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import { personalData } from '../../db/personal-data.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findKeptRows } from './queries.ts'

/** How iam is asked. */
export interface IamAccess {
  readonly iamUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
}

/** What the kit needs to forget people here. */
export const erasureOptions = (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  iam: IamAccess,
): FollowOptions<Schema> => ({
  service: 'dms',
  db,
  log,
  ...iam,
  data: personalData,
  // Nothing of documents waits for one person: what they own goes on as the tenant's, and whoever manages
  // a document gives up a start of theirs that has no answer.
  findHeld: async () => [],
  findKept,
})

/** Forgets people when iam says so. */
export const personErasureWorker = (deps: Pick<Deps, 'db' | 'log'>, iam: IamAccess): Worker =>
  erasureWorker(erasureOptions(deps, iam))

async function findKept(db: Database<Schema>, userId: string): Promise<ErasureReason[]> {
  const { documents, held, examples, records } = await findKeptRows(db, userId)
  const all: readonly ErasureReason[] = [
    {
      code: 'documents',
      detail: 'Documents that the person owned: of the tenant, kept as its retention policies say.',
      count: documents,
      examples: [],
    },
    {
      code: 'legal_hold',
      detail: 'Documents of the person that a legal hold keeps.',
      count: held,
      examples,
    },
    {
      code: 'filed_records',
      detail:
        'Signed records of approvals that the person took part in, with names: evidence (GDPR, article 17, paragraph 3, point e).',
      count: records,
      examples: [],
    },
  ]
  return all.filter(({ count }) => count > 0)
}
