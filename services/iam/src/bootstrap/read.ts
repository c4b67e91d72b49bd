import { Value } from 'typebox/value'
import { SeedFile, type Seed } from './seed.ts'

/** The file is not a seed: each fault with the JSON pointer of its place. */
export class SeedFault extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'SeedFault'
  }
}

/** @throws {@link SeedFault} naming every fault at once; never a value, it may be a password. */
export function readSeed(text: string): Seed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SeedFault(['the seed file is not JSON'])
  }
  if (Value.Check(SeedFile, value)) return value
  throw new SeedFault(
    [...Value.Errors(SeedFile, value)].map((fault) => `${fault.instancePath}: ${fault.message}`),
  )
}
