import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchFile } from '../content/fetch-file.ts'
import type { VersionRow } from '../content/version-queries.ts'
import { inDirectory } from '../content/work-directory.ts'
import {
  drawPdfPage,
  drawPreview,
  drawWatermark,
  type Picture,
  type Workshop,
} from '../conversion/convert.ts'
import { ToolFailed, ToolMissing } from '../conversion/run-tool.ts'
import type { ToolName } from '../conversion/tools.ts'
import { classifyFile, HEIF } from '../core/file-kind.ts'
import type { Deps } from '../deps.ts'
import type { Shown } from './shown.ts'
import { unavailable } from './unavailable.ts'

interface Drawing {
  /** A PDF or a picture. */
  readonly of: VersionRow
  readonly page: number
  readonly watermark: string | undefined
}

/**
 * A page of a PDF, or a picture, drawn as a picture that has none of the file's metadata.
 *
 * @throws `dms.preview_unavailable` (409)
 */
export async function drawShown(deps: Deps, drawing: Drawing): Promise<Shown> {
  const bytes = await deps.drawing.run(() => draw(deps, drawing))
  const isMarked = drawing.watermark !== undefined
  return { kind: 'made', bytes, contentType: 'image/png', isMarked }
}

async function draw(deps: Deps, { of: version, page, watermark }: Drawing): Promise<Buffer> {
  try {
    return await inDirectory(async (directory) => {
      const workshop = { tools: deps.tools, directory }
      const path = join(directory, 'source')
      await fetchFile(deps, version, path)
      return readFile(await drawFile(workshop, version, path, { page, watermark }))
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

async function drawFile(
  workshop: Workshop,
  version: VersionRow,
  path: string,
  { page, watermark }: Omit<Drawing, 'of'>,
): Promise<string> {
  const picture = pictureOf(version, path)
  if (picture !== undefined && watermark === undefined) return drawPreview(workshop, picture)
  const drawn = picture ?? {
    path: await drawPdfPage(workshop, path, page),
    format: 'png_pipe',
    isFilm: false,
  }
  return watermark === undefined ? drawn.path : drawWatermark(workshop, drawn, watermark)
}

/** Undefined for a PDF. */
function pictureOf({ contentType }: VersionRow, path: string): Picture | undefined {
  const kind = classifyFile(contentType, '')
  return kind.kind === 'image' ? { path, format: kind.format, isFilm: false } : undefined
}

/** Whether this process has what {@link drawShown} needs. */
export async function canDraw(
  { tools }: Deps,
  version: VersionRow,
  isMarked: boolean,
): Promise<boolean> {
  const picture = pictureOf(version, '')
  const needed: ToolName[] = [picture === undefined ? 'pdftoppm' : 'ffmpeg']
  if (picture?.format === HEIF) needed.push('heif-convert')
  if (isMarked) needed.push('ffmpeg')
  if (needed.some((tool) => tools.find(tool) === undefined)) return false
  return (await tools.isolation()).isEnough
}
