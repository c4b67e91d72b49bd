import { parse } from 'content-disposition'
import { lazyCheck } from '@countersign/service-kit/validation'
import type { FastifyRequest } from 'fastify'
import {
  type Checksum,
  parseBoolean,
  parseByteCount,
  parseChecksum,
  parseDigest,
  parseMetadata,
} from '../../../core/upload-fields.ts'
import { problems } from '../../../problems.ts'
import { InitiateBody } from '../schema.ts'

/** A header field that is there, as it came; one that came twice is joined, and so fits nothing. */
export function fieldOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** @throws `dms.invalid_request` when the field is there and does not hold what it should. */
function readField<T>(
  request: FastifyRequest,
  name: string,
  parseField: (text: string) => T | undefined,
): T | undefined {
  const text = fieldOf(request, name)
  if (text === undefined) return undefined
  const value = parseField(text)
  if (value === undefined) throw faulty(name, 'wrong_format', 'does not hold what it should')
  return value
}

const faulty = (name: string, code: string, detail: string) =>
  problems.invalid_request({ errors: [{ pointer: `/headers/${name}`, code, detail }] })

/** @throws `dms.invalid_request` for a field that is not there. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw faulty(name, 'required', 'is required')
  return value
}

export const readOffset = (request: FastifyRequest) =>
  readField(request, 'upload-offset', parseByteCount)
export const readLength = (request: FastifyRequest) =>
  readField(request, 'upload-length', parseByteCount)
export const readComplete = (request: FastifyRequest) =>
  readField(request, 'upload-complete', parseBoolean)
export const readChecksum = (request: FastifyRequest) =>
  readField(request, 'upload-checksum', parseChecksum)
const readMetadata = (request: FastifyRequest) =>
  readField(request, 'upload-metadata', (text) =>
    text.length > MAX_METADATA ? undefined : parseMetadata(text),
  )

const MAX_METADATA = 8192

/** `Content-Digest` (RFC 9530) of the bytes of one request. */
export function readContentDigest(request: FastifyRequest): Checksum | undefined {
  const digest = readField(request, 'content-digest', parseDigest) ?? undefined
  return digest && { algorithm: 'sha256', digest }
}

/** @throws `dms.invalid_request` for a field of an extension that is not spoken here. */
export function refuseFields(request: FastifyRequest, names: readonly string[]): void {
  const name = names.find((known) => request.headers[known] !== undefined)
  if (name !== undefined) throw faulty(name, 'not_allowed', 'is of an extension not offered here')
}

/** The length that a request tells of, in one or both of its ways (section 4.1.3). */
export function readDraftLength(
  request: FastifyRequest,
  isLast: boolean,
  offset: number,
): number | undefined {
  const told = readLength(request)
  const bytes = request.headers['content-length'] ?? (hasContent(request) ? undefined : '0')
  if (!isLast || bytes === undefined) return told
  const counted = offset + Number(bytes)
  if (told === undefined || told === counted) return counted
  throw problems.size_mismatch({ members: { sizeBytes: told, receivedBytes: counted } })
}

/** Whether a request has a body at all, of a length that need not be known. */
export const hasContent = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @throws `dms.unsupported_media_type` for bytes under another type than that of tus. */
export function requireTusBytes(request: FastifyRequest): void {
  if (fieldOf(request, 'content-type') !== TUS_BYTES) throw problems.unsupported_media_type()
}

/** Of the body of a request of tus. */
export const TUS_BYTES = 'application/offset+octet-stream'

/** What of a new upload may be in the address. */
export interface UploadQuery {
  readonly fileName?: string
  readonly title?: string
  readonly folderId?: string
  readonly documentId?: string
  readonly note?: string
}

const check = lazyCheck(InitiateBody)

function asBody(body: object, field: string): InitiateBody {
  const errors = check(body).map((fault) => {
    const pointer = fault.pointer === '/sizeBytes' ? '/headers/upload-length' : fault.pointer
    return { ...fault, pointer: pointer.startsWith('/headers') ? pointer : field + pointer }
  })
  if (errors.length > 0) throw problems.invalid_request({ errors })
  return body as InitiateBody
}

// As Uppy and others name them; what is not known here is the client's own.
const metadataNames: Readonly<Record<string, keyof InitiateBody>> = {
  name: 'fileName',
  filename: 'fileName',
  type: 'contentType',
  filetype: 'contentType',
  title: 'title',
  folderId: 'folderId',
  documentId: 'documentId',
  note: 'note',
  sha256: 'sha256',
}

/** What a tus client wants to upload: its length and metadata. */
export function readTusUpload(request: FastifyRequest, query: UploadQuery): InitiateBody {
  const sizeBytes = required(readLength(request), 'upload-length')
  const body: Record<string, unknown> = { fileName: NO_NAME, ...query, sizeBytes }
  const metadata = readMetadata(request) ?? new Map<string, string>()
  for (const [name, member] of Object.entries(metadataNames)) {
    const value = metadata.get(name)
    if (value) body[member] = value
  }
  return asBody(body, '/headers/upload-metadata')
}

/** What a client of the draft wants to upload: fields of the representation, as RFC 9110 has them. */
export function readDraftUpload(
  request: FastifyRequest,
  query: UploadQuery,
  sizeBytes: number,
): InitiateBody {
  const type = fieldOf(request, 'content-type')
  // Some clients say of the first piece, too, that it is one; that is no type of a file.
  const contentType = type === PARTIAL_UPLOAD ? undefined : type
  const sha256 = readField(request, 'repr-digest', parseDigest)
  const fileName = query.fileName ?? (readField(request, 'content-disposition', nameOf) || NO_NAME)
  const body = {
    ...query,
    fileName,
    sizeBytes,
    ...(contentType === undefined ? {} : { contentType }),
    ...(sha256 ? { sha256: sha256.toString('hex') } : {}),
  }
  return asBody(body, '/query')
}

/** Of the body of a request of the draft that appends. */
export const PARTIAL_UPLOAD = 'application/partial-upload'

const NO_NAME = 'upload'

/** Of `Content-Disposition` (RFC 6266); an empty name is none. */
function nameOf(disposition: string): string | undefined {
  const { type, parameters } = parse(disposition)
  return type === '' ? undefined : (parameters['filename'] ?? '')
}
