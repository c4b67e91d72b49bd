import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('fixtures/measure-adversarial.ts', import.meta.url))
const MOST_MIB = 64

interface Measured {
  readonly documents: number
  readonly grownMib: number
  readonly tooCostly: readonly unknown[]
}

/** How busy the machine is does not count, nor how slow: the parser alone is measured beside what seems too much. */
async function measure(
  { count, tries }: { readonly count: number; readonly tries: number },
  ...options: readonly string[]
): Promise<Measured> {
  const args = ['--conditions=source', ...options, program, '1', String(count), String(tries)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Measured
}

it('10,000 generated documents cost no more of the processor than the bound of what is asked of them', async () => {
  const { documents, tooCostly } = await measure({ count: 10_000, tries: 6 })
  expect(tooCostly).toEqual([])
  expect(documents).toBeGreaterThan(10_000)
  // A minute of the processor, which a busy machine gives in many.
}, 1_800_000)

it('the worst of each kind have memory enough in 56 MiB, and the process grows by no more than 64', async () => {
  const { grownMib } = await measure(
    { count: 0, tries: 1 },
    '--max-old-space-size=56',
    '--max-semi-space-size=2',
  )
  expect(grownMib).toBeLessThan(MOST_MIB)
}, 900_000)
