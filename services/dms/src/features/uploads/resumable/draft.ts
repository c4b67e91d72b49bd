import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenUser } from '../../../access/access.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { UploadRow } from '../queries.ts'
import { readBytes } from '../receiving/read-bytes.ts'
import { findOwnUpload } from '../session.ts'
import { type Answered, locationOf, resultFields } from './answer.ts'
import {
  fieldOf,
  hasContent,
  PARTIAL_UPLOAD,
  readComplete,
  readContentDigest,
  readDraftLength,
  readOffset,
  required,
} from './fields.ts'
import { informs } from './informational.ts'
import { appendBytes, findSettled, finishUpload, isPassing } from './sessions.ts'

/*
 * draft-ietf-httpbis-resumable-upload-12 (July 2026), interop version 8. The length must be known when
 * an upload is created: quota is reserved by it.
 */

/** `Upload-Limit`: what an upload may be, and how long the session waits. */
export function limitsOf({ settings, now }: Deps, upload?: UploadRow): string {
  const size = `max-size=${settings.maxUploadBytes}`
  if (upload === undefined) return size
  const ageMs = upload.expiresAt.getTime() - now().getTime()
  return `${size}, max-age=${Math.max(0, Math.floor(ageMs / 1000))}`
}

/**
 * Takes what came with the creation of an upload: nothing, its first bytes, or all of them. A repeated one
 * adds to no bytes, and is told where to go on.
 */
export async function takeFirstByDraft(
  deps: Deps,
  caller: TokenUser,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const begun = await findSettled(deps, caller, id)
  const location = locationOf(id)
  const fields = { location, 'upload-limit': limitsOf(deps, begun) }
  const inform = informs(request, reply)
  inform?.(fields)
  const onDurable = inform && ((bytes: number) => inform({ location, ...offsetOf(bytes) }))
  const checksum = readContentDigest(request)
  const content = { ...readBytes(request), offset: 0, checksum, onDurable }
  const takes = hasContent(request) && begun.receivedBytes === 0
  const upload = takes ? await appendBytes(deps, caller, begun, content) : begun
  const goesOn = begun.receivedBytes > 0 && begun.receivedBytes < begun.sizeBytes
  if (readComplete(request) === true && !goesOn) return finish(deps, caller, reply, upload)
  return { status: 201, headers: { ...fields, ...standOf(upload) } }
}

/** Where an upload stands, and whether it is complete. */
export async function lookByDraft(deps: Deps, caller: TokenUser, id: string): Promise<Answered> {
  const upload = await findSettled(deps, caller, id)
  const { sizeBytes, answer } = upload
  const headers = {
    'upload-length': String(sizeBytes),
    'upload-limit': limitsOf(deps, upload),
    ...standOf(upload),
    ...(answer === null ? {} : resultFields(answer)),
  }
  return { status: 204, headers }
}

/** Takes the next bytes, or none; the request that says it is the last ends with a version. */
export async function appendByDraft(
  deps: Deps,
  caller: TokenUser,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const before = await findOwnUpload(deps, caller, id)
  const { sizeBytes } = before
  if (fieldOf(request, 'content-type') !== PARTIAL_UPLOAD) throw problems.unsupported_media_type()
  const isLast = required(readComplete(request), 'upload-complete')
  const offset = required(readOffset(request), 'upload-offset')
  const length = readDraftLength(request, isLast, offset) ?? sizeBytes
  const checksum = readContentDigest(request)
  const inform = informs(request, reply)
  const onDurable = inform && ((bytes: number) => inform(offsetOf(bytes)))
  const content = { ...readBytes(request), offset, checksum, onDurable }
  if (length !== sizeBytes) throw problems.size_mismatch({ members: { sizeBytes } })
  const upload = await appendBytes(deps, caller, before, content)
  if (isLast) return finish(deps, caller, reply, upload)
  return { status: 204, headers: standOf(upload) }
}

async function finish(
  deps: Deps,
  caller: TokenUser,
  reply: FastifyReply,
  upload: UploadRow,
): Promise<Answered> {
  const { receivedBytes, sizeBytes } = upload
  if (receivedBytes < sizeBytes) {
    const members = { receivedBytes, sizeBytes }
    throw problems.size_mismatch({ members, headers: standOf(upload) })
  }
  try {
    const body = await finishUpload(deps, caller, upload)
    const headers = { ...offsetOf(receivedBytes), 'upload-complete': '?1', ...resultFields(body) }
    return { status: 200, headers, body }
  } catch (error) {
    // All bytes were taken: sending them again would not help.
    void reply.header('upload-complete', isPassing(error) ? '?0' : '?1')
    throw error
  }
}

const offsetOf = (bytes: number) => ({ 'upload-offset': String(bytes) })
const standOf = ({ receivedBytes, status }: UploadRow) => ({
  ...offsetOf(receivedBytes),
  'upload-complete': status === 'COMPLETED' ? '?1' : '?0',
})
