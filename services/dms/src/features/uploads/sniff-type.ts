import type { ObjectStore } from '../../storage/object-store.ts'

// As much of a file as the sniffer looks at.
const SNIFFED_BYTES = 4_100

/** The type that these bytes, the first of a file, have by their content. */
async function sniffBytes(head: Uint8Array): Promise<string | undefined> {
  if (head.length === 0) return undefined
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(head))?.mime
}

/** Of a file that is stored, by reading its first bytes. */
export async function sniffStored(
  store: ObjectStore,
  key: string,
  sizeBytes: number,
): Promise<string | undefined> {
  if (sizeBytes === 0) return undefined
  const range = { start: 0, end: Math.min(SNIFFED_BYTES, sizeBytes) - 1 }
  return sniffBytes(Buffer.concat(await (await store.read(key, range)).toArray()))
}

/** Keeps the first bytes of a file that passes by, to look at them in the end. */
export class Sniffer {
  readonly #head = Buffer.allocUnsafe(SNIFFED_BYTES)
  #length = 0

  see(chunk: Uint8Array): void {
    if (this.#length === SNIFFED_BYTES) return
    const piece = chunk.subarray(0, SNIFFED_BYTES - this.#length)
    this.#head.set(piece, this.#length)
    this.#length += piece.length
  }

  findType(): Promise<string | undefined> {
    return sniffBytes(this.#head.subarray(0, this.#length))
  }
}
