import { expect, it } from 'vitest'
import { countMutants, listSurvivors, mergeReports, percentOf } from './score.ts'

const mutant = (status: string, line = 1) => ({
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  status,
  location: { start: { line, column: 3 } },
})
const report = {
  files: {
    'a.ts': {
      mutants: ['Killed', 'Killed', 'Timeout', 'CompileError'].map((status) => mutant(status)),
    },
    'b.ts': { mutants: [mutant('Survived', 7), mutant('NoCoverage', 9), mutant('Killed')] },
    'types.ts': { mutants: [] },
  },
}

it('counts what tests noticed, and leaves out what does not load', () => {
  const score = countMutants(report)
  expect(score).toEqual({
    files: 2,
    mutants: 6,
    killed: 3,
    timedOut: 1,
    survived: 1,
    uncovered: 1,
  })
  expect(percentOf(score).toFixed(1)).toBe('66.7')
  expect(percentOf(countMutants({ files: {} }))).toBe(0)
})

it('lists what nobody noticed with its place', () => {
  expect(listSurvivors(report)).toEqual([
    'b.ts:7:3 Survived BooleanLiteral → false',
    'b.ts:9:3 NoCoverage BooleanLiteral → false',
  ])
})

it('takes several runs for one, and of a file the last', () => {
  const again = { files: { 'b.ts': { mutants: [mutant('Killed')] } } }
  const merged = mergeReports([report, again])
  expect(Object.keys(merged.files)).toEqual(['a.ts', 'b.ts', 'types.ts'])
  expect(listSurvivors(merged)).toEqual([])
  expect(mergeReports([])).toEqual({ files: {} })
})
