import { InsufficientScope, InvalidToken, type Caller } from '@countersign/auth-verifier'
import { tenantCaller, type CallerRule } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import type { FastifyRequest } from 'fastify'
import { decideAuthority, type InForce } from '../core/authority.ts'
import type { Db, IamDatabase } from '../db/types.ts'
import {
  findServiceInForce,
  findUserInForce,
  holdServiceInForce,
  holdUserInForce,
} from './queries.ts'

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
  readonly rule: CallerRule
}

const permissionsAtTheDoor = new WeakMap<FastifyRequest, readonly string[]>()

/**
 * Asks the database about the caller of each request that needs a token, before its body is read:
 * whoever was disabled, demoted, removed, signed out or revoked is refused from the next request on.
 * It goes by the rule without which the kit registers no route, so none can be forgotten.
 *
 * Kept by: services/iam/src/authority/live-authority.test.ts "[IAM-21] who is %s is refused on every route, and nothing changes"
 */
export function addDoor(app: App, db: IamDatabase): void {
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    if (request.is404 || config.caller === undefined || config.caller === 'anyone') return
    const { caller } = request
    permissionsAtTheDoor.set(request, await proveCaller(db, caller, config as CallerRule, 'find'))
  })
}

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
    rule: request.routeOptions.config as CallerRule,
  }
}

/**
 * Answers what the caller may do now of what the token carries.
 *
 * @param how `hold` in a transaction: what was found stays so until it ends.
 * @throws InvalidToken (401) when account, session, client or token ended; InsufficientScope (403)
 * when what the route asks for is not theirs any more.
 */
export async function proveCaller(
  db: Db,
  caller: Caller,
  rule: CallerRule,
  how: How,
): Promise<readonly string[]> {
  const decision = decideAuthority(rule, caller, await findInForce(db, caller, how))
  if (decision.allowed) return decision.permissions
  if (decision.reason === 'ended') throw new InvalidToken('revoked')
  throw new InsufficientScope(decision.missing)
}

type How = 'find' | 'hold'

function findInForce(db: Db, caller: Caller, how: How): Promise<InForce | undefined> {
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
  })
  return row === undefined ? undefined : { ...row, permissions: [], signedIn: true }
}

async function findInForceOfUser(db: Db, caller: Caller, how: How): Promise<InForce | undefined> {
  const { subject: userId, scopes, claims } = caller
  const find = how === 'hold' ? holdUserInForce : findUserInForce
  const token = { jti: textOf(claims['jti']), grantId: textOf(claims['grant_id']) }
  const [row] = await find(db, { tenantId: caller.tenantId ?? null, userId, ...token })
  // What a person agreed to does not change while the grant is there.
  return row === undefined ? undefined : { ...row, scopes }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : null)
