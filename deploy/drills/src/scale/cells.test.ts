import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawTenants, peopleOf, placeTenants, relieve } from './cells.ts'

const anyWorld = fc.record({
  count: fc.integer({ min: 1, max: 400 }),
  cells: fc.integer({ min: 1, max: 12 }),
  exponent: fc.double({ min: 0, max: 1.5, noNaN: true }),
  growth: fc.array(fc.double({ min: 0.8, max: 3, noNaN: true }), { minLength: 1, maxLength: 7 }),
})

describe('tenants in cells', () => {
  it('are of uneven size: the first of twenty thousand is as large as the last seven thousand', () => {
    const sizes = drawTenants(20_000, 10_000_000, 0.8).map(({ people }) => people)
    expect(Math.abs(sizes.reduce((sum, size) => sum + size, 0) / 10_000_000 - 1)).toBeLessThan(0.01)
    expect(sizes[0]).toBeGreaterThan(250_000)
    expect(sizes.at(-1)).toBeLessThan(120)
  })

  it('relieves each cell that has too many, and no more than that takes', () => {
    fc.assert(
      fc.property(anyWorld, ({ count, cells, exponent, growth }) => {
        const tenants = drawTenants(count, 100_000, exponent)
        const directory = placeTenants(tenants, cells)
        for (const [index, tenant] of tenants.entries())
          tenant.people = Math.ceil(tenant.people * (growth[index % growth.length] ?? 1))
        const before = directory.cells.map(peopleOf)
        const most = Math.ceil((1.3 * peopleOf(tenants)) / cells)
        const { stuck, people, cellsRelieved } = relieve(directory, most)

        const after = directory.cells.map(peopleOf)
        expect(after.filter((size) => size > most)).toHaveLength(stuck)
        expect(cellsRelieved).toBeLessThanOrEqual(before.filter((size) => size > most).length)
        if (before.every((size) => size <= most)) expect(people).toBe(0)
        // Each tenant is in one cell, the one that the directory names.
        for (const tenant of tenants)
          expect(
            directory.cells.flatMap((inside, cell) => (inside.includes(tenant) ? [cell] : [])),
          ).toEqual([directory.homes.get(tenant.id)])
        // Whoever is stuck cannot be helped: nobody in it fits anywhere.
        const room = most - Math.min(...after)
        for (const [cell, inside] of directory.cells.entries())
          if ((after[cell] ?? 0) > most)
            expect(Math.min(...inside.map(({ people: size }) => size))).toBeGreaterThan(room)
      }),
      { numRuns: 200 },
    )
  })
})
