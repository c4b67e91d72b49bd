import { ForeignSealError, type Sealer } from '@countersign/service-kit/sealing'
import { inTransaction } from '@countersign/service-kit/transaction'
import { retirementMs, signs } from '../core/signing-keys.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { insertAuditEvent, type AuditEntry } from '../audit/entries.ts'
import { repairKeys } from './ensure.ts'
import { generateKey } from './generate.ts'
import {
  destroyRetired,
  insertKey,
  listKeys,
  lockKeys,
  promoteNext,
  retireCurrent,
  withdrawKey,
  type KeyRow,
} from './queries.ts'
import { openKey } from './seal.ts'

export interface RotationDeps {
  readonly db: IamDatabase
  readonly sealer: Sealer
  readonly now: () => Date
}

type Actor = Pick<AuditEntry, 'actorKind' | 'actorId' | 'address' | 'tenantId'>

/**
 * Lets the next key sign and makes another next one. The key that signed stays published until its
 * last token has expired, so no live token is refused; its private half is destroyed at once.
 *
 * Kept by: services/iam/src/oidc/provider/two-processes.test.ts "keep every token verifiable when keys rotate again and again within seconds"
 */
export function rotateKeys(deps: RotationDeps, actor: Actor): Promise<KeyRow[]> {
  return inTransaction(deps.db, (tx) => rotateKeysIn(tx, deps, actor))
}

/** {@link rotateKeys} in the transaction of the caller. */
export async function rotateKeysIn(
  tx: Tx,
  { sealer, now }: Omit<RotationDeps, 'db'>,
  actor: Actor,
): Promise<KeyRow[]> {
  await lockKeys(tx)
  await rotate(tx, sealer, now(), actor)
  return listKeys(tx)
}

/** Rotates when the signing key is older than `maxAgeMs`; says whether it did. */
export async function rotateOldKeys(
  { db, sealer, now }: RotationDeps,
  maxAgeMs: number,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    const current = (await listKeys(tx)).find(({ status }) => status === 'current')
    const at = now()
    if (
      current === undefined ||
      at.getTime() - (current.activatedAt ?? current.createdAt).getTime() < maxAgeMs
    ) {
      return false
    }
    await rotate(tx, sealer, at, { actorKind: 'system' })
    return true
  })
}

/**
 * Takes a compromised key out of the key set at once; tokens it signed are refused as soon as
 * verifiers read the set again. In the transaction of the caller. Answers undefined when there is
 * no such live key.
 */
export async function withdraw(
  tx: Tx,
  { sealer, now }: Omit<RotationDeps, 'db'>,
  kid: string,
  actor: Actor,
): Promise<KeyRow[] | undefined> {
  await lockKeys(tx)
  if (!(await withdrawKey(tx, kid))) return undefined
  await destroyRetired(tx)
  await repairKeys(tx, sealer, now())
  const entry = { action: 'key.withdrawn', ...actor, targetKind: 'key', targetId: kid }
  await insertAuditEvent(tx, entry, now())
  return listKeys(tx)
}

/**
 * Makes new keys in place of those that do not open, because the key that sealed them is lost. What
 * they signed verifies until it expires: lost is not known to others. Changes nothing when they open.
 */
export async function replaceLostKeys(
  { db, sealer, now }: RotationDeps,
  actor: Actor,
): Promise<KeyRow[]> {
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    const at = now()
    const lost = (await listKeys(tx)).filter((key) => signs(key) && !opens(sealer, key))
    for (const { kid, status } of lost) {
      if (status === 'current') await retireCurrent(tx, new Date(at.getTime() + retirementMs))
      else await withdrawKey(tx, kid)
      await insertAuditEvent(
        tx,
        { action: 'key.lost', ...actor, targetKind: 'key', targetId: kid },
        at,
      )
    }
    await destroyRetired(tx)
    await repairKeys(tx, sealer, at)
    return listKeys(tx)
  })
}

function opens(sealer: Sealer, key: KeyRow): boolean {
  try {
    openKey(sealer, key)
    return true
  } catch (error) {
    if (error instanceof ForeignSealError) return false
    throw error
  }
}

async function rotate(tx: Tx, sealer: Sealer, at: Date, actor: Actor): Promise<void> {
  await repairKeys(tx, sealer, at)
  const before = await retireCurrent(tx, new Date(at.getTime() + retirementMs))
  await destroyRetired(tx)
  const after = await promoteNext(tx, at)
  await insertKey(tx, await generateKey(sealer), 'next', at)
  const entry = { targetKind: 'key', targetId: after, details: { before, after } }
  await insertAuditEvent(tx, { action: 'key.rotated', ...actor, ...entry }, at)
}
