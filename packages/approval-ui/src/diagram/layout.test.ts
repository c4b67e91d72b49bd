import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { layOut, type Flow, type FlowNode } from './layout.ts'
import type { Shape } from './shapes.ts'

const node = (id: string, kind: FlowNode['kind'] = 'task'): FlowNode => ({
  id,
  name: id,
  kind,
  sign: '',
})
const flow = (from: string, to: string): Flow => ({ id: `${from}-${to}`, name: '', from, to })

const expense = [
  node('start', 'event'),
  node('manager'),
  node('amount', 'gateway'),
  node('finance'),
  node('end', 'end'),
]
const flows = [
  flow('start', 'manager'),
  flow('manager', 'amount'),
  flow('amount', 'finance'),
  flow('amount', 'end'),
  flow('finance', 'end'),
]

const overlap = (a: Shape, b: Shape): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

it('draws each step right of those that lead to it', () => {
  const { shapes } = layOut(expense, flows)
  const middles = shapes.map(({ x, width }) => x + width / 2)
  expect(middles).toEqual(middles.toSorted((a, b) => a - b))
  expect(new Set(middles).size).toBe(5)
})

it('leads a flow that passes over a column below all steps', () => {
  const { shapes, edges } = layOut(expense, flows)
  const lowest = Math.max(...shapes.map(({ y, height }) => y + height))
  const passing = edges.find(({ id }) => id === 'amount-end')
  expect(Math.max(...(passing?.points.map(({ y }) => y) ?? []))).toBeGreaterThan(lowest)
})

it('comes to an end with loops, and leaves out flows that lead nowhere', () => {
  const { shapes, edges } = layOut(expense, [
    ...flows,
    flow('finance', 'manager'),
    flow('end', 'x'),
  ])
  expect(shapes).toHaveLength(5)
  expect(edges).toHaveLength(6)
})

it('never puts one step over another', () => {
  const id = fc.integer({ min: 0, max: 9 }).map(String)
  fc.assert(
    fc.property(fc.array(fc.tuple(id, id), { maxLength: 20 }), (pairs) => {
      const nodes = Array.from({ length: 10 }, (_, index) => node(String(index)))
      const { shapes } = layOut(
        nodes,
        pairs.map(([from, to]) => flow(from, to)),
      )
      for (const [index, a] of shapes.entries()) {
        for (const b of shapes.slice(index + 1)) expect(overlap(a, b)).toBe(false)
      }
    }),
  )
})
