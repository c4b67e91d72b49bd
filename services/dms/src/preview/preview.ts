import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentOptions, protectContent, sendContent } from '../content/content.ts'
import { fetchFile, inDirectory } from '../content/fetch-file.ts'
import type { VersionRow } from '../content/version-queries.ts'
import { drawWatermark, drawPdfPage, type Workshop } from '../conversion/convert.ts'
import { ToolFailed, ToolMissing } from '../conversion/run-tool.ts'
import { isIfMatchMet, matchesEtag } from '../core/byte-range.ts'
import { classifyFile } from '../core/file-kind.ts'
import { mayShowInline } from '../core/media-type.ts'
import type { RenditionKind, RenditionStatus } from '../db/rendition-tables.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import { findRenditions, findText, type RenditionRow } from './queries.ts'

/** What is shown of a version, found before anything is recorded or sent. */
export type Shown =
  | { readonly kind: 'file'; readonly version: VersionRow }
  | { readonly kind: 'text'; readonly body: string }
  | {
      readonly kind: 'page'
      readonly of: VersionRow
      readonly page: number
      readonly watermark?: string
    }

export interface ShownOptions {
  /** A page of a document as a picture. */
  readonly page?: number | undefined
  /** What must be burnt into everything that is shown. */
  readonly watermark?: string | undefined
}

const WATERMARK_EVERY_LINES = 30
const RETRY_SECONDS = 2

/**
 * Finds what may be shown of a version in place: itself where its type is harmless, what was made
 * of it, a page of it, its text.
 *
 * @throws `dms.preview_unavailable` (409) with what became of it in `previewStatus`.
 */
export async function findPreview(
  deps: Deps,
  version: VersionRow,
  { page, watermark }: ShownOptions = {},
): Promise<Shown> {
  const { isDone, renditions } = await findRenditions(deps.db, version.tenantId, version.objectId)
  const preview = renditions.find(({ kind }) => kind === 'preview')
  const showsItself = mayShowInline(version.contentType)
  if (watermark === undefined && page === undefined && showsItself) {
    // Nobody's browser gets a picture that was found to be a trap.
    if (preview?.status === 'FAILED') throw unavailable('FAILED')
    return { kind: 'file', version }
  }
  if (!isDone) throw unavailable('PENDING')
  if (preview === undefined) throw unavailable('UNSUPPORTED')
  if (preview.status !== 'READY') throw unavailable(preview.status)
  const stored = locate(version, preview)
  if (preview.contentType === 'application/pdf' && (page ?? watermark) !== undefined) {
    const { pageCount } = preview
    if (page !== undefined && pageCount !== null && page > pageCount) throw problems.not_found()
    return {
      kind: 'page',
      of: stored,
      page: page ?? 1,
      ...(watermark === undefined ? {} : { watermark }),
    }
  }
  if (preview.contentType === 'text/plain') return findTextShown(deps, version, watermark)
  if (watermark === undefined) return { kind: 'file', version: stored }
  const isPicture = stored.contentType.startsWith('image/')
  if (!isPicture) throw unavailable('UNSUPPORTED')
  return { kind: 'page', of: stored, page: 1, watermark }
}

export interface PreviewState {
  readonly status: RenditionStatus | 'PENDING'
  readonly contentType?: string
  readonly pageCount?: number
}

/** What {@link findPreview} would find, for those who have not asked for it yet. */
export async function findPreviewState(
  deps: Deps,
  version: VersionRow,
  isWatermarked: boolean,
): Promise<PreviewState> {
  const { isDone, renditions } = await findRenditions(deps.db, version.tenantId, version.objectId)
  const preview = renditions.find(({ kind }) => kind === 'preview')
  if (!isDone) return { status: 'PENDING' }
  if (preview === undefined) return { status: 'UNSUPPORTED' }
  const { status, contentType, pageCount } = preview
  if (status !== 'READY' || contentType === null) return { status }
  const canBearWatermark = /^(?:application\/pdf|text\/plain|image\/.*)$/.test(contentType)
  if (isWatermarked && !canBearWatermark) return { status: 'UNSUPPORTED' }
  return { status, contentType, ...(pageCount === null ? {} : { pageCount }) }
}

/**
 * What was made of a version: its thumbnail, its text.
 *
 * @param watermark What must be in everything that is shown.
 */
