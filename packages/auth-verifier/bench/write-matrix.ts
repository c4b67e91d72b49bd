import { candidates } from './candidates.ts'
import { renderMatrix, withForge } from './matrix.ts'
import { writeIntoPage } from './page.ts'

// Puts the behaviour matrix to all candidates and writes the table into docs/verifier.md.

const table = await withForge((forge) => renderMatrix(candidates, forge))
const asked = candidates.map(({ name, versions }) => `${name} (${versions})`).join('; ')
await writeIntoPage(
  'verifier.md',
  'matrix',
  `${table}\n\nAsked: ${asked}; Node ${process.versions.node}.`,
)
process.stdout.write(`${table}\n`)
