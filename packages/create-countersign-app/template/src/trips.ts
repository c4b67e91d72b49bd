import type { Caller } from '@countersign/auth-verifier'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables, Trip } from './database.ts'
import { followApproval } from './events.ts'
import { maySeeApproval, startApproval } from './platform.ts'
import type { Settings } from './settings.ts'

interface Wanted {
  /** Drawn by the page: what is sent again is the same trip. */
  readonly id: string
  readonly reason: string
  readonly amount: number
}

const id = { type: 'string', format: 'uuid' }

const wantedSchema = {
  type: 'object',
  required: ['id', 'reason', 'amount'],
  additionalProperties: false,
  properties: {
    id,
    // PostgreSQL keeps no NUL in texts.
    reason: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
    amount: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  },
}

const byId = { type: 'object', properties: { id } }

// What is another's does not exist.
const missing = { title: 'There is no such trip' }

export function registerTrips(api: FastifyInstance, db: Kysely<Tables>, settings: Settings): void {
  const submit = async (headers: Sent, trip: Trip) => {
    const approval = await startApproval(settings, bearerOf(headers), trip)
    const { id, status } = approval.body
    if (approval.status < 300) {
      await followApproval(db, trip, { id: String(id), status: String(status) })
    }
    return approval
  }

  api.get('/api/trips', ({ caller }) => ownTrips(db, caller).orderBy('id').execute())

  /** The trip of `detailPath`: for its owner, and for those who decide on it. */
  api.get<{ Params: { id: string } }>(
    '/api/trips/:id',
    { schema: { params: byId } },
    async ({ caller, params, headers }, reply) => {
      const trip = await tripsOf(db, caller).where('id', '=', params.id).executeTakeFirst()
      if (trip === undefined) return reply.code(404).send(missing)
      const isOwn = trip.owner_id === caller.subject
      if (isOwn || (await maySeeApproval(settings, bearerOf(headers), trip))) return trip
      return reply.code(404).send(missing)
    },
  )

  /** Stores the trip first, then has it approved. One that is there stays as it was. */
  api.post<{ Body: Wanted }>(
    '/api/trips',
    { schema: { body: wantedSchema } },
    async ({ caller, body, headers }, reply) => {
      const draft: Trip = { ...ownerOf(caller), ...body, instance_id: null, status: 'DRAFT' }
      await db
        .insertInto('trips')
        .values(draft)
        .onConflict((row) => row.doNothing())
        .execute()
      const trip = await findOwn(db, caller, body.id)
      if (trip === undefined) return reply.code(404).send(missing)
      const approval = await submit(headers, trip)
      return reply.code(approval.status).send({ ...trip, approval: approval.body })
    },
  )

  /** The same once more, when no answer came: the key makes it one approval. */
  api.post<{ Params: { id: string } }>(
    '/api/trips/:id/approval',
    { schema: { params: byId } },
    async ({ caller, params, headers }, reply) => {
      const trip = await findOwn(db, caller, params.id)
      if (trip === undefined) return reply.code(404).send(missing)
      const approval = await submit(headers, trip)
      return reply.code(approval.status).send({ ...trip, approval: approval.body })
    },
  )
}

/** The tenant is the one of the token, and of nothing else that was sent. */
function ownerOf({ tenantId, subject }: Caller): Pick<Trip, 'tenant_id' | 'owner_id'> {
  // A user's token has one always.
  if (tenantId === undefined) throw new Error('a token without a tenant')
  return { tenant_id: tenantId, owner_id: subject }
}

const tripsOf = (db: Kysely<Tables>, caller: Caller) =>
  db.selectFrom('trips').selectAll().where('tenant_id', '=', ownerOf(caller).tenant_id)

const ownTrips = (db: Kysely<Tables>, caller: Caller) =>
  tripsOf(db, caller).where('owner_id', '=', caller.subject)

const findOwn = (db: Kysely<Tables>, caller: Caller, id: string) =>
  ownTrips(db, caller).where('id', '=', id).executeTakeFirst()

interface Sent {
  readonly authorization?: string | undefined
}

const bearerOf = ({ authorization = '' }: Sent) => authorization.slice('Bearer '.length)
