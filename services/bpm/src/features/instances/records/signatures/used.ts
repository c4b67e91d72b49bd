import type { TimelineItem } from '../../schema.ts'
import { drawingHash, type Drawing } from './drawing.ts'
import type { DecisionTime, DrawnSignatureRow } from './queries.ts'

const DECISIONS = new Set(['approve', 'reject', 'return'])

/** Who decided something and when, and may have drawn a signature. */
export const decisionsOf = (actions: readonly TimelineItem[]): DecisionTime[] =>
  actions
    .filter(({ action, actor }) => DECISIONS.has(action) && actor.kind === 'user')
    .map(({ actor, at }) => ({ userId: actor.id, at }))

/** The decisions with the hash of what their actor had drawn when they decided. */
export function signActions(
  actions: readonly TimelineItem[],
  drawn: readonly DrawnSignatureRow[],
): (TimelineItem & { drawnSignature?: string })[] {
  return actions.map((item) => {
    if (!DECISIONS.has(item.action)) return item
    const at = new Date(item.at)
    const used = drawn.findLast(
      ({ userId, usedFrom, usedUntil }) =>
        userId === item.actor.id && usedFrom <= at && (usedUntil === null || usedUntil > at),
    )
    return used === undefined ? item : { ...item, drawnSignature: used.sha256 }
  })
}

/** What was drawn, by its hash. Strokes that do not fit their hash any more are not what was signed with. */
export const drawingsOf = (
  rows: readonly { readonly sha256: string; readonly strokes: Drawing['strokes'] }[],
): Map<string, Drawing> =>
  new Map(
    rows
      .filter(({ sha256, strokes }) => drawingHash(strokes) === sha256)
      .map(({ sha256, strokes }) => [sha256, { strokes }]),
  )
