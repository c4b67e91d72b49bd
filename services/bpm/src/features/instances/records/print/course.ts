import type { RecordAction, RecordContent } from '@countersign/record'
import { toText } from './head.ts'
import { nameWithAgent } from './names.ts'
import {
  heading,
  INK,
  keepTogether,
  LEFT,
  letOthersIn,
  MUTED,
  note,
  readableTime,
  WIDTH,
  type Paper,
} from './paper.ts'
import type { PrintTexts } from './text-shapes.ts'
import { write } from './write.ts'

const TIME = 118

/** The log, entry by entry. */
export async function drawCourse(
  paper: Paper,
  { actions }: RecordContent,
  texts: PrintTexts,
): Promise<void> {
  heading(paper, texts.sections.course)
  for (const action of actions) {
    drawAction(paper, action, texts)
    await letOthersIn()
  }
}

function drawAction(paper: Paper, action: RecordAction, texts: PrintTexts): void {
  keepTogether(paper, 28)
  const { y } = paper
  paper.fillColor(MUTED).text(readableTime(action.at), LEFT, y, { width: TIME })
  paper.fillColor(INK)
  write(paper, lineOf(action, texts), { x: LEFT + TIME, y, width: WIDTH - TIME })
  for (const line of furtherLines(action, texts)) note(paper, line, TIME)
  paper.y += 4
  paper.x = LEFT
}

function lineOf(action: RecordAction, texts: PrintTexts): string {
  const whose = action.onBehalfOf?.name
  return [
    nameWithAgent(action.actor.name, action, texts),
    ...(whose === undefined ? [] : [texts.onBehalfOf(whose)]),
    texts.actions[action.action] ?? action.action,
    ...(action.task === null ? [] : [`(${action.task.node.name})`]),
    ...(action.details['forced'] === undefined ? [] : [texts.forced]),
  ].join(' ')
}

function furtherLines(action: RecordAction, texts: PrintTexts): string[] {
  const names = action.attachments.map(({ name }) => name).join(texts.separator)
  const changed = (action.changedSince ?? [])
    .map((name) => (name === '@attachments' ? texts.attachments : name))
    .join(texts.separator)
  const { reason } = action.details
  return [
    ...(action.comment === null || action.comment === '' ? [] : [action.comment]),
    ...(typeof reason === 'string' && reason !== action.comment ? [reason] : []),
    ...(names === '' ? [] : [texts.attached(names)]),
    ...action.attachments.flatMap(({ name, removed }) =>
      removed === undefined
        ? []
        : [texts.takenAway(name, removed.by.name, readableTime(removed.at))],
    ),
    ...(changed === '' ? [] : [texts.changedSince(changed)]),
  ]
}

/** The rounds, with what differs from the one before. One round is no news. */
export async function drawRounds(
  paper: Paper,
  { rounds }: RecordContent,
  texts: PrintTexts,
): Promise<void> {
  if (rounds.length < 2) return
  heading(paper, texts.sections.rounds)
  for (const { round, startedAt, returned, changes } of rounds) {
    keepTogether(paper, 30)
    const back = returned === null ? [] : [texts.returnedBy(returned.by.name)]
    const line = [texts.roundOf(round), readableTime(startedAt), ...back].join(' · ')
    write(paper, line, { x: LEFT, width: WIDTH })
    if (round > 1 && changes.length === 0) note(paper, texts.nothingChanged, 12)
    for (const { name, label, from, to } of changes) {
      note(paper, `${label ?? name}: ${toText(from, texts)} → ${toText(to, texts)}`, 12)
      await letOthersIn()
    }
    paper.y += 3
  }
}

export function drawCopies(paper: Paper, { copies }: RecordContent, texts: PrintTexts): void {
  if (copies.length === 0) return
  heading(paper, texts.sections.copies)
  for (const { person, at, readAt } of copies) {
    const read = readAt === null ? [] : [texts.readAt(readableTime(readAt))]
    const shown = texts.shownTo(person?.name ?? '–', readableTime(at))
    write(paper, [shown, ...read].join(' · '), { x: LEFT, width: WIDTH })
  }
}

export function drawCalled(paper: Paper, { approval }: RecordContent, texts: PrintTexts): void {
  if (approval.called.length === 0) return
  heading(paper, texts.sections.called)
  for (const { title, status, node, id } of approval.called) {
    const line = `${title} · ${texts.statuses[status] ?? status} · ${node.name}`
    write(paper, line, { x: LEFT, width: WIDTH })
    note(paper, id, 12)
  }
}

export function drawEvents(paper: Paper, { deliveries }: RecordContent, texts: PrintTexts): void {
  if (deliveries.events.length === 0) return
  heading(paper, texts.sections.events)
  if (deliveries.origin !== null) note(paper, deliveries.origin)
  for (const { sequence, type, eventId, deliveredAt } of deliveries.events) {
    const taken = deliveredAt === null ? texts.notTaken : texts.taken(readableTime(deliveredAt))
    paper.text(`${sequence} · ${type} · ${taken}`, LEFT, paper.y, { width: WIDTH })
    note(paper, eventId, 12)
  }
}
