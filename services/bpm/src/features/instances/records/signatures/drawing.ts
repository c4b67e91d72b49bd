import { contentHash } from '@countersign/service-kit/content-hash'
import { closed } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

/** The field that a signature is drawn in; points lie in it. */
export const DRAWING_SIZE = { width: 600, height: 200 } as const

const Point = closed({
  x: Type.Integer({ minimum: 0, maximum: DRAWING_SIZE.width }),
  y: Type.Integer({ minimum: 0, maximum: DRAWING_SIZE.height }),
})

const Stroke = Type.Array(Point, { minItems: 2, maxItems: 250 })

/**
 * A signature as it was drawn: lines through points. It is no picture in a format of files, so there is nothing in it
 * to decode, to run or to load.
 */
export const Drawing = closed(
  {
    strokes: Type.Array(Stroke, {
      minItems: 1,
      maxItems: 40,
      description: `Lines through points of a field of ${DRAWING_SIZE.width} by ${DRAWING_SIZE.height}.`,
    }),
  },
  { title: 'DrawnSignature' },
)
export type Drawing = Static<typeof Drawing>

/** SHA-256 of the RFC 8785 form of the strokes, base64url. */
export const drawingHash = (strokes: Drawing['strokes']): string =>
  contentHash(strokes).toString('base64url')

/** As it is read: without strokes when there is none. */
export const DrawingView = closed({ strokes: Type.Array(Stroke) }, { title: 'DrawnSignatureView' })
