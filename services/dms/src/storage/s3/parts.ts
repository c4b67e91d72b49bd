import type { Semaphore } from '@countersign/service-kit/semaphore'
import {
  ObjectIncomplete,
  type ObjectPart,
  type PartOptions,
  type StoredPart,
  type UnfinishedObject,
  type WriteState,
} from '../object-store.ts'
import type { OwnedBytes } from '../owned-bytes.ts'
import { beginUpload, freshState } from './append.ts'
import type { S3Client } from './client.ts'
import { openPart } from './put.ts'
import { readWriteState, toWriteState } from './write-state.ts'

export async function beginParts(
  client: S3Client,
  target: UnfinishedObject,
  onState: (state: WriteState) => Promise<void>,
): Promise<WriteState> {
  const state = freshState(target.key, readWriteState(target.state))
  await onState(toWriteState(state))
  return toWriteState({ ...state, uploadId: await beginUpload(client, state.key) })
}

/** Puts the part while it comes, and keeps it until it is stored, so that it can be sent again. */
export async function putPart(
  client: S3Client,
  target: UnfinishedObject,
  part: ObjectPart,
  chunks: AsyncIterable<OwnedBytes>,
  options: PartOptions & { readonly memory: Semaphore },
): Promise<StoredPart | undefined> {
  const { memory, signal, wasTried } = options
  const state = readWriteState(target.state)
  if (state?.uploadId === undefined) throw new ObjectIncomplete('the object takes no parts')
  const { number, sizeBytes } = part
  const query = { uploadId: state.uploadId, partNumber: String(number) }
  const place = { key: state.key, query, signal }
  const passing = openPart(client, { lengthBytes: sizeBytes, memory, signal })
  const { flow } = passing
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      if (flow.sizeBytes + chunk.bytes.length > sizeBytes)
        throw new ObjectIncomplete('too many bytes')
      await passing.push(chunk)
      if (passing.isDue) passing.store(place).catch(() => undefined)
    }
    if (flow.sizeBytes < sizeBytes) return undefined
    const { headers, isRepeat = false } = await passing.store(place)
    const sha256 = wasTried || isRepeat ? { sha256: await flow.hash() } : {}
    flow.release()
    return { number, sizeBytes, etag: String(headers['etag']), ...sha256 }
  } finally {
    // Nothing is left to be given up when all went well.
    await passing.cut()
  }
}

export function joinParts(state: WriteState, parts: readonly StoredPart[]): WriteState {
  const begun = readWriteState(state)
  if (begun === undefined) return state
  const whole = parts.map(({ etag = '', ...part }) => ({ ...part, etag }))
  return toWriteState({ ...begun, parts: whole })
}
