import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coveringFiles } from './covering-files.ts'

const asks = (file: string, statements: readonly string[], ms = 1000) => ({ file, ms, statements })

describe('files that together ask every statement', () => {
  it('leave out one whose statements are all asked elsewhere', () => {
    const files = [asks('a', ['1', '2']), asks('b', ['2', '3', '4']), asks('c', ['1', '3'])]
    expect(coveringFiles(files)).toEqual(['b', 'a'])
  })

  it('are the cheaper ones of those that ask the same', () => {
    expect(coveringFiles([asks('slow', ['1'], 60_000), asks('quick', ['1'])])).toEqual(['quick'])
  })

  it('miss nothing, and none of them is there twice', () => {
    const statement = fc.integer({ min: 0, max: 30 }).map(String)
    const file = fc.record({ statements: fc.uniqueArray(statement), ms: fc.nat(100_000) })
    fc.assert(
      fc.property(fc.array(file), (drawn) => {
        const all = drawn.map((one, index) => ({ ...one, file: `${index}` }))
        const taken = coveringFiles(all)
        const left = all.filter((one) => taken.includes(one.file))
        const together = new Set(left.flatMap(({ statements }) => statements))
        expect(together).toEqual(new Set(all.flatMap(({ statements }) => statements)))
        expect(new Set(taken).size).toBe(taken.length)
      }),
    )
  })

  it('may miss a share, that which takes longest', () => {
    const files = [
      asks('a', ['1', '2', '3', '4', '5', '6', '7', '8', '9']),
      asks('b', ['10'], 60_000),
    ]
    expect(coveringFiles(files, 0.9)).toEqual(['a'])
    expect(coveringFiles(files)).toEqual(['a', 'b'])
  })
})
