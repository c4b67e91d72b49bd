import type { DmsService } from '../client.ts'
import { ProblemError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import { type PartReader, readParts, type UploadContent } from './content.ts'
import { sendParts } from './send-parts.ts'
import { UploadEnded, type Uploaded, type UploadOptions } from './upload-options.ts'

type Session = Awaited<ReturnType<DmsService['getUpload']>>

/** A connection that is down for a minute is waited for. */
const patient = { tries: 9 }
const open = new Set(['INITIATED', 'RECEIVING', 'RECEIVED'])

/**
 * Uploads a file in parts of 8 MiB, several at once. A part whose connection was lost is sent again;
 * what is stored is not. With `sessionId` it goes on where an earlier process stopped: parts that are
 * stored are compared by their hash and left out. Parts that the storage has lost by the end are sent
 * again. A small file may go in one request (`singleRequestBytes`).
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
  return sendSession(dms, session, reader, options, call)
}

/** How often the rest is sent of an upload whose storage has lost what it had acknowledged. */
const maxLosses = 3

/** Sends what is missing and completes; where parts are gone by then, those once more. */
async function sendSession(
  dms: DmsService,
  session: Session,
  reader: PartReader,
  options: UploadOptions,
  call: CallOptions,
): Promise<Uploaded> {
  const path = { id: session.id }
  const sent = new Map<number, string>()
  for (let losses = 0; ; losses += 1) {
    // A file of nothing has no parts.
    if (reader.sizeBytes > 0) await sendParts(dms, session, reader, sent, options, call)
    try {
      return await dms.completeUpload({ path, body: {} }, call)
    } catch (error) {
      // What was read of a stream is gone here, too.
      if (losses === maxLosses || !reader.isSeekable || !isIncomplete(error)) throw error
    }
  }
}

const isIncomplete = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'dms.size_mismatch'

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

/** What was left out is not sent: the service takes no null for it. */
function withoutUndefined<T extends object>(
  members: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const said = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as { [Name in keyof T]?: Exclude<T[Name], undefined> }
}
