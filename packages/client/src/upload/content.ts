/** What can be uploaded. A stream says how long it is, since the session is begun with that. */
export type UploadContent =
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | { readonly stream: AsyncIterable<Uint8Array>; readonly sizeBytes: number }

/** Content that is read a part after the other. */
export interface PartReader {
  readonly sizeBytes: number
  /** Parts can be read again, in any order. A stream is read once, from its beginning to its end. */
  readonly isSeekable: boolean
  /** The bytes of one part; of a stream each is asked for once, in order. */
  readonly read: (offset: number, sizeBytes: number) => Promise<Blob>
}

export function readParts(content: UploadContent): PartReader {
  if ('stream' in content && !(content instanceof Blob)) return readStream(content)
  const blob = content instanceof Blob ? content : new Blob([content])
  return {
    sizeBytes: blob.size,
    isSeekable: true,
    read: (offset, sizeBytes) => Promise.resolve(blob.slice(offset, offset + sizeBytes)),
  }
}

function readStream({
  stream,
  sizeBytes,
}: {
  readonly stream: AsyncIterable<Uint8Array>
  readonly sizeBytes: number
}): PartReader {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return {
    sizeBytes,
    isSeekable: false,
    async read(_offset, wanted) {
      const bytes = new Uint8Array(wanted)
      for (let filled = 0; filled < wanted;) {
        if (rest.length === 0) {
          const next = await chunks.next()
          if (next.done === true) throw new RangeError('the stream ended before its size')
          rest = next.value
        }
        const taken = rest.subarray(0, wanted - filled)
        bytes.set(taken, filled)
        filled += taken.length
        rest = rest.subarray(taken.length)
      }
      return new Blob([bytes])
    },
  }
}
