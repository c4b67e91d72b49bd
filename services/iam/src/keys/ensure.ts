import type { Sealer } from '@countersign/service-kit/sealing'
import { inTransaction } from '@countersign/service-kit/transaction'
import { missingKeys, signs } from '../core/signing-keys.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { generateKey } from './generate.ts'
import { insertKey, listKeys, lockKeys, promoteNext, type KeyRow } from './queries.ts'
import { openKey } from './seal.ts'

/**
 * The keys, after making those that are missing: both at the first start, the next one after it was
 * promoted. Processes that start together wait for the first and then use its keys.
 */
export async function ensureKeys(
  db: IamDatabase,
  sealer: Sealer,
  now: () => Date,
): Promise<KeyRow[]> {
  const keys = await listKeys(db)
  if (missingKeys(toStates(keys)) === 'none') return keys
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    await repairKeys(tx, sealer, now())
    return listKeys(tx)
  })
}

/**
 * Fills the gaps of the key set; the caller holds the lock. A process with another encryption key
 * adds nothing: the others could not sign with what it made.
 *
 * @throws `ForeignSealError`
 */
export async function repairKeys(tx: Tx, sealer: Sealer, now: Date): Promise<void> {
  const keys = await listKeys(tx)
  for (const key of keys.filter(signs)) openKey(sealer, key)
  switch (missingKeys(toStates(keys))) {
    case 'none':
      return
    case 'create_both':
      await insertKey(tx, await generateKey(sealer), 'current', now)
      return insertKey(tx, await generateKey(sealer), 'next', now)
    case 'promote_next':
      await promoteNext(tx, now)
      return insertKey(tx, await generateKey(sealer), 'next', now)
    case 'create_next':
      return insertKey(tx, await generateKey(sealer), 'next', now)
  }
}

const toStates = (keys: readonly KeyRow[]) =>
  keys.map(({ kid, status, publishedUntil }) => ({
    kid,
    status,
    publishedUntil: publishedUntil ?? undefined,
  }))
