import type { RecordAction, RecordContent, RecordSeat } from '@countersign/record'
import { drawStrokes, DRAWING_HEIGHT, DRAWING_WIDTH } from './strokes.ts'
import type { Drawing } from '../signatures/drawing.ts'
import {
  heading,
  INK,
  keepTogether,
  LEFT,
  letOthersIn,
  note,
  readableTime,
  RULE,
  WIDTH,
  type Paper,
} from './paper.ts'
import type { PrintTexts } from './text-shapes.ts'
import { write } from './write.ts'

const DECIDED = new Set(['APPROVED', 'REJECTED', 'RETURNED'])
const DECISIONS = new Set(['approve', 'reject', 'return'])

/** The seats that somebody filled, or that still wait, with what was said and the drawn signature. */
export async function drawDecisions(
  paper: Paper,
  { seats, actions }: RecordContent,
  { texts, drawings }: { texts: PrintTexts; drawings: ReadonlyMap<string, Drawing> },
): Promise<void> {
  const shown = seats.filter(({ status, endedAt }) => endedAt === null || DECIDED.has(status))
  if (shown.length === 0) return
  heading(paper, texts.sections.decisions)
  for (const seat of shown) {
    const action = actions.findLast(
      (one) => one.task?.taskNo === seat.taskNo && DECISIONS.has(one.action),
    )
    drawSeat(paper, seat, { action, texts, drawing: drawings.get(action?.drawnSignature ?? '') })
    await letOthersIn()
  }
}

interface Decision {
  readonly action: RecordAction | undefined
  readonly texts: PrintTexts
  readonly drawing: Drawing | undefined
}

function drawSeat(paper: Paper, seat: RecordSeat, { action, texts, drawing }: Decision): void {
  const width = drawing === undefined ? WIDTH : WIDTH - DRAWING_WIDTH - 12
  keepTogether(paper, drawing === undefined ? 48 : DRAWING_HEIGHT + 8)
  const { y } = paper
  const page = paper.bufferedPageRange().count
  if (drawing !== undefined) {
    drawStrokes(paper, drawing, { x: LEFT + WIDTH - DRAWING_WIDTH, y })
  }
  const line = [seat.node.name, texts.roundOf(seat.round)].join(' · ')
  paper.fontSize(8.5).fillColor('#5b6474')
  write(paper, line, { x: LEFT, y, width })
  paper.fontSize(10).fillColor(INK)
  write(paper, whoOf(seat, texts), { width, bold: true })
  paper.fontSize(9.5)
  const said = action?.comment ?? ''
  if (said !== '') write(paper, said, { width })
  if (action?.contentHash !== undefined) note(paper, `${texts.about} ${action.contentHash}`)
  if (action?.boundBy === 'none') note(paper, texts.unsaid)
  const below = paper.bufferedPageRange().count === page && drawing !== undefined
  paper.y = (below ? Math.max(paper.y, y + DRAWING_HEIGHT) : paper.y) + 5
  paper.moveTo(LEFT, paper.y).lineTo(LEFT + WIDTH, paper.y)
  paper.lineWidth(0.4).strokeColor(RULE).stroke()
  paper.y += 6
  paper.x = LEFT
}

function whoOf(seat: RecordSeat, texts: PrintTexts): string {
  const { endedAt, endedBy, status } = seat
  const who = endedBy ?? seat.assignee
  const whose = seat.onBehalfOf.find(({ standIn }) => standIn === who?.id)?.for.name
  if (endedAt === null) {
    const people = seat.assignee === null ? seat.candidates : [seat.assignee]
    const names = people.map(({ name }) => name).join(texts.separator)
    return `${texts.statuses[status] ?? status}: ${texts.waitsFor(names)}`
  }
  return [
    texts.statuses[status] ?? status,
    [who?.name ?? '–', ...(whose === undefined ? [] : [texts.onBehalfOf(whose)])].join(' '),
    readableTime(endedAt),
  ].join(' · ')
}
