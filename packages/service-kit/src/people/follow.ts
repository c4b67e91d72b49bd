import {
  ErasureTurns,
  SCOPES,
  type ErasingService,
  type ErasureReason,
  type ErasureReport,
  type ErasureTurn,
} from '@countersign/contracts'
import type { Kysely } from 'kysely'
import type { HttpClient } from '../network/http-client.ts'
import type { ServiceTokens } from '../network/service-token.ts'
import type { Logger } from '../process/log.ts'
import { pollLoop } from '../process/poll-loop.ts'
import type { Worker } from '../process/serve.ts'
import { eraseStep, type EraseOptions } from './erase.ts'
import { findDone, insertErasure } from './erase-queries.ts'

/** How soon a service hears that somebody is to be forgotten. */
const IDLE_MS = 30_000

export interface FollowOptions<S> extends EraseOptions {
  readonly service: ErasingService
  readonly db: Kysely<S>
  readonly log: Logger
  readonly iamUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
  /** What is in the way of forgetting somebody. */
  readonly findHeld: (db: Kysely<S>, userId: string) => Promise<ErasureReason[]>
  /** What stays of them, and why. */
  readonly findKept: (
    db: Kysely<S>,
    userId: string,
    counts: Readonly<Record<string, number>>,
  ) => Promise<ErasureReason[]>
}

/** The worker that forgets people when iam says so, and tells iam what came of it. */
export const erasureWorker =
  <S>(options: FollowOptions<S>): Worker =>
  (signal) =>
    pollLoop({
      name: 'erasures',
      idleMs: IDLE_MS,
      signal,
      log: options.log,
      round: () => followErasures(options),
    })

/**
 * Takes what iam asks for, in its order. What was done and could not be told is told again; one that fails
 * lets the others go on.
 *
 * @returns 0: whatever is left is asked about later.
 * @throws the first failure, once all have had their turn.
 */
export async function followErasures<S>(options: FollowOptions<S>): Promise<number> {
  const failures: unknown[] = []
  for (const turn of await listTurns(options)) {
    try {
      await take(options, turn)
    } catch (error) {
      options.log.error({ err: error, erasure: turn.id }, 'an erasure does not go on')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return 0
}

async function take<S>(options: FollowOptions<S>, turn: ErasureTurn): Promise<void> {
  const report = await (turn.phase === 'prepare' ? prepare : erase)(options, turn)
  if (report !== undefined) await tell(options, turn.id, report)
}

async function prepare<S>(
  { db, service, findHeld }: FollowOptions<S>,
  { userId }: ErasureTurn,
): Promise<ErasureReport> {
  const held = await findHeld(db, userId)
  const state = held.length === 0 ? 'READY' : 'HELD'
  return { service, state, held, kept: [], counts: {} }
}

async function erase<S>(
  options: FollowOptions<S>,
  turn: ErasureTurn,
): Promise<ErasureReport | undefined> {
  const { db, service, findKept } = options
  await insertErasure(db, turn)
  while (await eraseStep(db, turn.id, options)) continue
  const counts = await findDone(db, turn.id)
  // Another process is at it, and tells; or it is gone on with in a later round.
  if (counts === undefined) return undefined
  return { service, state: 'DONE', held: [], kept: await findKept(db, turn.userId, counts), counts }
}

async function listTurns<S>(options: FollowOptions<S>): Promise<readonly ErasureTurn[]> {
  const { Check } = await import('typebox/value')
  const path = `/internal/v1/iam/erasures?service=${options.service}`
  const response = await send(options, { method: 'GET', path })
  const body = response.status === 200 ? response.json() : undefined
  if (!Check(ErasureTurns, body)) throw new Error(`iam answered ${response.status} about erasures`)
  return body.items
}

async function tell<S>(options: FollowOptions<S>, id: string, json: ErasureReport): Promise<void> {
  const path = `/internal/v1/iam/erasures/${id}/reports`
  const { status } = await send(options, { method: 'POST', path, json })
  if (status !== 204) throw new Error(`iam answered ${status} to a report of an erasure`)
}

async function send<S>(
  { iamUrl, http, tokens }: FollowOptions<S>,
  {
    path,
    ...request
  }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly json?: unknown },
) {
  const scopes = [SCOPES.iamInternal]
  const ask = async () => {
    const authorization = `Bearer ${await tokens.get(scopes)}`
    return http.request({
      ...request,
      url: iamUrl.replace(/\/+$/, '') + path,
      headers: { authorization },
    })
  }
  const response = await ask()
  if (response.status !== 401) return response
  tokens.invalidate(scopes)
  return ask()
}
