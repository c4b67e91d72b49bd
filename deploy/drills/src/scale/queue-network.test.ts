import { expect, it } from 'vitest'
import { createDraw } from '../workload/draw.ts'
import { simulate } from './queue-network.ts'

const random = (seed: number) => {
  const draw = createDraw(seed)
  return () => (draw(1, 1_000_000) - 1) / 1_000_000
}

it('is as busy as arrivals and needs say, and waits as theory says of one server (M/M/1)', () => {
  const kind = { perSecond: 70, needs: [{ resource: 'cpu', seconds: 0.01 }] }
  const [cpu] = simulate([{ name: 'cpu', servers: 1 }], [kind], 2_000, random(1))
  expect(cpu?.utilisation).toBeCloseTo(0.7, 1)
  // P(W > t) = ρ·e^(−(μ−λ)t), so that 1 in 100 waits longer than ln(100ρ)/(μ−λ).
  const theory = (1000 * Math.log(70)) / 30
  expect(Math.abs((cpu?.p99WaitMs ?? 0) / theory - 1)).toBeLessThan(0.15)
})

it('passes resources one after the other, and more servers shorten the line', () => {
  const needs = [
    { resource: 'service', seconds: 0.01 },
    { resource: 'database', seconds: 0.002 },
  ]
  const kinds = [{ perSecond: 180, needs }]
  const run = (servers: number) =>
    simulate(
      [
        { name: 'service', servers },
        { name: 'database', servers: 1 },
      ],
      kinds,
      300,
      random(2),
    )
  const [two, database] = run(2)
  const [four] = run(4)
  expect(two?.utilisation).toBeCloseTo(0.9, 1)
  expect(database?.utilisation).toBeCloseTo(0.36, 1)
  expect(four?.p99WaitMs).toBeLessThan((two?.p99WaitMs ?? 0) / 5)
  expect(run(2)).toEqual([two, database])
})
