import { expect, it } from 'vitest'
import { FaultFound, runTarget } from './run-target.ts'

const planted = new URL('fixtures/planted.testing.ts', import.meta.url).href

async function find(harm: string): Promise<unknown> {
  process.env['PLANTED_FAULT'] = harm
  try {
    const order = { target: planted, seed: 1, tries: 300_000, seconds: 120, inputs: [] }
    const mostSeconds = harm === 'hangs' ? 3 : 60
    return await runTarget(order, mostSeconds).catch((error: unknown) => error)
  } finally {
    delete process.env['PLANTED_FAULT']
  }
}

it.each([
  ['throws', /it was planted/],
  ['is slow', /of a processor, not 250/],
  ['hangs', /does not end within 3 seconds/],
  ['fills the memory', /memory limit/],
  ['marks all objects', /prototype of all objects/],
])('finds a planted input that %s, by the ways that lead to it', async (harm, message) => {
  const found = await find(harm)
  expect(found).toBeInstanceOf(FaultFound)
  const { bytes, message: said } = found as FaultFound
  expect([...bytes.subarray(0, 4)]).toEqual([0xc1, 0xd2, 0xe3, 0xf4])
  expect(said).toMatch(message)
})

it('finds nothing where nothing does harm, and the same for the same seed', async () => {
  const order = { target: planted, seed: 1, tries: 20_000, seconds: 120, inputs: [] }
  const [one, other] = [await runTarget(order), await runTarget(order)]
  expect(one.tries).toBe(20_000)
  expect(one.inputs.length).toBeGreaterThan(1)
  expect(other.inputs).toEqual(one.inputs)
  expect(other.taken).toBe(one.taken)
})

it('says of a target that cannot be loaded that it cannot', async () => {
  const order = { target: `${planted}.none`, seed: 1, tries: 1, seconds: 1, inputs: [] }
  const error = await runTarget(order).catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(FaultFound)
  expect(String(error)).toContain('planted.testing.ts.none')
})
