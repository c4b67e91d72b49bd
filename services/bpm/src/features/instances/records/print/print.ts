import { signPrint, type RecordContent } from '@countersign/record'
import type { Language } from '@countersign/service-kit/language'
import type { TakenRecord } from '../take.ts'
import { drawCalled, drawCopies, drawCourse, drawEvents, drawRounds } from './course.ts'
import { drawDecisions } from './decisions.ts'
import { drawHead, drawValues } from './head.ts'
import { closePaper, LEFT, MUTED, openPaper, RULE, WIDTH, type Paper } from './paper.ts'
import { DEFAULT_SECTIONS, type PrintSection, type RecordTemplate } from './template.ts'
import type { PrintTexts } from './text-shapes.ts'
import { printTexts } from './texts.ts'
import { printable, write } from './write.ts'

interface Printing extends Pick<TakenRecord, 'template' | 'drawings'> {
  readonly language: Language
  readonly paper: Paper
  readonly texts: PrintTexts
  readonly content: RecordContent
}

/**
 * Prints a record as PDF. The signed record lies in it as an attached file, and its last line signs all of it.
 * The same record, template and language give the same bytes.
 */
export async function printRecord(
  { content, signed, signer, template, drawings }: TakenRecord,
  language: Language,
): Promise<Buffer> {
  const texts = printTexts[language]
  const title = template.title?.[language] ?? texts.title
  const at = new Date(content.record.asOf)
  const paper = openPaper({
    title: printable(content.approval.title),
    language,
    cut: texts.cut,
    at,
  })
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  attach(paper, signed, at)
  drawHead(paper, content, { texts, title })
  const printing = { paper, texts, content, template, drawings, language }
  for (const section of template.sections ?? DEFAULT_SECTIONS) {
    await draw[section](printing)
  }
  drawFoot(printing)
  return signPrint(await closePaper(paper, chunks), signer)
}

/** As it is, not compressed, so that it is found without a reader of PDF; before all that others wrote. */
function attach(paper: Paper, signed: string, at: Date): void {
  const { compress } = paper
  paper.compress = false
  paper.file(Buffer.from(signed), {
    name: 'record.jose',
    type: 'application/jose',
    description: 'countersign-record',
    creationDate: at,
    modifiedDate: at,
  })
  paper.compress = compress
}

const draw: Readonly<Record<PrintSection, (printing: Printing) => Promise<void> | void>> = {
  values: ({ paper, content, template, language, texts }) =>
    drawValues(paper, chooseValues(content, template, language), texts),
  decisions: ({ paper, content, texts, drawings }) =>
    drawDecisions(paper, content, { texts, drawings }),
  rounds: ({ paper, content, texts }) => drawRounds(paper, content, texts),
  course: ({ paper, content, texts }) => drawCourse(paper, content, texts),
  copies: ({ paper, content, texts }) => drawCopies(paper, content, texts),
  called: ({ paper, content, texts }) => drawCalled(paper, content, texts),
  events: ({ paper, content, texts }) => drawEvents(paper, content, texts),
}

function chooseValues({ values }: RecordContent, { fields }: RecordTemplate, language: Language) {
  const chosen: NonNullable<RecordTemplate['fields']> =
    fields ?? values.map(({ name }) => ({ name }))
  return chosen.flatMap(({ name, label }) => {
    const found = values.find((value) => value.name === name)
    if (found === undefined) return []
    return [{ label: label?.[language] ?? found.label ?? name, value: found.value }]
  })
}

/** The lines at the foot of each page, drawn when it is known how many there are. */
function drawFoot({ paper, texts, template, language, content }: Printing): void {
  const { start, count } = paper.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page)
    // Below the margin: otherwise the line would begin a page of its own.
    paper.page.margins.bottom = 0
    const y = paper.page.height - 78
    paper
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.6)
      .strokeColor(RULE)
      .stroke()
    paper.font('regular').fontSize(7.5).fillColor(MUTED)
    const lines = [template.footer?.[language], texts.proof(content.record.kid)]
    const text = lines.filter((line) => line !== undefined).join('\n')
    write(paper, text, { x: LEFT, y: y + 6, width: WIDTH - 90, height: 60 })
    paper.text(texts.footer(page - start + 1, count), LEFT + WIDTH - 80, y + 6, {
      width: 80,
      align: 'right',
    })
  }
}
