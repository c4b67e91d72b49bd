import { reseal } from '@countersign/service-kit/reseal'
import { listSealedKeys, replaceSealedKey } from '../features/deliveries/keys/queries.ts'
import { sealContext } from '../features/deliveries/keys/event-keys.ts'
import {
  isSealedUnderFirst,
  type RecordKeyDeps,
} from '../features/instances/records/keys/record-keys.ts'
import { rotateRecordKeys } from '../features/instances/records/keys/rotate.ts'

/**
 * Seals under the first KEY_ENCRYPTION_KEY what rests under others. The database lets nobody change a
 * key of records, so one that rests under another is rotated: what it signed stays verifiable.
 */
export async function resealKeys(deps: RecordKeyDeps): Promise<string> {
  const { db, sealer } = deps
  const resealed = await reseal(
    {
      list: async (after) =>
        (await listSealedKeys(db, after)).map(({ kid, sealedPrivateKey }) => ({
          id: kid,
          sealed: sealedPrivateKey,
          context: sealContext(kid),
        })),
      replace: ({ id, sealed }, renewed) =>
        replaceSealedKey(db, { kid: id, sealedPrivateKey: sealed }, renewed),
    },
    sealer,
  )
  if (await isSealedUnderFirst(deps)) return `${resealed} sealed anew`
  const kid = await rotateRecordKeys(deps)
  return `${resealed} sealed anew; records are signed with ${kid ?? 'the key of another rotation'}`
}
