import { Readable } from 'node:stream'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decideRange, isIfMatchMet, matchesEtag } from '../core/byte-range.ts'
import { inertType, mayShowInline } from '../core/media-type.ts'
import { decideContent } from '../core/version.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import {
  type ByteRange,
  ObjectMissing,
  type ObjectStore,
  type OpenObject,
  StorageUnavailable,
} from '../storage/object-store.ts'
import { SentContent } from './sent-content.ts'
import { findSource } from './source-queries.ts'
import type { VersionRow } from './version-queries.ts'

export interface ContentOptions {
  readonly disposition: 'attachment' | 'inline'
  /** Caches of the reader alone may keep it, or nobody's: at addresses that work without a token. */
  readonly cache: 'private' | 'none'
  readonly meter?: ContentMeter
}

/** Is told of bytes before they leave, and of nothing else; what it throws keeps them back. */
export interface ContentMeter {
  /** An answer begins. @param part Undefined for the whole file. */
  begin(part: ByteRange | undefined): Promise<void>
  /** So many more bytes leave. */
  draw?(bytes: number): Promise<void>
}

/** Strong entity tag: the bytes of a version never change. */
export const etagOf = (version: Pick<VersionRow, 'sha256'>) => `"${version.sha256.toString('hex')}"`

/**
 * Refuses content that the state of the version keeps back.
 *
 * @throws `dms.version_unsafe`, `dms.version_archived` (403)
 */
export function requireContent(deps: Deps, version: VersionRow, mayWrite: boolean): void {
  const decision = decideContent(version, mayWrite, deps.scanner !== undefined)
  if (decision.allowed) return
  if (decision.reason === 'archived') throw problems.version_archived()
  const scanStatus = version.scanStatus === 'NOT_SCANNED' ? 'PENDING' : version.scanStatus
  throw problems.version_unsafe({ members: { scanStatus } })
}

/** What a browser is told about everything that came from a file. */
export function protectContent(reply: FastifyReply, cache: ContentOptions['cache']): void {
  void reply.headers({
    'cache-control': cache === 'private' ? 'private, no-cache' : 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
  })
}

/**
 * Sends the bytes of a version: whole, a range (RFC 9110 section 14), or 304. The caller has
 * decided that they may leave.
 *
 * Files are untrusted content: a download by default, of the stored type and no other, and where
 * they are shown in place, without script, without requests, without this origin. A page can name an address
 * without a token as its script: there, scripts and styles are bytes.
 */
export async function sendContent(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  version: VersionRow,
  options: ContentOptions,
): Promise<FastifyReply> {
  const etag = etagOf(version)
  const inline = options.disposition === 'inline' && mayShowInline(version.contentType)
  protectContent(reply, options.cache)
  // In the order of RFC 9110 13.2.2. There is no Last-Modified, so that dates are not compared.
  if (!isIfMatchMet(request.headers['if-match'], etag)) throw problems.content_changed()
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    return reply.headers({ etag }).code(304).send()
  }
  const range = readRange(request, version.sizeBytes, etag)
  const sizeBytes = range ? range.end - range.start + 1 : version.sizeBytes
  // First, so that a refusal bears none of the headers of the content.
  const body =
    request.method === 'HEAD'
      ? Readable.from([])
      : await openBody(deps, version, { range, sizeBytes }, options.meter)
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': options.cache === 'none' ? inertType(version.contentType) : version.contentType,
    'content-disposition': createDisposition(version.fileName, {
      type: inline ? 'inline' : 'attachment',
    }),
    'content-length': sizeBytes,
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${version.sizeBytes}` } : {}),
  })
  if (range) void reply.code(206)
  return reply.send(body)
}

/** The part that is asked for; a HEAD asks for no part (RFC 9110 14.2). */
function readRange(
  { method, headers }: FastifyRequest,
  sizeBytes: number,
  etag: string,
): ByteRange | undefined {
  if (method === 'HEAD') return undefined
  const decision = decideRange(headers.range, sizeBytes, etag, single(headers['if-range']))
  if (decision.kind === 'unsatisfiable') {
    throw problems.range_not_satisfiable({ headers: { 'content-range': `bytes */${sizeBytes}` } })
  }
  return decision.kind === 'part' ? decision.range : undefined
}

async function openBody(
  deps: Deps,
  version: VersionRow,
  { range, sizeBytes }: { range: ByteRange | undefined; sizeBytes: number },
  meter: ContentMeter | undefined,
): Promise<Readable> {
  const object = sizeBytes > 0 ? await openObject(deps, version, range) : undefined
  try {
    await meter?.begin(range)
  } catch (error) {
    object?.close()
    throw error
  }
  if (object === undefined) return Readable.from([])
  return new SentContent(meter?.draw === undefined ? object : meterObject(object, meter), sizeBytes)
}

const meterObject = (object: OpenObject, meter: ContentMeter): OpenObject => ({
  close: () => object.close(),
  async *[Symbol.asyncIterator]() {
    for await (const chunk of object) {
      await meter.draw?.(chunk.bytes.length)
      yield chunk
    }
  },
})

/**
 * The bytes of a version, whole or a range.
 *
 * @throws `dms.storage_unavailable` (503)
 */
export function openBytes(deps: Deps, version: VersionRow, range?: ByteRange): Promise<Readable> {
  return withStore(deps, version, (store) => store.read(version.key, range))
}

const openObject = (deps: Deps, version: VersionRow, range?: ByteRange): Promise<OpenObject> =>
  withStore(deps, version, (store) => store.open(version.key, range))

async function withStore<T>(
  deps: Deps,
  version: VersionRow,
  use: (store: ObjectStore) => Promise<T>,
): Promise<T> {
  if (version.lostAt !== null) throw problems.content_lost()
  const source = await findSource(deps.db, version.tenantId, version.sourceId)
  if (source === undefined) throw new Error('the source of a version is not there')
  try {
    return await use(await deps.stores.open(source))
  } catch (error) {
    if (error instanceof StorageUnavailable) {
      throw problems.storage_unavailable({ cause: error, headers: { 'retry-after': '5' } })
    }
    // Not the caller's fault and not to be mistaken for one who may not read: 500, and loud.
    if (error instanceof ObjectMissing) deps.log.fatal({ versionId: version.id }, 'object missing')
    throw error
  }
}

const single = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header
