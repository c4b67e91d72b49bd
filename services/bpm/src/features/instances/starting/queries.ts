import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import {
  microBatched,
  inOrder,
  onceForEach,
  toRecords,
} from '@countersign/service-kit/micro-batched'
import type { Db } from '../../../db/schema.ts'
import { awayUntil } from '../../../runtime/load/instances.ts'
import { selectBizType } from '../../../runtime/load/biz-types.ts'
import type { StartKey } from '../../../runtime/write/locked.ts'

export interface PublishedDefinition {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly name: string
}

/** Of how many processes one that starts is told, when it has to name one. */
export const MOST_PUBLISHED = 200

/** The tombstone or the use of a start key. */
export const findStartKey = microBatched(
  async (db: Db, keys: readonly StartKey[]) => {
    const asked = keys.map(({ tenantId, initiatorId, idempotencyKey }) => ({
      tenant_id: tenantId,
      initiator_id: initiatorId,
      key: idempotencyKey,
    }))
    const rows = await selectStartKeys(db, { asked: toRecords(asked) })
    return inOrder(rows, keys)
  },
  { most: 200 },
)

const selectStartKeys = prepared((db: Db, given: { asked: string }) =>
  db
    .selectFrom(
      sql<{ number: number }>`json_to_recordset(${given.asked}::json)`.as<'wanted'>(
        sql`wanted (number integer, tenant_id uuid, initiator_id uuid, key text)`,
      ),
    )
    .innerJoinLateral(
      db
        .selectFrom('start_keys')
        .where('tenant_id', '=', sql<string>`wanted.tenant_id`)
        .where('initiator_id', '=', sql<string>`wanted.initiator_id`)
        .where('idempotency_key', '=', sql<string>`wanted.key`)
        .select(['request_hash as requestHash', 'instance_id as instanceId'])
        .limit(1)
        .as('taken'),
      (join) => join.onTrue(),
    )
    .select('wanted.number')
    .selectAll('taken'),
)

interface Kind {
  readonly tenantId: string
  readonly bizType: string
  /** Only this one of its processes is wanted. */
  readonly definitionId: string | undefined
}

/** A business type, as new approvals use it, with the processes published for it: the one that is wanted, or one more than are told of. */
export const findPublished = microBatched(
  // Most of those that start at once start the same.
  onceForEach(
    ({ tenantId, bizType, definitionId }: Kind) => `${tenantId}/${bizType}/${definitionId}`,
    async (db: Db, kinds: readonly Kind[]) => {
      const asked = kinds.map(({ tenantId, bizType, definitionId }) => ({
        tenant_id: tenantId,
        code: bizType,
        definition_id: definitionId,
      }))
      const rows = await selectPublished(db, { asked: toRecords(asked) })
      return inOrder(rows, kinds)
    },
  ),
  { most: 200 },
)

const selectPublished = prepared((db: Db, given: { asked: string }) =>
  db
    .selectFrom(
      sql<{ number: number }>`json_to_recordset(${given.asked}::json)`.as<'wanted'>(
        sql`wanted (number integer, tenant_id uuid, code text, definition_id uuid)`,
      ),
    )
    .innerJoinLateral(
      selectBizType(db, sql<string>`wanted.tenant_id`, sql<string>`wanted.code`)
        .select([publishedDefinitions.as('published'), awayUntil.as('awayUntil')])
        .as('found'),
      (join) => join.onTrue(),
    )
    .select('wanted.number')
    .selectAll('found'),
)

const publishedDefinitions = sql<PublishedDefinition[] | null>`(
  select json_agg(published) from (
    select id, key, version, name from definitions
    where definitions.tenant_id = version.tenant_id
      and definitions.biz_type = version.code and definitions.status = 'PUBLISHED'
      and (wanted.definition_id is null or definitions.id = wanted.definition_id)
    order by id limit ${sql.lit(MOST_PUBLISHED + 1)}
  ) as published
)`
