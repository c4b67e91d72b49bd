import { reseal, type Resealed, type SealedRows } from '@countersign/service-kit/reseal'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { IamDatabase } from '../db/types.ts'
import { totpContext } from '../second-factor/totp.ts'
import { secretContext } from '../upstream/secret-context.ts'
import { keyContext } from './seal.ts'
import {
  listSealedKeys,
  listSealedSecrets,
  listSealedTotp,
  replaceSealedKey,
  replaceSealedSecret,
  replaceSealedTotp,
} from './sealed-queries.ts'

/** Where sealed values rest: signing keys, secrets of second factors and of identity providers. */
export const sealedRows = (db: IamDatabase): readonly SealedRows[] => [
  from(db, listSealedKeys, replaceSealedKey, ({ id }) => keyContext(id)),
  from(db, listSealedTotp, replaceSealedTotp, ({ id }) => totpContext(id)),
  from(db, listSealedSecrets, replaceSealedSecret, secretContext),
]

const from = <R extends { readonly id: string; readonly sealed: string }>(
  db: IamDatabase,
  list: (db: IamDatabase, after: string | undefined) => Promise<readonly R[]>,
  replace: (db: IamDatabase, id: string, from: string, to: string) => Promise<void>,
  contextOf: (row: R) => string,
): SealedRows => ({
  list: async (after) =>
    (await list(db, after)).map((row) => ({
      id: row.id,
      sealed: row.sealed,
      context: contextOf(row),
    })),
  replace: ({ id, sealed }, renewed) => replace(db, id, sealed, renewed),
})

/**
 * Seals under the first KEY_ENCRYPTION_KEY what rests under others. What one sign-in at a provider
 * remembers is over in minutes.
 */
export async function resealAll(db: IamDatabase, sealer: Sealer): Promise<Resealed> {
  let count = 0
  const foreign: string[] = []
  for (const rows of sealedRows(db)) {
    const done = await reseal(rows, sealer)
    count += done.count
    foreign.push(...done.foreign)
  }
  return { count, foreign }
}
