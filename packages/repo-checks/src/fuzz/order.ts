/** What the thread of a target is told. */
export interface Order {
  /** Address of the module. */
  readonly target: string
  readonly seed: number
  /** It ends with the first of both. */
  readonly tries: number
  readonly seconds: number
  /** From runs before. */
  readonly inputs: readonly Uint8Array[]
  /** What is tried at the moment, for whoever finds the thread dead. */
  readonly shared: SharedArrayBuffer
}

/** What it tells. */
export type Told =
  /** An input that went a new way. */
  | { readonly kind: 'new'; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly bytes: Uint8Array; readonly message: string }
  | {
      readonly kind: 'end'
      readonly tries: number
      readonly seconds: number
      readonly taken: number
      readonly all: number
    }

/** Longer inputs no target has. */
export const MOST_BYTES = 1 << 20

/** The input that is tried at the moment, in memory that outlives its thread: its number, its length, its bytes. */
export function createPlace(shared: SharedArrayBuffer) {
  const head = new Int32Array(shared, 0, 2)
  const bytes = new Uint8Array(shared, 8)
  return {
    put(input: Uint8Array): void {
      bytes.set(input)
      head[1] = input.length
      Atomics.add(head, 0, 1)
    },
    number: (): number => Atomics.load(head, 0),
    read: (): Buffer => Buffer.from(bytes.slice(0, head[1])),
  }
}
