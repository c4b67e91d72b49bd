import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { keyIdOf, type Signer } from '@countersign/record'
import type { SealedRow } from '@countersign/service-kit/reseal'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../db/schema.ts'
import { findRecordKey, insertRecordKey, type NewRecordKey } from './queries.ts'

export type RecordKeyDeps = Pick<Deps, 'db' | 'sealer'>

const sealContext = (kid: string) => `record-key:${kid}`

/** A new key, sealed for storage. */
export function makeRecordKey(sealer: Deps['sealer']): NewRecordKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  const kid = keyIdOf(x)
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  return { kid, publicKey: x, sealedPrivateKey: sealer.seal(pem, sealContext(kid)) }
}

/** Makes the first key where there is none. Of several processes at once, one makes it. */
export async function ensureRecordKey({ db, sealer }: RecordKeyDeps): Promise<void> {
  if ((await findRecordKey(db)) === undefined) await insertRecordKey(db, makeRecordKey(sealer))
}

/** The key that signs now. It is not kept in memory: whoever rotates ends it at once, everywhere. */
export async function openRecordKey(db: Db, sealer: Deps['sealer']): Promise<Signer> {
  const row = await findRecordKey(db)
  if (row === undefined) throw new Error('there is no key for records')
  const privateKey = createPrivateKey(sealer.open(row.sealedPrivateKey, sealContext(row.kid)))
  return { kid: row.kid, privateKey }
}

/** The key that signs, where there is one, as it rests. */
export async function listSealedRecordKey(db: Db): Promise<readonly SealedRow[]> {
  const row = await findRecordKey(db)
  if (row === undefined) return []
  return [{ id: row.kid, sealed: row.sealedPrivateKey, context: sealContext(row.kid) }]
}
