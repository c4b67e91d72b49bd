import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ours } from '../bench/candidates.ts'
import { createForge, type Forge } from '../bench/forge.ts'
import { groups } from '../bench/matrix.ts'
import { createTestIssuer } from './testing.ts'

// The same rows are put to other libraries by bench/write-matrix.ts, which writes docs/verifier.md.
let forge: Forge
beforeAll(async () => {
  forge = createForge(await createTestIssuer())
})
afterAll(() => forge.issuer.close())

describe.each(Object.entries(groups))('%s', (_, rows) => {
  it.each(rows.map((row) => [`${row.wanted}: ${row.name}`, row] as const))('%s', async (_, row) => {
    const outcome = await row.run(ours, forge)
    expect(row.isRight(outcome), outcome).toBe(true)
  })
})
