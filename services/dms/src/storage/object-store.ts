import type { Readable } from 'node:stream'
import type { OwnedBytes } from './owned-bytes.ts'

/**
 * What a driver needs to know to go on with an unfinished object. Kept in the database beside the
 * upload, so that any process can continue after a crash; its members are the driver's own business.
 */
export type WriteState = Readonly<Record<string, unknown>>

/** An object that is being written: nobody can read it before {@link ObjectStore.commit}. */
export interface UnfinishedObject {
  readonly key: string
  readonly state: WriteState
}

export interface AppendOptions {
  /** Where the first chunk goes. 0 starts over; anything else continues after what is durable. */
  readonly offset: number
  /** Length of the finished object. The driver never accepts more. */
  readonly sizeBytes: number
  readonly signal: AbortSignal
  /**
   * Called whenever more is durable while more may come, also before a driver makes something that
   * would have to be cleaned up after a crash; what is durable in the end is answered. When it
   * throws, the append stops: the caller lost its right to write.
   */
  readonly onProgress: (state: WriteState, receivedBytes: number) => Promise<void>
}

/** A piece of an object that may come beside others and in any order. */
export interface ObjectPart {
  readonly number: number
  readonly offset: number
  readonly sizeBytes: number
}

export interface PartOptions extends Pick<AppendOptions, 'signal'> {
  /** Somebody has tried to put it before, and may not be through with it. */
  readonly wasTried: boolean
}

/** What a driver needs to know of a part that is stored. */
export interface StoredPart {
  readonly number: number
  readonly sizeBytes: number
  readonly etag?: string
  /** In hexadecimal digits, of a part that may have been put before: it is compared when the object is whole. */
  readonly sha256?: string
}

export interface AppendResult {
  readonly state: WriteState
  readonly receivedBytes: number
}

/** Inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where bytes live. Drivers are interchangeable: all pass `object-store.test.ts`.
 *
 * Keys are random and made of `[0-9a-z/-]`; names and rights stay in the database. Every method ends
 * by a deadline of its own and may be repeated.
 *
 * @throws {@link StorageUnavailable} when the storage does not answer, is full or refuses.
 * @throws {@link BytesLost} while an object is written, when the storage has lost some of it.
 */
export interface ObjectStore {
  /**
   * Streams `chunks` into an unfinished object. When `chunks` fails or ends early, what arrived is
   * kept and reported by `onProgress`, so that a later call can continue at that offset. The driver
   * owns each chunk, and releases it once it is stored.
   */
  append(
    target: UnfinishedObject,
    chunks: AsyncIterable<OwnedBytes>,
    options: AppendOptions,
  ): Promise<AppendResult>
  /**
   * Prepares an object whose parts come side by side. `onState` is told what a crash would leave
   * before it is made; the answer is the state that {@link putPart} is given.
   */
  beginParts(
    target: UnfinishedObject,
    sizeBytes: number,
    onState: (state: WriteState) => Promise<void>,
  ): Promise<WriteState>
  /** Stores one part durably; undefined when fewer bytes came than it has. May be repeated. */
  putPart(
    target: UnfinishedObject,
    part: ObjectPart,
    chunks: AsyncIterable<OwnedBytes>,
    options: PartOptions,
  ): Promise<StoredPart | undefined>
  /** The state to {@link commit} when all parts are stored, given in order. */
  joinParts(state: WriteState, parts: readonly StoredPart[]): WriteState
  /**
   * The state as it was at an earlier offset, for bytes that turned out to be unwanted. What was
   * written since is replaced or discarded later.
   */
  rewind(earlier: WriteState, latest: WriteState): WriteState
  /**
   * Makes the finished object readable under the key it answers, all at once and durably.
   * A second commit of the same object answers the same.
   *
   * @throws {@link ObjectIncomplete} when fewer bytes than `sizeBytes` came.
   * @throws {@link BytesLost} when all came, and are not there any more.
   */
  commit(target: UnfinishedObject, sizeBytes: number): Promise<{ readonly key: string }>
  /** Removes whatever an unfinished object left, except the committed key when `keep` names it. */
  discard(target: UnfinishedObject, keep?: string): Promise<void>
  find(key: string): Promise<{ readonly sizeBytes: number } | undefined>
  /** Committed objects whose keys begin so, a page at a time, in no order that counts. */
  list(prefix: string): AsyncIterable<readonly ListedObject[]>
  /** @throws {@link ObjectMissing} when there is no such object. */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>
  /** As {@link read}, for passing bytes on with little work. @throws {@link ObjectMissing} */
  open(key: string, range?: ByteRange): Promise<OpenObject>
  /** Removing what is not there succeeds. */
  remove(key: string): Promise<void>
  /** Writes, reads and removes a small object. */
  probe(): Promise<void>
  /** Whether senders wait for memory that slower ones hold. */
  isCrowded(): boolean
  close(): Promise<void>
}

export interface ListedObject {
  readonly key: string
  readonly modifiedAt: Date
}

/** Bytes on their way out. Whoever iterates owns each chunk. */
export interface OpenObject extends AsyncIterable<OwnedBytes> {
  /** Needed when the iteration was not begun or not ended; may be repeated. */
  close(): void
}

/** The storage cannot do its work now; the same call may succeed later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The object is not there, although a row says so. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

/** The bytes stored are not those that were announced. */
export class ObjectIncomplete extends Error {
  override readonly name = 'ObjectIncomplete'
}

/** What there is of an unfinished object of which the storage has lost some. */
export interface Remains {
  /** What the upload goes on with. */
  readonly state: WriteState
  /** From the beginning on, without a gap. */
  readonly receivedBytes: number
  /** Numbers of the parts that are there, of an object whose parts come in any order; none: it is begun anew. */
  readonly parts: readonly number[]
}

/** Bytes that were stored are gone, or others are in their place: what follows `left` has to be sent again. */
export class BytesLost extends Error {
  override readonly name = 'BytesLost'
  readonly left: Remains

  constructor(message: string, left: Remains, options?: ErrorOptions) {
    super(message, options)
    this.left = left
  }
}
