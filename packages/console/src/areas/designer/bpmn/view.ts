/** A place in the drawing, in its own units. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Room {
  readonly width: number
  readonly height: number
}

const margin = 20
/** The tools at the left, which lie over the drawing: two columns, and what is around them. */
const tools = 114

/**
 * What of the drawing is shown first: all of it beside the tools, no larger than it is.
 *
 * @param drawn Where something is.
 * @param room Of the canvas, in pixels.
 */
export function viewOf(drawn: Box, room: Room, hasTools: boolean): Box {
  // In a place as narrow as that they lie over the drawing.
  const left = hasTools && room.width > 3 * tools ? tools : 0
  const within = { width: room.width - left - 2 * margin, height: room.height - 2 * margin }
  const fits = Math.min(1, within.width / drawn.width, within.height / drawn.height)
  const scale = fits > 0 ? fits : 1
  const [width, height] = [room.width / scale, room.height / scale]
  const middle = (left + room.width) / 2 / scale
  return {
    x: drawn.x + drawn.width / 2 - middle,
    y: drawn.y + drawn.height / 2 - height / 2,
    width,
    height,
  }
}
