import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { write, type Paper } from './write.ts'

export type { Paper }

// Noto Sans for the Latin and the Chinese script in one file; what is printed of it is embedded.
const fonts = new URL('../fonts/', import.meta.resolve('@embedpdf/fonts-sc'))
const font = (file: string) => fileURLToPath(new URL(file, fonts))
const REGULAR = font('NotoSansHans-Regular.otf')
const BOLD = font('NotoSansHans-Bold.otf')
// The further letters of the Latin script are in no font for Chinese.
const latin = new URL('.', import.meta.resolve('@expo-google-fonts/noto-sans'))
const further = (path: string) => fileURLToPath(new URL(path, latin))

const MARGIN = 56
/** Room for the lines at the foot of each page. */
const FOOT = 92
const PAGE = { width: 595.28, height: 841.89 }
export const WIDTH = PAGE.width - 2 * MARGIN
export const LEFT = MARGIN

export const INK = '#1a1f2b'
export const MUTED = '#5b6474'
export const RULE = '#d9dde5'

export interface PaperOptions {
  readonly title: string
  readonly language: string
  /** Said where a text is longer than a print shows. */
  readonly cut: string
  /** Said to be when the file was made: the same record gives the same bytes. */
  readonly at: Date
}

/** An A4 document in the font of prints. */
export function openPaper({ title, language, cut, at }: PaperOptions): Paper {
  const paper = new Pdf({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT },
    // None yet: one that is loaded by its path is loaded again whenever it is asked for by its name.
    font: '',
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Producer: 'Countersign',
      Creator: 'Countersign',
      CreationDate: at,
      ModDate: at,
    },
  })
  paper.registerFont('regular', REGULAR)
  paper.registerFont('bold', BOLD)
  paper.registerFont('regular-further', further('400Regular/NotoSans_400Regular.ttf'))
  paper.registerFont('bold-further', further('700Bold/NotoSans_700Bold.ttf'))
  paper.font('regular').fontSize(9.5).fillColor(INK)
  return Object.assign(paper, { cut })
}

/** Ends the document and collects its bytes. */
export function closePaper(paper: Paper, chunks: readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    paper.once('end', () => resolve(Buffer.concat(chunks)))
    paper.once('error', reject)
    paper.end()
  })
}

/** Begins a new page when less than this is left of the present one. */
export function keepTogether(paper: Paper, height: number): void {
  if (paper.y + height > PAGE.height - FOOT) paper.addPage()
}

/** Long records take their time: other requests are served between two entries. */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** RFC 3339 as people read it. */
export const readableTime = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`

export function heading(paper: Paper, text: string): void {
  keepTogether(paper, 60)
  paper.moveDown(1.1).fontSize(11.5).fillColor(INK)
  write(paper, text, { x: LEFT, bold: true })
  const y = paper.y + 2
  paper
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.6)
    .strokeColor(RULE)
    .stroke()
  paper.y = y + 6
  paper.font('regular').fontSize(9.5)
}

const LABEL = 118
/** As much of a value tells whether it begins on this page: measuring is as slow as writing. */
const MEASURED = 500

/** A name and its value, side by side. */
export function pair(paper: Paper, name: string, value: string): void {
  const width = WIDTH - LABEL
  const height = paper.heightOfString(value.slice(0, MEASURED), { width })
  keepTogether(paper, Math.min(height, 300) + 4)
  const { y } = paper
  paper.fillColor(MUTED)
  write(paper, name, { x: LEFT, y, width: LABEL - 10 })
  const below = paper.y
  paper.fillColor(INK)
  write(paper, value, { x: LEFT + LABEL, y, width })
  // A long value may have begun another page, where the name does not count.
  paper.y = (paper.y > y ? Math.max(paper.y, below) : paper.y) + 3
  paper.x = LEFT
}

/** A line below another one, smaller and paler. */
export function note(paper: Paper, text: string, indent = 0): void {
  paper.fontSize(8.5).fillColor(MUTED)
  write(paper, text, { x: LEFT + indent, width: WIDTH - indent })
  paper.fontSize(9.5).fillColor(INK)
  paper.x = LEFT
}