export async function findRendition(
  deps: Deps,
  version: VersionRow,
  kind: Exclude<RenditionKind, 'preview'>,
  watermark: string | undefined,
): Promise<Shown> {
  const { isDone, renditions } = await findRenditions(deps.db, version.tenantId, version.objectId)
  const found = renditions.find((each) => each.kind === kind)
  if (!isDone) throw unavailable('PENDING')
  if (found === undefined) throw unavailable('UNSUPPORTED')
  if (found.status !== 'READY') throw unavailable(found.status)
  if (kind === 'text') return findTextShown(deps, version, watermark)
  const picture = locate(version, found)
  if (watermark !== undefined) return { kind: 'page', of: picture, page: 1, watermark }
  return { kind: 'file', version: picture }
}

async function findTextShown(
  deps: Deps,
  version: VersionRow,
  watermark: string | undefined,
): Promise<Shown> {
  const text = await findText(deps.db, version.tenantId, version.objectId)
  if (text === undefined) throw unavailable('FAILED')
  return {
    kind: 'text',
    body: watermark === undefined ? text.body : watermarkText(text.body, watermark),
  }
}

function watermarkText(body: string, watermark: string): string {
  const line = `--- ${watermark} ---`
  return body
    .split('\n')
    .flatMap((each, index) => (index % WATERMARK_EVERY_LINES === 0 ? [line, each] : [each]))
    .join('\n')
}

const endings: Readonly<Record<string, string>> = { 'application/pdf': '.pdf', 'image/png': '.png' }

// What was made is sent as if it were a version: with ranges, a tag of its own and its own type.
function locate(version: VersionRow, rendition: RenditionRow): VersionRow {
  const { sourceId, key, sizeBytes, sha256, contentType } = rendition
  if (sourceId === null || key === null || sizeBytes === null || sha256 === null) return version
  const type = contentType ?? 'application/octet-stream'
  const fileName = `${version.fileName}${endings[type] ?? ''}`
  return { ...version, sourceId, key, sizeBytes, sha256, contentType: type, fileName }
}

const unavailable = (status: string) =>
  problems.preview_unavailable({
    members: { previewStatus: status },
    ...(status === 'PENDING' ? { headers: { 'retry-after': String(RETRY_SECONDS) } } : {}),
  })

/** Sends what {@link findPreview} found; the caller has decided that it may leave, and recorded it. */
export async function sendShown(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
  cache: ContentOptions['cache'],
): Promise<FastifyReply> {
  if (shown.kind === 'file') {
    return sendContent(deps, request, reply, shown.version, { disposition: 'inline', cache })
  }
  if (shown.kind === 'text') {
    const bytes = Buffer.from(shown.body)
    return sendMade(request, reply, bytes, 'text/plain; charset=utf-8', cache)
  }
  const bytes = await deps.drawing.run(() => drawShown(deps, shown))
  // A watermark bears the time: no copy of it may pass for another.
  return sendMade(
    request,
    reply,
    bytes,
    'image/png',
    shown.watermark === undefined ? cache : 'none',
  )
}

function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  contentType: string,
  cache: ContentOptions['cache'],
): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  protectContent(reply, cache)
  if (!isIfMatchMet(request.headers['if-match'], etag)) throw problems.content_changed()
  void reply.headers({ etag, 'content-disposition': 'inline' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.headers({ 'content-type': contentType }).send(bytes)
}

async function drawShown(deps: Deps, shown: Shown & { kind: 'page' }): Promise<Buffer> {
  const { of: version, page, watermark } = shown
  try {
    return await inDirectory(async (directory) => {
      const workshop = { tools: deps.tools, directory }
      const path = join(directory, 'source')
      await fetchFile(deps, version, path)
      const picture = await openPicture(workshop, version, path, page)
      const drawn =
        watermark === undefined
          ? picture.path
          : await drawWatermark(workshop, { ...picture }, watermark)
      return readFile(drawn)
    })
  } catch (error) {
    if (error instanceof ToolMissing) throw unavailable('TOOL_MISSING')
    if (error instanceof ToolFailed) {
      deps.log.warn({ err: error, versionId: version.id }, 'page not drawn')
      throw unavailable('FAILED')
    }
    throw error
  }
}

async function openPicture(workshop: Workshop, version: VersionRow, path: string, page: number) {
  const kind = classifyFile(version.contentType, '')
  if (kind.kind === 'image') return { path, format: kind.format, isFilm: false }
  const drawn = await drawPdfPage(workshop, path, page)
  return { path: drawn, format: 'png_pipe', isFilm: false }
}
