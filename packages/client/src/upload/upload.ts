import type { DmsService } from '../client.ts'
import type { CallOptions, KeyedCallOptions } from '../options.ts'
import { itemsOf } from '../pages.ts'
import { type PartReader, readParts, type UploadContent } from './content.ts'

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

type Session = Awaited<ReturnType<DmsService['getUpload']>>

/** A connection that is down for a minute is waited for. */
const patient = { tries: 9 }
const open = new Set(['INITIATED', 'RECEIVING', 'RECEIVED'])

/**
 * Uploads a file in parts of 8 MiB, several at once. A part whose connection was lost is sent again;
 * what is stored is not. With `sessionId` it goes on where an earlier process stopped: parts that are
 * stored are compared by their hash and left out. A small file may go in one request
 * (`singleRequestBytes`).
 *
 * ```ts
 * const { documentId } = await upload(dms, file, { fileName: file.name, onProgress })
 * const { versionId } = await upload(dms, await openAsBlob('big.iso'), { fileName: 'big.iso', documentId })
 * ```
 *
 * @throws {@link UploadEnded} when the session is over or has other bytes; `ProblemError`, `NoAnswer`;
 *   RangeError when a stream is shorter than it said. What is stored by then stays: call again with
 *   the id of the session.
 */
export async function upload(
  dms: DmsService,
  content: UploadContent,
  options: UploadOptions,
): Promise<Uploaded> {
  const reader = readParts(content)
  const { token, signal, headers, timeoutMs, retry } = options
  const call = { token, signal, headers, timeoutMs, retry: { ...patient, ...retry } }
  if (isSingle(reader, options)) return sendWhole(dms, reader, content, options, call)
  const session = await openSession(dms, reader, content, options, call)
  if (session.result !== undefined) return session.result
  if (!open.has(session.status)) throw new UploadEnded('session_over', session.id)
  if (session.sizeBytes !== reader.sizeBytes) throw new UploadEnded('other_content', session.id)
  options.onSession?.(session.id)
  const path = { id: session.id }
  // A file of nothing has no parts.
  if (reader.sizeBytes > 0) await sendParts(dms, session, reader, options, call)
  return dms.completeUpload({ path, body: {} }, call)
}

const isSingle = (
  { isSeekable, sizeBytes }: PartReader,
  { sessionId, tags, singleRequestBytes = 0 }: UploadOptions,
): boolean =>
  isSeekable &&
  sessionId === undefined &&
  tags === undefined &&
  sizeBytes <= singleRequestBytes &&
  singleRequestBytes > 0

async function sendWhole(
  dms: DmsService,
  reader: PartReader,
  content: UploadContent,
  options: UploadOptions,
  call: CallOptions,
): Promise<Uploaded> {
  const { sizeBytes } = reader
  const { idempotencyKey, fileName, title, folderId, documentId, note, onProgress } = options
  const query = withoutUndefined({ fileName, title, folderId, documentId, note })
  const bytes = await reader.read(0, sizeBytes)
  const body = new Blob([bytes], { type: typeOf(content, options) ?? '' })
  const uploaded = await dms.createUpload({ query, body }, { ...call, idempotencyKey })
  // Nothing comes back for what a resumable protocol begins, which this is not.
  if (uploaded === undefined) throw new TypeError('the upload was begun, and not made')
  onProgress?.({ storedBytes: sizeBytes, sizeBytes })
  return uploaded
}

function typeOf(content: UploadContent, { contentType }: UploadOptions): string | undefined {
  const ownType = content instanceof Blob && content.type !== '' ? content.type : undefined
  return contentType ?? ownType
}

function openSession(
  dms: DmsService,
  { sizeBytes }: PartReader,
  content: UploadContent,
  options: UploadOptions,
  call: CallOptions,
): Promise<Session> {
  const { sessionId, idempotencyKey, fileName, title, folderId, tags, documentId, note } = options
  if (sessionId !== undefined) return dms.getUpload({ path: { id: sessionId } }, call)
  const said = { contentType: typeOf(content, options), title, folderId, tags, documentId, note }
  const body = { fileName, sizeBytes, ...withoutUndefined(said) }
  return dms.initiateUpload({ body }, { ...call, idempotencyKey })
}

async function sendParts(
  dms: DmsService,
  { id, sizeBytes, partSizeBytes }: Session,
  reader: PartReader,
  { onProgress, concurrency = 3 }: UploadOptions,
  call: CallOptions,
): Promise<void> {
  const stored = new Map<number, string>()
  for await (const part of itemsOf(dms.listUploadParts, { path: { id } }, call)) {
    stored.set(part.number, part.sha256)
  }
  let storedBytes = 0
  const sendPart = async (number: number, signal: AbortSignal): Promise<void> => {
    const offset = (number - 1) * partSizeBytes
    const body = await reader.read(offset, Math.min(partSizeBytes, sizeBytes - offset))
    const known = stored.get(number)
    const hash = known === undefined ? undefined : await findHash(body)
    if (hash !== undefined && hash !== known) throw new UploadEnded('other_content', id)
    if (hash === undefined)
      await dms.sendUploadPart({ path: { id, number }, body }, { ...call, signal })
    storedBytes += body.size
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

/** What was left out is not sent: the service takes no null for it. */
function withoutUndefined<T extends object>(
  members: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const said = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}
