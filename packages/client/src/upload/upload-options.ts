import type { KeyedCallOptions } from '../options.ts'

export interface UploadOptions extends KeyedCallOptions {
  readonly fileName: string
  /** Without one the service finds out. A `File` says its own. */
  readonly contentType?: string | undefined
  /** Of a new document. */
  readonly title?: string | undefined
  readonly folderId?: string | undefined
  readonly tags?: string[] | undefined
  /** The document that gets a new version, in the place of a new document. */
  readonly documentId?: string | undefined
  readonly note?: string | undefined
  /** Goes on with an upload that was begun: the id that `onSession` told. */
  readonly sessionId?: string | undefined
  /**
   * Up to so many bytes a file goes in one request: there is nothing to go on with. Default 0, a session for each. A stream, tags and
   * `sessionId` need a session.
   */
  readonly singleRequestBytes?: number | undefined
  /** Told once the session is there: who keeps the id can go on after a restart. Not for a file in one request. */
  readonly onSession?: ((sessionId: string) => void) | undefined
  /** Told when bytes have been stored, after each part. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Parts that are sent at once. Default 3; one for streams. */
  readonly concurrency?: number | undefined
}

export interface UploadProgress {
  readonly storedBytes: number
  readonly sizeBytes: number
}

export interface Uploaded {
  readonly documentId: string
  readonly versionId: string
  readonly versionNo: number
  readonly sha256: string
  readonly sizeBytes: number
}

/** The upload cannot be gone on with; begin a new one, without `sessionId`. */
export class UploadEnded extends Error {
  override readonly name = 'UploadEnded'
  readonly reason: 'session_over' | 'other_content'

  constructor(reason: UploadEnded['reason'], sessionId: string) {
    super(`${reason}: ${sessionId}`)
    this.reason = reason
  }
}
