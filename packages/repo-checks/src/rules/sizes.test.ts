import { expect, it } from 'vitest'
import { checkSizes, describeSizes } from './sizes.ts'

const short = Array.from({ length: 10 }, (_, index) => ({ file: `src/${index}.ts`, lines: 60 }))

it('finds the file that is too long', () => {
  expect(checkSizes([...short, { file: 'src/all.ts', lines: 401 }])).toEqual([
    'src/all.ts: 401 lines, at most 400: it is two ideas',
  ])
})

it('allows one long file in ten, and not more', () => {
  const long = { file: 'src/long.ts', lines: 300 }
  expect(checkSizes([...short, long])).toEqual([])
  expect(checkSizes([...short, long, long])).toEqual(['2 of 12 files are above 250 lines'])
})

it('counts no tests', () => {
  expect(checkSizes([{ file: 'src/all.test.ts', lines: 900 }])).toEqual([])
})

it('says how the sizes are spread', () => {
  expect(describeSizes([...short, { file: 'src/long.ts', lines: 300 }])).toBe(
    '11 files, 10 below 80 lines, longest src/long.ts (300)',
  )
})
