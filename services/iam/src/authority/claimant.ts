import {
  InsufficientAuthentication,
  InsufficientScope,
  InvalidToken,
  type Caller,
} from '@countersign/auth-verifier'
import { createBoundedCache } from '@countersign/service-kit/bounded-cache'
import { actorsOf, tenantCaller, type CallerRule } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import type { FastifyRequest } from 'fastify'
import { noteActivity } from '../accounts/session-activity.ts'
import { decideAuthority, type InForce } from '../core/authority.ts'
import { limitPermissions } from '../core/client-permissions.ts'
import type { Db, IamDatabase } from '../db/types.ts'
import {
  findServiceInForce,
  findUserInForce,
  holdServiceInForce,
  holdUserInForce,
} from './queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * False: what it changes gives nobody more than they have, so an old sign-in is enough. True: it
     * changes what guards the account of the caller, or ends its sessions.
     */
    stepUp?: boolean
  }
}

/** What a route asks of who calls it, with what follows from it. */
interface Demand extends CallerRule {
  /** An authentication of the last minutes (RFC 9470). */
  readonly stepUp: boolean
}

/**
 * Who calls by a token that was in force when the request came in. Good for reading. It is no
 * `Actor`: what changes anything asks again, in the transaction that does it.
 */
export interface Claimant {
  readonly tenantId: string
  /** The account, or the client id of a service. */
  readonly userId: string
  /** What the token carries and the roles gave when the request came in. */
  readonly permissions: readonly string[]
  readonly address: string
  readonly caller: Caller
  readonly rule: Demand
}

/** A process notes that a session is in use as often as this. */
const noteEveryMs = 60_000

const permissionsAtTheDoor = new WeakMap<FastifyRequest, readonly string[]>()

/**
 * Asks the database about the caller of each request that needs a token, before its body is read:
 * whoever was disabled, demoted, removed, signed out or revoked is refused from the next request on.
 * It goes by the rule without which the kit registers no route, so none can be forgotten. Changes ask
 * for a fresh sign-in unless the route says that they need none.
 *
 * Kept by: services/iam/src/authority/step-up.test.ts "is asked of every change that somebody administers by, but for those named"
 * Kept by: services/iam/src/authority/live-authority.test.ts "[IAM-21] who is %s is refused on every route, and nothing changes"
 */
export function addDoor(
  app: App,
  { db, sessionIdleMs }: { readonly db: IamDatabase; readonly sessionIdleMs: number },
): void {
  const noted = createBoundedCache<true>({ max: 10_000, ttlMs: noteEveryMs })
  const prove = async (request: FastifyRequest) => {
    const { caller } = request
    permissionsAtTheDoor.set(request, await proveCaller(db, caller, demandOf(request), 'find'))
    const grantId = textOf(caller.claims['grant_id'])
    if (grantId === null || noted.get(grantId) !== undefined) return
    noted.set(grantId, true)
    await noteActivity(db, grantId, sessionIdleMs)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions
    if (request.is404 || config.caller === undefined || config.caller === 'anyone') return done()
    prove(request).then(() => done(), done)
  })
}

const demandOf = ({ method, routeOptions: { config } }: FastifyRequest): Demand => ({
  ...(config as CallerRule),
  stepUp: !['GET', 'HEAD'].includes(method) && (config.stepUp ?? 'permission' in config),
})

/** @throws InsufficientScope for a service token without a `tenant:<uuid>` scope. */
export function claimantOf(request: FastifyRequest): Claimant {
  const permissions = permissionsAtTheDoor.get(request)
  if (permissions === undefined) throw new Error('this request did not come through the door')
  const caller = tenantCaller(request)
  return {
    tenantId: caller.tenantId,
    userId: caller.subject,
    permissions,
    address: request.ip,
    caller,
    rule: demandOf(request),
  }
}

/**
 * Answers what the caller may do now of what the token carries.
 *
 * @param how `hold` in a transaction: what was found stays so until it ends.
 * @throws InvalidToken (401) when account, session, client or token ended; InsufficientScope (403)
 * when what the route asks for is not theirs any more; InsufficientAuthentication (401) when they have
 * to prove anew who they are.
 */
export async function proveCaller(
  db: Db,
  caller: Caller,
  rule: Demand,
  how: How,
): Promise<readonly string[]> {
  const decision = decideAuthority(rule, caller, await findInForce(db, caller, how))
  if (decision.allowed) return decision.permissions
  switch (decision.reason) {
    case 'ended':
      throw new InvalidToken('revoked')
    case 'missing':
      throw new InsufficientScope(decision.missing)
    case 'authenticate':
      throw new InsufficientAuthentication(decision.challenge)
  }
}

type How = 'find' | 'hold'

/** What of a verified token is in force; undefined when it is worth nothing any more. */
export function findInForce(db: Db, caller: Caller, how: How): Promise<InForce | undefined> {
  return caller.grantType === 'client_credentials'
    ? findInForceOfService(db, caller, how)
    : findInForceOfUser(db, caller, how)
}

async function findInForceOfService(
  db: Db,
  caller: Caller,
  how: How,
): Promise<InForce | undefined> {
  const { clientId, claims } = caller
  const find = how === 'hold' ? holdServiceInForce : findServiceInForce
  const [row] = await find(db, {
    tenantId: caller.tenantId ?? null,
    clientId,
    jti: textOf(claims['jti']),
    issuedAt: Number(claims['iat']),
    isBound: claims['cnf'] !== undefined,
  })
  return row === undefined ? undefined : { ...row, permissions: [] }
}

async function findInForceOfUser(db: Db, caller: Caller, how: How): Promise<InForce | undefined> {
  const { subject: userId, scopes, claims } = caller
  const find = how === 'hold' ? holdUserInForce : findUserInForce
  const token = {
    jti: textOf(claims['jti']),
    originJti: textOf(claims['origin_jti']),
    grantId: textOf(claims['grant_id']),
    actors: actorsOf(caller).map(({ sub }) => String(sub)),
    issuedAt: Number(claims['iat']),
  }
  const [row] = await find(db, { tenantId: caller.tenantId ?? null, userId, ...token })
  if (row === undefined) return undefined
  const permissions = limitPermissions(row.permissions, row.permissionLimit)
  // What a person agreed to does not change while the grant is there.
  return { permissions, session: row.session, scopes }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : null)
