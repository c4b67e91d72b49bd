import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Between what is there and what was expected; `share` of all points, 1 where the sizes differ. */
export interface Difference {
  readonly share: number
  /** The points that differ, as a picture. */
  readonly seen?: Buffer
}

/** A shade more or less is no difference; the smoothed edges of letters count, as small letters have little else. */
export function compare(is: Buffer, expected: Buffer): Difference {
  const [one, other] = [PNG.sync.read(is), PNG.sync.read(expected)]
  const { width, height } = one
  if (other.width !== width || other.height !== height) return { share: 1 }
  const seen = new PNG({ width, height })
  const points = pixelmatch(one.data, other.data, seen.data, width, height, {
    threshold: 0.25,
    includeAA: true,
  })
  return { share: points / (width * height), seen: PNG.sync.write(seen) }
}
