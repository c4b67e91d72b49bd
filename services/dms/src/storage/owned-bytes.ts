/**
 * Bytes with one owner at a time. Who is handed them owns them: to hand them on, or to release them
 * once, when nobody will look at them again. After that they cannot be read, so that a late reader
 * fails instead of seeing the bytes of somebody else.
 *
 * An owner who cannot tell whether somebody still reads (a request broke off) drops them unreleased:
 * then their memory is collected as any other.
 *
 * Kept by: services/dms/src/storage/buffer-pool.test.ts "are read by their owner alone"
 */
export interface OwnedBytes {
  /** @throws when they were released. */
  readonly bytes: Uint8Array
  /** A second call does nothing. */
  release(): void
}

/** Bytes of the collector's, whom nobody need tell when they are no longer needed. */
export const collected = (bytes: Uint8Array): OwnedBytes => ({ bytes, release: () => undefined })

/** The chunks of a stream, each with memory of its own. */
export async function* collectedFrom(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<OwnedBytes> {
  for await (const bytes of chunks) yield collected(bytes)
}

export interface SplitBytes {
  readonly first: OwnedBytes
  /** Undefined when there are no more. */
  readonly rest: OwnedBytes | undefined
}

/** Cuts bytes in two: the first keep the memory, the rest are a copy with an owner of its own. */
export function splitAt(owned: OwnedBytes, sizeBytes: number): SplitBytes {
  const { bytes } = owned
  if (bytes.length <= sizeBytes) return { first: owned, rest: undefined }
  return {
    first: { bytes: bytes.subarray(0, sizeBytes), release: () => owned.release() },
    rest: collected(new Uint8Array(bytes.subarray(sizeBytes))),
  }
}

export const releaseAll = (chunks: readonly OwnedBytes[]): void => {
  for (const chunk of chunks) chunk.release()
}
