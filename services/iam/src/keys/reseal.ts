import { reseal } from '@countersign/service-kit/reseal'
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

type Replace = (db: IamDatabase, id: string, from: string, to: string) => Promise<void>

/**
 * Seals under the first KEY_ENCRYPTION_KEY what rests under others: signing keys, secrets of second
 * factors and of identity providers. What one sign-in at a provider remembers is over in minutes.
 *
 * @returns how many values were sealed anew.
 */
export async function resealAll(db: IamDatabase, sealer: Sealer): Promise<number> {
  const from = async <R extends { readonly id: string; readonly sealed: string }>(
    list: (db: IamDatabase, after: string | undefined) => Promise<readonly R[]>,
    replace: Replace,
    contextOf: (row: R) => string,
  ) =>
    reseal(
      {
        list: async (after) =>
          (await list(db, after)).map((row) => ({
            id: row.id,
            sealed: row.sealed,
            context: contextOf(row),
          })),
        replace: ({ id, sealed }, renewed) => replace(db, id, sealed, renewed),
      },
      sealer,
    )
  const keys = await from(listSealedKeys, replaceSealedKey, ({ id }) => keyContext(id))
  const totp = await from(listSealedTotp, replaceSealedTotp, ({ id }) => totpContext(id))
  const secrets = await from(listSealedSecrets, replaceSealedSecret, secretContext)
  return keys + totp + secrets
}
