import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listBehind, mergeStreams, type Stream } from './merge.ts'

interface Row {
  readonly time: string
  readonly name: string
}

const row = (name: string, second: number): Row => ({
  name,
  time: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
})
const stream = (hasMore: boolean, ...rows: readonly Row[]): Stream<Row> => ({ rows, hasMore })
const namesOf = (rows: readonly Row[]) => rows.map(({ name }) => name)

describe('several streams as one', () => {
  it('are in the order of time, newest first', () => {
    const merged = mergeStreams([
      stream(false, row('a', 9), row('d', 3)),
      stream(false, row('b', 7)),
      stream(false),
      stream(false, row('c', 5), row('e', 1)),
    ])
    expect(namesOf(merged)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('hold back what a stream could still have something newer than', () => {
    const streams = [
      stream(true, row('a', 9), row('b', 8)),
      stream(true, row('c', 7), row('d', 1)),
      stream(false, row('e', 2)),
    ]
    expect(namesOf(mergeStreams(streams))).toEqual(['a', 'b'])
    expect(listBehind(streams)).toEqual([0])
  })

  it('show all of it when every stream is at its end', () => {
    const streams = [stream(false, row('a', 1)), stream(false, row('b', 2))]
    expect(namesOf(mergeStreams(streams))).toEqual(['b', 'a'])
    expect(listBehind(streams)).toEqual([])
  })

  it('lose nothing and put nothing above what was shown, however they are read on', () => {
    const times = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 3 }), (lists) => {
        const whole = lists.map((list, at) =>
          list.toSorted((a, b) => b - a).map((second, index) => row(`${at}/${index}`, second)),
        )
        const read = whole.map(() => 2)
        const streamsNow = () =>
          whole.map((rows, at) => stream(rows.length > (read[at] ?? 0), ...rows.slice(0, read[at])))
        let shown: readonly Row[] = mergeStreams(streamsNow())
        for (let behind = listBehind(streamsNow()); behind.length > 0;) {
          for (const at of behind) read[at] = (read[at] ?? 0) + 2
          const next = mergeStreams(streamsNow())
          const times = next.map(({ time }) => time)
          expect(times.slice(0, shown.length)).toEqual(shown.map(({ time }) => time))
          shown = next
          behind = listBehind(streamsNow())
        }
        expect(new Set(namesOf(shown))).toEqual(new Set(namesOf(whole.flat())))
      }),
    )
  })
})
