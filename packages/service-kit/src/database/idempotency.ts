import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Kysely, type Transaction } from 'kysely'
import { contentHash } from './content-hash.ts'
import type { CommonProblems, Problem } from '../api/problem.ts'
import { tagRevision } from '../api/revision.ts'
import { agentOf } from '../http/caller.ts'

/*
 * Repeatable POSTs (`Idempotency-Key`): the answer is stored in the transaction that does the work,
 * so either both are there or neither is. Each service has this table in its first migration:
 *
 *   create table idempotency_keys (
 *     tenant_id text not null,
 *     caller text not null,
 *     key text not null,
 *     request_hash bytea not null,
 *     status smallint,
 *     body jsonb,
 *     created_at timestamptz(3) not null default now(),
 *     constraint idempotency_keys_pkey primary key (tenant_id, caller, key)
 *   );
 *   create index idempotency_keys_created_at on idempotency_keys (created_at);
 *
 * Kept by: packages/service-kit/src/database/storage.test.ts "does the work once for ten requests at once"
 */

export interface IdempotencyKey {
  readonly tenantId: string
  readonly caller: string
  readonly key: string
  readonly requestHash: Buffer
  readonly conflict: () => Problem
}

/** The first answer to a key, or its replay. */
export interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly replayed: boolean
}

export interface Work<T> {
  readonly status: number
  readonly body: T
  /** Members shown once, such as a client secret: they are not stored and a replay lacks them. */
  readonly secretMembers?: readonly string[]
}

const maxKeyLength = 128

/**
 * Members of bodies of which it counts only that they are there: the hash is a plain one, and whoever has a backup
 * would find a short password by trying. A repeat with another one gets the first answer.
 */
const secretNames: ReadonlySet<string> = new Set(['password', 'clientSecret', 'bindPassword'])

/**
 * The request's `Idempotency-Key`, or undefined when it has none. The content that must agree is
 * method, path and body, but for secrets in it; the scope is tenant and caller: the client, or the agent itself through whatever
 * server it asks, and the person.
 *
 * Kept by: packages/service-kit/src/database/idempotency.test.ts "are those of the agent itself, through whatever server it asks"
 *
 * @param scope In the place of the caller, on routes that are open to anyone.
 * @param content In the place of the body, where what is asked for stands elsewhere.
 * @throws Problem `invalid_request` when the key is empty or longer than 128 characters.
 */
export function readIdempotency(
  request: FastifyRequest,
  scope?: Pick<IdempotencyKey, 'tenantId' | 'caller'>,
  content: unknown = withoutSecrets(request.body ?? null),
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  const { problems } = request.server
  if (Array.isArray(key) || key.trim() === '' || key.length > maxKeyLength) {
    throw problems.invalid_request({
      detail: `Idempotency-Key must have 1 to ${maxKeyLength} characters.`,
    })
  }
  const path = request.url.split('?', 1)[0]
  return {
    ...(scope ?? scopeOf(request)),
    key,
    requestHash: hashOf([request.method, path, content], problems),
    conflict: () => problems.idempotency_conflict(),
  }
}

// Of an agent by what it is itself: the server that it asks through, if it does, has others, too (ADR 0042).
function scopeOf({ caller }: FastifyRequest) {
  return {
    tenantId: caller.tenantId ?? '',
    caller: `${agentOf(caller)?.id ?? caller.clientId}:${caller.subject}`,
  }
}

function withoutSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const members = Object.entries(body)
  return Object.fromEntries(
    members.map(([name, value]) => [name, secretNames.has(name) ? typeof value : value]),
  )
}

function hashOf(content: unknown, problems: CommonProblems): Buffer {
  try {
    return contentHash(content)
  } catch (cause) {
    // RFC 8785 knows no infinite numbers, which 1e999 is parsed to.
    throw problems.invalid_request({ detail: 'The body has no canonical form.', cause })
  }
}

/**
 * Runs `work` once per key: a repeat waits for a concurrent first try, then gets its answer.
 *
 * @throws Problem `idempotency_conflict` when the key was used with other content.
 */
export async function once<S, T>(
  tx: Transaction<S>,
  key: IdempotencyKey | undefined,
  work: () => Promise<Work<T>>,
): Promise<Answer<T>> {
  if (key === undefined) {
    const { status, body } = await work()
    return { status, body, replayed: false }
  }
  const first = await claimKey<S, T>(tx, key)
  if (first !== undefined) return first
  const done = await work()
  await keepAnswer(tx, key, done)
  return { status: done.status, body: done.body, replayed: false }
}

/**
 * The first half of {@link once}, for work whose outcome decides whether there is an answer to keep:
 * takes the key until the transaction ends. Waits for a concurrent first try.
 *
 * @returns the answer that the key had before; undefined when the work is the caller's to do.
 * @throws Problem `idempotency_conflict` when the key was used with other content.
 */
export async function claimKey<S, T>(
  tx: Transaction<S>,
  key: IdempotencyKey,
): Promise<Answer<T> | undefined> {
  const claimed = await sql`
    insert into idempotency_keys (tenant_id, caller, key, request_hash)
    values (${key.tenantId}, ${key.caller}, ${key.key}, ${key.requestHash})
    on conflict do nothing`.execute(tx)
  return claimed.numAffectedRows === 0n ? replay<S, T>(tx, key) : undefined
}

/** The second half: stores the answer to a key that was claimed. */
export async function keepAnswer<S, T>(
  tx: Transaction<S>,
  { tenantId, caller, key }: IdempotencyKey,
  { status, body, secretMembers = [] }: Work<T>,
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, body = ${JSON.stringify(without(body, secretMembers))}
    where tenant_id = ${tenantId} and caller = ${caller} and key = ${key}`.execute(tx)
}

/**
 * The answer that a key had before, if it had one: for work that is too much for one transaction and
 * may be done again. It looks here first and stores its answer by {@link once} when it is done.
 *
 * @throws Problem `idempotency_conflict` when the key was used with other content.
 */
export async function findAnswer<S, T>(
  db: Kysely<S>,
  key: IdempotencyKey,
): Promise<Answer<T> | undefined> {
  const { rows } = await sql<{ requestHash: Buffer; status: number; body: T }>`
    select request_hash as "requestHash", status, body from idempotency_keys
    where tenant_id = ${key.tenantId} and caller = ${key.caller} and key = ${key.key}`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  if (!first.requestHash.equals(key.requestHash)) throw key.conflict()
  return { status: first.status, body: first.body, replayed: true }
}

async function replay<S, T>(tx: Transaction<S>, key: IdempotencyKey): Promise<Answer<T>> {
  const answer = await findAnswer<S, T>(tx, key)
  if (answer === undefined) throw key.conflict()
  return answer
}

function without(body: unknown, members: readonly string[]): unknown {
  if (members.length === 0 || typeof body !== 'object' || body === null) return body ?? null
  return Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)))
}

/** Sends the answer; a replay says so in `Idempotency-Replayed`. */
export function sendAnswer(reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  if (answer.replayed) void reply.header('idempotency-replayed', 'true')
  return reply.code(answer.status).send(answer.body)
}

/** As {@link sendAnswer}, and names the revision of what was made or changed. */
export function sendTagged(
  reply: FastifyReply,
  answer: Answer<{ readonly revision: number }>,
): FastifyReply {
  tagRevision(reply, answer.body)
  return sendAnswer(reply, answer)
}
