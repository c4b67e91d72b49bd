import type { DmsService } from '../client.ts'
import type { CallOptions } from '../options.ts'
import { itemsOf } from '../pages.ts'
import type { PartReader } from './content.ts'
import { UploadEnded, type UploadOptions } from './upload-options.ts'

interface PartedUpload {
  readonly id: string
  readonly sizeBytes: number
  readonly partSizeBytes: number
}

/**
 * Sends the parts that are missing, some at once.
 *
 * @param sent Hashes of the parts that are known to be of this content, by their number; those that are sent or
 *   compared are added. Of these nothing is read to be compared again.
 * @throws {@link UploadEnded} when other bytes are stored as one of the parts.
 */
export async function sendParts(
  dms: DmsService,
  { id, sizeBytes, partSizeBytes }: PartedUpload,
  reader: PartReader,
  sent: Map<number, string>,
  { onProgress, concurrency = 3 }: Pick<UploadOptions, 'onProgress' | 'concurrency'>,
  call: CallOptions,
): Promise<void> {
  const stored = new Map<number, string>()
  for await (const part of itemsOf(dms.listUploadParts, { path: { id } }, call)) {
    stored.set(part.number, part.sha256)
  }
  let storedBytes = 0
  const sendPart = async (number: number, signal: AbortSignal): Promise<void> => {
    const offset = (number - 1) * partSizeBytes
    const partBytes = Math.min(partSizeBytes, sizeBytes - offset)
    const known = stored.get(number)
    if (known === undefined || known !== sent.get(number)) {
      const body = await reader.read(offset, partBytes)
      const hash = known === undefined ? undefined : await findHash(body)
      if (hash !== undefined && hash !== known) throw new UploadEnded('other_content', id)
      const { sha256 } =
        hash === undefined
          ? await dms.sendUploadPart({ path: { id, number }, body }, { ...call, signal })
          : { sha256: hash }
      sent.set(number, sha256)
    }
    storedBytes += partBytes
    onProgress?.({ storedBytes, sizeBytes })
  }
  const count = Math.ceil(sizeBytes / partSizeBytes)
  await eachNumber(count, reader.isSeekable ? concurrency : 1, sendPart, call.signal)
}

/**
 * SHA-256 in hexadecimal digits. A page that was not loaded over https cannot tell it: what is stored
 * is then sent again, and compared by the service.
 */
async function findHash(blob: Blob): Promise<string | undefined> {
  // Only secure contexts have it, which the types do not say.
  const { subtle } = crypto as { subtle?: typeof crypto.subtle }
  if (subtle === undefined) return undefined
  const hash = await subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Does the work for 1 to `count`, some at once; the first that fails ends the others. */
async function eachNumber(
  count: number,
  atOnce: number,
  work: (number: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stop = new AbortController()
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  let last = 0
  const worker = async (): Promise<void> => {
    while (last < count && !both.aborted) {
      last += 1
      await work(last, both)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  } finally {
    stop.abort()
  }
}
