import {
  BytesLost,
  StorageUnavailable,
  type UnfinishedObject,
  type WriteState,
} from '../object-store.ts'
import type { S3Client } from './client.ts'
import { UploadGone } from './put.ts'
import { fromBeginning } from './remains.ts'
import { readWriteState } from './write-state.ts'

// A client that goes on at once, against a server that is away for a moment, is no sign of anything.
const FAILURES = 3
// Of a process; who is forgotten is counted again.
const MOST_KEPT = 1_000
const PROBE_BYTES = 8 * 1024 * 1024

interface Failing {
  readonly times: number
  readonly sinceMs: number
}

/**
 * Uploads in parts that go wrong while all else goes well: a server may have lost one (it ends those that are
 * old by a rule of the bucket, say), or refuse whatever is put to it. No patience mends that, so it is begun anew.
 *
 * Kept by: services/dms/src/storage/s3/lost.test.ts "begins anew when one upload alone stays stuck"
 */
export interface StuckUploads {
  /**
   * Puts to an upload by `work`. `latest` is told of what is on record when it failed.
   *
   * @throws {@link BytesLost} when the upload is gone or stuck.
   */
  watch<T>(target: UnfinishedObject, latest: () => WriteState, work: () => Promise<T>): Promise<T>
}

/** @param stuckMs How long everything that is put to an upload has to fail. */
export function watchStuckUploads(client: S3Client, stuckMs: number): StuckUploads {
  const failing = new Map<string, Failing>()

  function isStuck(uploadId: string): boolean {
    const { times, sinceMs } = failing.get(uploadId) ?? { times: 0, sinceMs: performance.now() }
    failing.delete(uploadId)
    failing.set(uploadId, { times: times + 1, sinceMs })
    const [oldest = ''] = failing.keys()
    if (failing.size > MOST_KEPT) failing.delete(oldest)
    return times + 1 >= FAILURES && performance.now() - sinceMs >= stuckMs
  }

  return {
    watch: async (target, latest, work) => {
      try {
        const done = await work()
        failing.delete(uploadOf(latest()))
        return done
      } catch (error) {
        const uploadId = uploadOf(latest())
        if (uploadId === '') throw error
        const isGone = error instanceof UploadGone
        const hasFailed = error instanceof StorageUnavailable
        const left = fromBeginning(target.key, latest())
        if (isGone) throw new BytesLost('the upload is gone', left, { cause: error })
        if (countParts(latest()) > countParts(target.state)) failing.delete(uploadId)
        else if (hasFailed && isStuck(uploadId) && (await takesOthers(client, left.state)))
          throw new BytesLost('the upload is stuck', left, { cause: error })
        throw error
      }
    },
  }
}

const uploadOf = (state: WriteState) => readWriteState(state)?.uploadId ?? ''
const countParts = (state: WriteState) => readWriteState(state)?.parts.length ?? 0

/**
 * Whether the server stores something of the size of a part where the upload would go on: a full one does not,
 * and what it has is kept.
 */
async function takesOthers(client: S3Client, next: WriteState): Promise<boolean> {
  const { key } = readWriteState(next) ?? { key: '' }
  try {
    const { status } = await client.send({ method: 'PUT', key, body: [Buffer.alloc(PROBE_BYTES)] })
    await client.send({ method: 'DELETE', key })
    return status === 200
  } catch (error) {
    if (error instanceof StorageUnavailable) return false
    throw error
  }
}
