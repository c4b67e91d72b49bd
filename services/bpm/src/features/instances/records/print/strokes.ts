import { DRAWING_SIZE, type Drawing } from '../signatures/drawing.ts'
import { INK, type Paper } from './paper.ts'

/** How large a drawn signature is on paper, in points. */
export const DRAWING_WIDTH = 120
export const DRAWING_HEIGHT = (DRAWING_WIDTH * DRAWING_SIZE.height) / DRAWING_SIZE.width

/** Draws what somebody drew, as lines. */
export function drawStrokes(
  paper: Paper,
  { strokes }: Drawing,
  at: { readonly x: number; readonly y: number },
): void {
  const scale = DRAWING_WIDTH / DRAWING_SIZE.width
  paper.save().translate(at.x, at.y).scale(scale)
  for (const stroke of strokes) {
    for (const [index, { x, y }] of stroke.entries()) {
      if (index === 0) paper.moveTo(x, y)
      else paper.lineTo(x, y)
    }
  }
  paper.lineWidth(5).lineCap('round').lineJoin('round').strokeColor(INK).stroke()
  paper.restore()
}
