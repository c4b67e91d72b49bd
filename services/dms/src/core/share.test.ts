import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continuesDownload, drawBytes, repeatsLeft } from './share.ts'

const part = (start: number, end: number) => ({ start, end })

describe('what goes on with a counted download', () => {
  it.each([
    ['the whole file', undefined, { bytesLeft: 100, repeatsLeft: 50 }, false],
    ['the rest of it', part(60, 99), { bytesLeft: 40, repeatsLeft: 0 }, true],
    ['more than the rest', part(59, 99), { bytesLeft: 40, repeatsLeft: 0 }, false],
    ['what was lost and the rest', part(30, 99), { bytesLeft: 40, repeatsLeft: 30 }, true],
    ['what was lost of all', part(50, 99), { bytesLeft: 0, repeatsLeft: 50 }, true],
    ['its beginning, not sent yet', part(0, 39), { bytesLeft: 40, repeatsLeft: 0 }, true],
    ['its beginning again', part(0, 40), { bytesLeft: 40, repeatsLeft: 50 }, false],
  ])('[DMS-09] %s', (_, range, credit, expected) => {
    expect(continuesDownload(range, credit)).toBe(expected)
  })

  it('[DMS-09] has half of the file for what did not arrive, of all visitors together', () => {
    expect(repeatsLeft(101, 0)).toBe(50)
    expect(repeatsLeft(101, 45)).toBe(5)
    expect(repeatsLeft(101, 70)).toBe(0)
    expect(repeatsLeft(1, 0)).toBe(0)
  })
})

interface Request {
  readonly visitor: number
  readonly start: number
  readonly length: number
  readonly portion: number
}

/** What leaves when requests draw in turn, a portion each, from a share of so many downloads. */
function serve(requests: readonly Request[], sizeBytes: number, maxDownloads: number) {
  const left = new Map<number, number>()
  let [downloads, repeated, sent] = [0, 0, 0]
  const draw = (visitor: number, bytes: number, begins: boolean): boolean => {
    const bytesLeft = (left.get(visitor) ?? 0) + (begins ? sizeBytes : 0)
    const after = drawBytes(
      bytes,
      { bytesLeft, repeatsLeft: repeatsLeft(sizeBytes, repeated) },
      sizeBytes,
    )
    const more = Number(begins) + Number(after.needsDownload)
    if (downloads + more > maxDownloads) return false
    left.set(visitor, after.bytesLeft)
    downloads += more
    repeated += after.repeatedBytes
    sent += bytes
    return true
  }
  const open = requests.flatMap(({ visitor, start, length, portion }) => {
    const end = Math.min(start + length, sizeBytes) - 1
    const bytesLeft = left.get(visitor)
    const credit = { bytesLeft: bytesLeft ?? 0, repeatsLeft: repeatsLeft(sizeBytes, repeated) }
    const begins = bytesLeft === undefined || !continuesDownload({ start, end }, credit)
    const first = Math.min(portion, end - start + 1)
    const isOpen = draw(visitor, first, begins)
    return isOpen ? [{ visitor, portion, rest: end - start + 1 - first }] : []
  })
  for (let running = open; running.length > 0;) {
    running = running.flatMap(({ visitor, portion, rest }) => {
      const bytes = Math.min(portion, rest)
      if (bytes === 0 || !draw(visitor, bytes, false)) return []
      return [{ visitor, portion, rest: rest - bytes }]
    })
  }
  return { downloads, sent }
}

describe('bytes of a share', () => {
  it('[DMS-09] are never one copy more than were counted, however requests cut and compete', () => {
    const request = (sizeBytes: number) =>
      fc.record({
        visitor: fc.nat(2),
        start: fc.nat(sizeBytes - 1),
        length: fc.integer({ min: 1, max: sizeBytes }),
        portion: fc.integer({ min: 1, max: sizeBytes }),
      })
    const scene = fc.integer({ min: 1, max: 40 }).chain((sizeBytes) =>
      fc.record({
        sizeBytes: fc.constant(sizeBytes),
        maxDownloads: fc.integer({ min: 1, max: 4 }),
        requests: fc.array(request(sizeBytes), { maxLength: 30 }),
      }),
    )
    fc.assert(
      fc.property(scene, ({ sizeBytes, maxDownloads, requests }) => {
        const { downloads, sent } = serve(requests, sizeBytes, maxDownloads)
        expect(downloads).toBeLessThanOrEqual(maxDownloads)
        expect(sent).toBeLessThanOrEqual(downloads * sizeBytes + Math.floor(sizeBytes / 2))
      }),
    )
  })
})
