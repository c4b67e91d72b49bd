import type { VersionRow } from '../content/version-queries.ts'
import { mayShowInline } from '../core/media-type.ts'
import type { RenditionKind, RenditionStatus } from '../db/rendition-tables.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import { canDraw, drawShown } from './draw-shown.ts'
import { findRenditions, findText, type RenditionRow, type RenditionState } from './queries.ts'
import type { Shown } from './shown.ts'
import { unavailable } from './unavailable.ts'

/** Why there is nothing to show. `ORIGINAL_ONLY`: nothing but the file, which is not for the reader. */
export type NoPreview = Exclude<RenditionStatus, 'READY'> | 'PENDING' | 'ORIGINAL_ONLY'

export interface PreviewOptions {
  /** A page of a document as a picture. */
  readonly page?: number | undefined
  /** What must be burnt into everything that is shown. */
  readonly watermark?: string | undefined
  /** Whether the reader may have the file itself; to all others it is shown as pictures or text. */
  readonly mayHaveFile: boolean
}

const WATERMARK_EVERY_LINES = 30

/**
 * Shows a version in place: the file where its type is harmless and the reader may have it, else what
 * was made of it, a page of it as a picture, a picture drawn anew, its text.
 *
 * @throws `dms.preview_unavailable` (409) with what became of it in `previewStatus`.
 */
export async function showPreview(
  deps: Deps,
  version: VersionRow,
  { page, watermark, mayHaveFile }: PreviewOptions,
): Promise<Shown> {
  const state = await findRenditions(deps.db, version.tenantId, version.objectId)
  const isMarked = watermark !== undefined
  const found = decidePreview(version, state, { page, isMarked, mayHaveFile })
  if (found.kind === 'none') throw unavailable(found.status)
  if (found.kind === 'text') return showText(deps, version, watermark)
  if (found.kind === 'file') return found
  const { pageCount } = found
  if (page !== undefined && pageCount !== null && page > pageCount) throw problems.not_found()
  return drawShown(deps, { of: found.version, page: page ?? 1, watermark })
}

type Found =
  | { readonly kind: 'none'; readonly status: NoPreview }
  | { readonly kind: 'text' }
  | { readonly kind: 'file'; readonly version: VersionRow }
  | { readonly kind: 'drawn'; readonly version: VersionRow; readonly pageCount: number | null }

function decidePreview(
  version: VersionRow,
  { isDone, renditions }: RenditionState,
  options: { page?: number | undefined; isMarked: boolean; mayHaveFile: boolean },
): Found {
  const preview = renditions.find(({ kind }) => kind === 'preview')
  const showsItself = mayShowInline(version.contentType)
  const givesFile = options.mayHaveFile && !options.isMarked
  if (givesFile && options.page === undefined && showsItself) {
    // Nobody's browser gets a picture that was found to be a trap.
    return preview?.status === 'FAILED' ? none('FAILED') : { kind: 'file', version }
  }
  if (!isDone) return none('PENDING')
  if (preview === undefined) return none(showsItself ? 'ORIGINAL_ONLY' : 'UNSUPPORTED')
  if (preview.status !== 'READY') return none(preview.status)
  const stored = locate(version, preview)
  const isPdf = preview.contentType === 'application/pdf'
  if (isPdf && (options.page !== undefined || !givesFile)) {
    return { kind: 'drawn', version: stored, pageCount: preview.pageCount }
  }
  if (preview.contentType === 'text/plain') return { kind: 'text' }
  if (givesFile) return { kind: 'file', version: stored }
  // Drawn anew, whatever it is, so that nothing but what one sees is left of it.
  const isPicture = stored.contentType.startsWith('image/')
  return isPicture ? { kind: 'drawn', version: stored, pageCount: null } : none('ORIGINAL_ONLY')
}

const none = (status: NoPreview): Found => ({ kind: 'none', status })

export interface PreviewState {
  readonly status: NoPreview | 'READY'
  readonly contentType?: string
  readonly pageCount?: number
}

/** What {@link showPreview} would find, for those who have not asked for it yet. */
export async function findPreviewState(
  deps: Deps,
  version: VersionRow,
  options: { readonly isMarked: boolean; readonly mayHaveFile: boolean },
): Promise<PreviewState> {
  const state = await findRenditions(deps.db, version.tenantId, version.objectId)
  if (!state.isDone) return { status: 'PENDING' }
  const found = decidePreview(version, state, options)
  if (found.kind === 'none') return { status: found.status }
  const preview = state.renditions.find(({ kind }) => kind === 'preview')
  if (preview?.status !== 'READY') return { status: preview?.status ?? 'UNSUPPORTED' }
  if (found.kind === 'drawn' && !(await canDraw(deps, found.version, options.isMarked))) {
    return { status: 'TOOL_MISSING' }
  }
  const { contentType, pageCount } = preview
  return {
    status: 'READY',
    ...(contentType === null ? {} : { contentType }),
    ...(pageCount === null ? {} : { pageCount }),
  }
}

/**
 * What was made of a version: its thumbnail, its text.
 *
 * @param watermark What must be in everything that is shown.
 */
export async function showRendition(
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
  if (kind === 'text') return showText(deps, version, watermark)
  const picture = locate(version, found)
  if (watermark !== undefined) return drawShown(deps, { of: picture, page: 1, watermark })
  return { kind: 'file', version: picture }
}

async function showText(
  deps: Deps,
  version: VersionRow,
  watermark: string | undefined,
): Promise<Shown> {
  const text = await findText(deps.db, version.tenantId, version.objectId)
  if (text === undefined) throw unavailable('FAILED')
  const body = watermark === undefined ? text.body : watermarkText(text.body, watermark)
  const bytes = Buffer.from(body)
  const contentType = 'text/plain; charset=utf-8'
  return { kind: 'made', bytes, contentType, isMarked: watermark !== undefined }
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
  const { sourceId, key, sizeBytes, sha256, contentType, lostAt } = rendition
  if (sourceId === null || key === null || sizeBytes === null || sha256 === null) return version
  const type = contentType ?? 'application/octet-stream'
  const fileName = `${version.fileName}${endings[type] ?? ''}`
  return { ...version, sourceId, key, sizeBytes, sha256, contentType: type, fileName, lostAt }
}
