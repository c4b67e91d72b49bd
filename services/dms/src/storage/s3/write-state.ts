import type { WriteState } from '../object-store.ts'

/** Where an unfinished S3 object stands. */
export interface S3WriteState {
  /** The object of this attempt. Each fresh start gets a key of its own (see s3.ts). */
  readonly key: string
  /** Set when the object is written in parts. */
  readonly uploadId?: string
  readonly parts: readonly S3Part[]
  /** Bytes after the last part, too few for one: an object of their own until more arrive. */
  readonly tail?: { readonly key: string; readonly sizeBytes: number }
  /** The object is whole in one piece under `key`. */
  readonly whole?: boolean
  /** Somebody was sending when this was recorded: the next parts may have been put before. */
  readonly isOpen?: boolean
  /** Parts of it were lost before; when it happens again, all is sent to another upload. */
  readonly hasLost?: boolean
  /** Every key this object may have left something under; what is not committed is removed. */
  readonly keys: readonly string[]
}

export interface S3Part {
  readonly number: number
  readonly etag: string
  readonly sizeBytes: number
  readonly sha256?: string
}

/** Reads back what {@link toWriteState} stored; undefined before the first byte. */
export function readWriteState(state: WriteState): S3WriteState | undefined {
  // Written by this module alone, into a column that nobody else touches.
  return typeof state['key'] === 'string' ? (state as unknown as S3WriteState) : undefined
}

export const toWriteState = (state: S3WriteState): WriteState => ({ ...state })

export const partBytes = (parts: readonly S3Part[]) =>
  parts.reduce((sum, part) => sum + part.sizeBytes, 0)
