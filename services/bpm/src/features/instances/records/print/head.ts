import type { RecordContent } from '@countersign/record'
import { nameWithAgent } from './names.ts'
import {
  heading,
  LEFT,
  letOthersIn,
  MUTED,
  note,
  pair,
  readableTime,
  WIDTH,
  type Paper,
} from './paper.ts'
import type { PrintTexts } from './text-shapes.ts'
import { write } from './write.ts'

const COLOURS: Readonly<Record<string, string>> = {
  APPROVED: '#1b7f4b',
  REJECTED: '#b3261e',
  TERMINATED: '#b3261e',
  RETURNED: '#9a5b00',
}

/** The title, how it ended, and what identifies the approval. */
export function drawHead(
  paper: Paper,
  { record, approval, definition, actions }: RecordContent,
  { texts, title }: { texts: PrintTexts; title: string },
): void {
  paper.fontSize(9).fillColor(MUTED)
  write(paper, title, { x: LEFT })
  paper.moveDown(0.3).fontSize(18).fillColor('#1a1f2b')
  write(paper, approval.title, { x: LEFT, width: WIDTH, bold: true })
  paper.moveDown(0.4)
  drawBadge(paper, texts.statuses[approval.status] ?? approval.status, COLOURS[approval.status])
  paper.moveDown(0.8).font('regular').fontSize(9.5)
  if (approval.endedAt === null) note(paper, texts.unfinished)
  if (record.view === 'participant') note(paper, texts.part)
  paper.moveDown(0.4)
  const { fields } = texts
  pair(paper, fields.business, `${approval.bizType} ${approval.bizId}`)
  const start = actions.find(({ action }) => action === 'start')
  pair(paper, fields.initiator, nameWithAgent(approval.initiator.name, start, texts))
  pair(paper, fields.started, readableTime(approval.startedAt))
  if (approval.endedAt !== null) pair(paper, fields.ended, readableTime(approval.endedAt))
  pair(paper, fields.process, texts.version(definition.name, definition.version))
  pair(paper, fields.round, String(approval.round))
  pair(paper, fields.instance, record.instanceId)
  pair(paper, fields.asOf, readableTime(record.asOf))
}

function drawBadge(paper: Paper, text: string, colour = MUTED): void {
  paper.font('bold').fontSize(10)
  const width = paper.widthOfString(text) + 18
  const { y } = paper
  paper.roundedRect(LEFT, y, width, 20, 4).fill(colour)
  paper.fillColor('#ffffff').text(text, LEFT + 9, y + 3.5, { lineBreak: false })
  paper.x = LEFT
  paper.y = y + 20
}

/** The values that were decided on. */
export async function drawValues(
  paper: Paper,
  values: readonly { readonly label: string; readonly value: unknown }[],
  texts: PrintTexts,
): Promise<void> {
  if (values.length === 0) return
  heading(paper, texts.sections.values)
  for (const { label, value } of values) {
    pair(paper, label, toText(value, texts))
    await letOthersIn()
  }
}

/** A value as people read it. */
export function toText(value: unknown, texts: PrintTexts): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return value.map(String).join(texts.separator)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
