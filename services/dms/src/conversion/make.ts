import { access, rename } from 'node:fs/promises'
import { type FileKind, isPackage } from '../core/file-kind.ts'
import {
  countPages,
  drawPdfThumbnail,
  drawPreview,
  drawThumbnail,
  printOffice,
  readPdfText,
  type Workshop,
} from './convert.ts'
import { checkPackage, readPackageText } from './office-package.ts'
import { ToolFailed, ToolMissing } from './run-tool.ts'
import { cutText, type FileText, MAX_TEXT_CHARACTERS, readTextFile } from './text.ts'

export type Rendition =
  | {
      readonly status: 'READY'
      readonly contentType: string
      /** Where it is; undefined when the file itself is what is shown. */
      readonly path?: string
      readonly pageCount?: number | undefined
    }
  | { readonly status: 'FAILED' | 'UNSUPPORTED' | 'TOOL_MISSING'; readonly reason: string }

export interface Renditions {
  readonly preview: Rendition
  readonly thumbnail: Rendition
  readonly text: FileText | Exclude<Rendition, { status: 'READY' }>
}

type Unready = Exclude<Rendition, { status: 'READY' }>

const unsupported: Unready = { status: 'UNSUPPORTED', reason: 'this type of file has none' }

/**
 * Makes of a file what can be made. A tool that is missing or refuses the file is an outcome and no
 * error; anything else thrown is, and may go better another time.
 *
 * @param path The file, in the directory of the workshop.
 * @param showsItself Whether a browser may show the file as it is.
 */
export async function makeRenditions(
  workshop: Workshop,
  path: string,
  kind: FileKind,
  showsItself: boolean,
  contentType: string,
): Promise<Renditions> {
  const itself: Rendition = showsItself ? { status: 'READY', contentType } : unsupported
  switch (kind.kind) {
    case 'pdf':
      return ofPdf(workshop, path)
    case 'text':
      return ofText(path)
    case 'office':
      return ofOffice(workshop, path, kind.extension)
    case 'image':
    case 'video':
      return ofPicture(workshop, { path, ...kind }, itself)
    case 'other':
      return { preview: itself, thumbnail: unsupported, text: unsupported }
  }
}

async function ofPdf(workshop: Workshop, pdf: string, path?: string): Promise<Renditions> {
  const pages = await attempt(() => countPages(workshop, pdf))
  const preview = {
    status: 'READY',
    contentType: 'application/pdf',
    ...(path === undefined ? {} : { path }),
    pageCount: typeof pages === 'number' ? pages : undefined,
  } as const
  const thumbnail = await attempt(() => drawPdfThumbnail(workshop, pdf))
  const isBroken = typeof pages === 'object' && pages.status === 'FAILED'
  if (isBroken && typeof thumbnail === 'object') {
    return { preview: pages, thumbnail, text: pages }
  }
  const text = await attempt(async () => readTextFile(await readPdfText(workshop, pdf)))
  return { preview, thumbnail: png(thumbnail), text }
}

async function ofText(path: string): Promise<Renditions> {
  return {
    // Made plain when it is asked for, from the text itself.
    preview: { status: 'READY', contentType: 'text/plain' },
    thumbnail: unsupported,
    text: await readTextFile(path),
  }
}

async function ofOffice(workshop: Workshop, path: string, extension: string): Promise<Renditions> {
  const zipped = isPackage(extension)
  const checked = zipped ? await attempt(() => checkPackage(path)) : undefined
  if (checked !== undefined) return { preview: checked, thumbnail: checked, text: checked }
  const own = zipped ? await attempt(() => readOwnText(path)) : undefined
  const source = `${workshop.directory}/source.${extension}`
  const pdf = await attempt(async () => {
    await rename(path, source)
    const printed = await printOffice(workshop, source)
    await access(printed).catch(() => {
      throw new ToolFailed('soffice made nothing of it')
    })
    return printed
  })
  if (typeof pdf !== 'string') return { preview: pdf, thumbnail: pdf, text: own ?? pdf }
  const printed = await ofPdf(workshop, pdf, pdf)
  return own !== undefined && 'body' in own ? { ...printed, text: own } : printed
}

const readOwnText = async (path: string) =>
  cutText(await readPackageText(path, MAX_TEXT_CHARACTERS), false)

async function ofPicture(
  workshop: Workshop,
  source: { path: string; kind: 'image' | 'video'; format: string },
  itself: Rendition,
): Promise<Renditions> {
  const picture = { ...source, isFilm: source.kind === 'video' }
  const thumbnail = png(await attempt(() => drawThumbnail(workshop, picture)))
  // A picture too large to be drawn here is not handed to the reader's browser either.
  const isBroken = thumbnail.status === 'FAILED' && source.kind === 'image'
  if (itself.status === 'READY') {
    return { preview: isBroken ? thumbnail : itself, thumbnail, text: unsupported }
  }
  const preview = isBroken ? thumbnail : png(await attempt(() => drawPreview(workshop, picture)))
  return { preview, thumbnail, text: unsupported }
}

const png = (made: string | Unready): Rendition =>
  typeof made === 'string' ? { status: 'READY', contentType: 'image/png', path: made } : made

async function attempt<T>(work: () => Promise<T>): Promise<T | Unready> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolMissing) return { status: 'TOOL_MISSING', reason: error.tool }
    if (error instanceof ToolFailed) return { status: 'FAILED', reason: error.message }
    throw error
  }
}
