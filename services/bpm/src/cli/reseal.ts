import { reseal } from '@countersign/service-kit/reseal'
import { listSealedKeys, replaceSealedKey } from '../features/deliveries/keys/queries.ts'
import { sealContext } from '../features/deliveries/keys/event-keys.ts'
import {
  listSealedRecordKey,
  type RecordKeyDeps,
} from '../features/instances/records/keys/record-keys.ts'
import { rotateRecordKeys } from '../features/instances/records/keys/rotate.ts'

/**
 * Seals under the first KEY_ENCRYPTION_KEY what rests under others. The database lets nobody change a
 * key of records, so one that rests under another is rotated: what it signed stays verifiable. One that
 * no key opens is left: the settings may be wrong, and rotation destroys it.
 *
 * @returns what was done, and what each key that does not open was sealed for.
 */
export async function resealKeys({ db, sealer }: RecordKeyDeps) {
  const events = await reseal(
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
  let done = `${events.count} sealed anew`
  const records = await reseal(
    {
      list: async (after) => (after === undefined ? listSealedRecordKey(db) : []),
      replace: async () => {
        const kid = await rotateRecordKeys({ db, sealer })
        done += `; records are signed with ${kid ?? 'the key of another rotation'}`
      },
    },
    sealer,
  )
  return { done, foreign: [...events.foreign, ...records.foreign] }
}
