import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { isCheckViolation } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { AuditEntry } from './audit/entries.ts'
import { proveCaller, type Claimant } from './authority/claimant.ts'
import { listTenantsTouched, takeTurns } from './authority/queries.ts'
import type { IamDatabase, Tx } from './db/types.ts'
import { problems } from './problems.ts'

const live = Symbol('live')
const alone = Symbol('alone')

/**
 * Who acts, in the tenant of the token: a signed-in user, or a service that provisions. Made by
 * {@link asActor} and its like alone, so it is true of the open transaction: what the token says was
 * compared with the database there.
 */
export interface Actor {
  readonly [live]: true
  readonly tenantId: string
  readonly userId: string
  readonly permissions: readonly string[]
  /** Undefined for who came by no network. */
  readonly address: string | undefined
  /** A user when left out. */
  readonly kind?: 'service' | 'system'
}

/** Who runs a command of this service on its database: they may what the platform's administrators may. */
export interface Operator {
  readonly operator: 'iam-cli'
  readonly tenantId: string
}

/** An actor who may change who may do what: nobody else acts in the tenants concerned meanwhile. */
export interface SoleActor extends Actor {
  readonly [alone]: true
}

/**
 * Does work as the caller, in one transaction that begins with the question whether the caller may
 * still do it. Until it ends nobody takes that away: who wants to waits, and whoever did so before
 * is seen.
 *
 * @throws InvalidToken (401), InsufficientScope (403), `iam.last_administrator` (409).
 */
export function asActor<T>(
  db: IamDatabase,
  claimant: Claimant,
  work: (tx: Tx, actor: Actor) => Promise<T>,
): Promise<T> {
  return guarded(db, async (tx) => {
    const { tenantId } = claimant
    await takeTurns(tx, { ids: [tenantId], alone: [false] })
    return work(tx, await proveActor(tx, claimant, 'hold'))
  })
}

/**
 * The same for what changes who may do what in the tenant of the caller, and in further ones when
 * named: alone there, so that of a demotion and what the demoted does one is first.
 */
export function asSoleActor<T>(
  db: IamDatabase,
  claimant: Claimant,
  work: (tx: Tx, actor: SoleActor) => Promise<T>,
  alsoIn: readonly string[] = [],
): Promise<T> {
  return guarded(db, async (tx) => {
    await takeTurnsAlone(tx, [claimant.tenantId, ...alsoIn])
    return work(tx, { ...(await proveActor(tx, claimant, 'find')), [alone]: true })
  })
}

/**
 * The same for what changes an account as a whole: alone in each tenant that the account is of. What an operator
 * may is proven by the address of the database that they have.
 */
export function asSoleActorOn<T>(
  db: IamDatabase,
  claimant: Claimant | Operator,
  userId: string,
  work: (tx: Tx, actor: SoleActor) => Promise<T>,
): Promise<T> {
  return guarded(db, async (tx) => {
    await takeTurnsAlone(tx, await listTenantsTouched(tx, claimant.tenantId, userId))
    const actor =
      'operator' in claimant ? toActor(claimant) : await proveActor(tx, claimant, 'find')
    return work(tx, { ...actor, [alone]: true })
  })
}

/** The same for what people do to their own account: one thing at a time. */
export function asOneself<T>(
  db: IamDatabase,
  claimant: Claimant,
  work: (tx: Tx, actor: Actor) => Promise<T>,
): Promise<T> {
  return guarded(db, async (tx) => {
    const { tenantId, userId } = claimant
    // Tenants before accounts, everywhere.
    await takeTurns(tx, { ids: [tenantId, userId], alone: [false, true] })
    return work(tx, await proveActor(tx, claimant, 'find'))
  })
}

// In one order, so that two of them do not wait for each other.
function takeTurnsAlone(tx: Tx, tenantIds: readonly string[]) {
  const ids = [...new Set(tenantIds.map((id) => id.toLowerCase()))].toSorted()
  return takeTurns(tx, { ids, alone: ids.map(() => true) })
}

async function proveActor(tx: Tx, claimant: Claimant, how: 'find' | 'hold'): Promise<Actor> {
  const { tenantId, userId, address, caller, rule } = claimant
  const permissions = await proveCaller(tx, caller, rule, how)
  const kind = rule.caller === 'service' ? { kind: 'service' as const } : {}
  return { [live]: true, tenantId, userId, permissions, address, ...kind }
}

const toActor = ({ operator: userId, tenantId }: Operator): Actor => ({
  [live]: true,
  tenantId,
  userId,
  permissions: PLATFORM_PERMISSIONS,
  address: undefined,
  kind: 'system',
})

async function guarded<T>(db: IamDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (isCheckViolation(error, 'last_administrator')) throw problems.last_administrator()
    throw error
  }
}

/** May manage tenants, and accounts that belong to several. */
export const isPlatformAdmin = ({ permissions }: Pick<Actor, 'permissions'>) =>
  permissions.includes('iam:tenant:write')

/** An audit entry of what the actor did in their tenant. */
export function doneBy(
  actor: Actor,
  action: string,
  targetKind: string,
  targetId: string,
  details: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  const { tenantId, userId: actorId, address, kind: actorKind = 'user' } = actor
  return { action, tenantId, actorKind, actorId, address, targetKind, targetId, details }
}
