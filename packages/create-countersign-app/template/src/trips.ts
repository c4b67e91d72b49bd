import { randomUUID } from 'node:crypto'
import type { Caller } from '@countersign/auth-verifier'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables, Trip } from './database.ts'
import { followApproval } from './events.ts'
import { startApproval } from './platform.ts'
import type { Settings } from './settings.ts'

interface Wanted {
  readonly reason: string
  readonly amount: number
}

const wantedSchema = {
  type: 'object',
  required: ['reason', 'amount'],
  additionalProperties: false,
  properties: {
    // PostgreSQL keeps no NUL in texts.
    reason: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' },
    amount: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  },
}

const byId = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }

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

  /** Stores the trip first, then has it approved. */
  api.post<{ Body: Wanted }>(
    '/api/trips',
    { schema: { body: wantedSchema } },
    async ({ caller, body, headers }, reply) => {
      const own = { id: randomUUID(), ...ownerOf(caller), instance_id: null }
      const trip: Trip = { ...own, ...body, status: 'DRAFT' }
      await db.insertInto('trips').values(trip).execute()
      const approval = await submit(headers, trip)
      return reply.code(approval.status).send({ ...trip, approval: approval.body })
    },
  )

  /** The same once more, when no answer came: the key makes it one approval. */
  api.post<{ Params: { id: string } }>(
    '/api/trips/:id/approval',
    { schema: { params: byId } },
    async ({ caller, params, headers }, reply) => {
      const trip = await ownTrips(db, caller).where('id', '=', params.id).executeTakeFirst()
      // What is another's does not exist.
      if (trip === undefined) return reply.code(404).send({ title: 'There is no such trip' })
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

function ownTrips(db: Kysely<Tables>, caller: Caller) {
  const { tenant_id, owner_id } = ownerOf(caller)
  return db
    .selectFrom('trips')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('owner_id', '=', owner_id)
}

interface Sent {
  readonly authorization?: string | undefined
}

const bearerOf = ({ authorization = '' }: Sent) => authorization.slice('Bearer '.length)
