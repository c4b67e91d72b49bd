import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HEIF } from '../core/file-kind.ts'
import { writeOfficeProfile } from './office-profile.ts'
import { runTool } from './run-tool.ts'
import type { Tools } from './tools.ts'

/** One piece of work on a file: the tools, a directory of its own, and when to give up. */
export interface Workshop {
  readonly tools: Tools
  readonly directory: string
  readonly signal?: AbortSignal | undefined
}

const [MIB, GIB] = [1024 ** 2, 1024 ** 3]
const MAX_PIXELS = 64_000_000
const THUMBNAIL_PIXELS = 320
const PAGE_PIXELS = 1_600
const MAX_PAGES_OF_TEXT = 2_000

const small = { timeoutMs: 30_000, memoryBytes: GIB, fileBytes: 64 * MIB } as const

/** One page of a PDF as PNG, its longer side as long as asked. */
export async function drawPage(
  { tools, directory, signal }: Workshop,
  pdf: string,
  options: { readonly page: number; readonly pixels: number; readonly name: string },
): Promise<string> {
  const target = join(directory, options.name)
  const page = String(options.page)
  const size = String(options.pixels)
  await runTool(tools, {
    ...small,
    tool: 'pdftoppm',
    directory,
    signal,
    args: ['-png', '-singlefile', '-f', page, '-l', page, '-scale-to', size, pdf, target],
  })
  return `${target}.png`
}

export const drawPdfThumbnail = (workshop: Workshop, pdf: string) =>
  drawPage(workshop, pdf, { page: 1, pixels: THUMBNAIL_PIXELS, name: 'thumbnail' })

export const drawPdfPage = (workshop: Workshop, pdf: string, page: number) =>
  drawPage(workshop, pdf, { page, pixels: PAGE_PIXELS, name: 'page' })

export async function countPages({ tools, directory, signal }: Workshop, pdf: string) {
  const options = { ...small, tool: 'pdfinfo', directory, signal, args: [pdf] } as const
  const pages = /^Pages:\s+(\d{1,9})$/m.exec(await runTool(tools, options))?.[1]
  return pages === undefined ? undefined : Number(pages)
}

/** The text of a PDF in a file. */
export async function readPdfText({ tools, directory, signal }: Workshop, pdf: string) {
  const target = join(directory, 'text.txt')
  const args = ['-enc', 'UTF-8', '-l', String(MAX_PAGES_OF_TEXT), pdf, target]
  await runTool(tools, { ...small, tool: 'pdftotext', directory, signal, args })
  return target
}

/** A HEIC or AVIF picture as PNG, as large as it is. */
async function decodeHeif({ tools, directory, signal }: Workshop, path: string): Promise<string> {
  const target = join(directory, 'decoded.png')
  await runTool(tools, {
    tool: 'heif-convert',
    directory,
    signal,
    timeoutMs: 30_000,
    memoryBytes: 2 * GIB,
    fileBytes: 256 * MIB,
    args: [path, target],
  })
  return target
}

/** A picture or film, and the format that the decoder is told. */
export interface Picture {
  readonly path: string
  readonly format: string
  readonly isFilm: boolean
}

/**
 * A picture, or one frame of a film that shows something, as PNG: turned as its metadata say, and
 * without them.
 */
export async function drawPicture(
  workshop: Workshop,
  given: Picture,
  options: { readonly pixels: number; readonly name: string; readonly filter?: string },
): Promise<string> {
  const { tools, directory, signal } = workshop
  const source =
    given.format === HEIF
      ? { ...given, path: await decodeHeif(workshop, given.path), format: 'png_pipe' }
      : given
  const target = join(directory, `${options.name}.png`)
  const { pixels } = options
  const filters = [
    ...(source.isFilm ? ['thumbnail=50'] : []),
    `scale=w='min(${pixels},iw)':h='min(${pixels},ih)':force_original_aspect_ratio=decrease`,
    ...(options.filter === undefined ? [] : [options.filter]),
    // What a frame brings along: newer versions write the position of a photograph into the PNG.
    'sidedata=mode=delete',
  ]
  await runTool(tools, {
    tool: 'ffmpeg',
    directory,
    signal,
    timeoutMs: 30_000,
    // Sixty million pixels, twice, and the code.
    memoryBytes: 2 * GIB,
    fileBytes: 64 * MIB,
    args: ffmpegArguments(source, filters, target),
  })
  return target
}

const AS_ONE_FRAME =
  '-map_metadata -1 -frames:v 1 -an -sn -threads 1 -filter_threads 1 -c:v png -f image2 -update 1'
const READING = `-nostdin -hide_banner -loglevel error -y -threads 1 -protocol_whitelist file -max_pixels ${MAX_PIXELS}`

/** Nothing in the fixed part has a space in it; paths are arguments of their own. */
const ffmpegArguments = (
  source: { readonly path: string; readonly format: string },
  filters: readonly string[],
  target: string,
): string[] => [
  ...READING.split(' '),
  '-f',
  source.format,
  '-i',
  source.path,
  '-vf',
  filters.join(','),
  ...AS_ONE_FRAME.split(' '),
  target,
]

export const drawThumbnail = (workshop: Workshop, source: Picture) =>
  drawPicture(workshop, source, { pixels: THUMBNAIL_PIXELS, name: 'thumbnail' })

export const drawPreview = (workshop: Workshop, source: Picture) =>
  drawPicture(workshop, source, { pixels: PAGE_PIXELS, name: 'preview' })

/** An office document as PDF. */
export async function printOffice(
  { tools, directory, signal }: Workshop,
  path: string,
): Promise<string> {
  const profile = await writeOfficeProfile(directory)
  const output = await runTool(tools, {
    tool: 'soffice',
    directory,
    signal,
    timeoutMs: 90_000,
    memoryBytes: 4 * GIB,
    fileBytes: 256 * MIB,
    args: [
      profile,
      '--headless',
      '--invisible',
      '--norestore',
      '--nologo',
      '--nodefault',
      '--nolockcheck',
      '--nofirststartwizard',
      '--convert-to',
      'pdf',
      '--outdir',
      join(directory, 'printed'),
      path,
    ],
  })
  // It says where the result is, and ends well also without one.
  await writeFile(join(directory, 'printed.log'), output)
  return join(directory, 'printed', 'source.pdf')
}

const MARK_ROWS = 6

/** Burns lines of text into a picture, again and again, so that no part of it goes without. */
export async function drawWatermark(
  workshop: Workshop,
  source: Picture,
  text: string,
): Promise<string> {
  const file = join(workshop.directory, 'watermark.txt')
  await writeFile(file, text)
  const rows = Array.from({ length: MARK_ROWS }, (_, row) =>
    [
      `drawtext=textfile=${file}`,
      'expansion=none:fontcolor=0x404040@0.35:fontsize=w/32:box=0',
      `x=(w-text_w)*${row % 2 === 0 ? '0.1' : '0.9'}`,
      `y=h*${((row + 0.5) / MARK_ROWS).toFixed(3)}-text_h/2`,
    ].join(':'),
  )
  const filter = `format=rgb24,${rows.join(',')}`
  return drawPicture(workshop, source, { pixels: PAGE_PIXELS, name: 'watermarked', filter })
}
