import { expect, it } from 'vitest'
import { applyBends, bends } from './bends.ts'

const record = { rule: 'features-on-top', from: 'src/record.ts', to: 'src/features/enqueue.ts' }
const admit = { rule: 'features-on-top', from: 'src/admit.ts', to: 'src/features/queries.ts' }

it('lets what is named pass, and nothing else', () => {
  expect(applyBends([record, admit], [record])).toEqual({ faults: [admit], needless: [] })
})

it('finds a bend that nothing needs any more', () => {
  expect(applyBends([record], [record, admit])).toEqual({ faults: [], needless: [admit] })
})

it('names each import that bends once', () => {
  expect(new Set(bends.map(({ from, to }) => `${from} ${to}`)).size).toBe(bends.length)
})
