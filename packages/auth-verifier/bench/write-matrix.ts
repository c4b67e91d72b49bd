import { readFile, writeFile } from 'node:fs/promises'
import { candidates } from './candidates.ts'
import { renderMatrix, withForge } from './matrix.ts'

// Puts the behaviour matrix to all candidates and writes the table into docs/verifier.md.

const page = new URL('../../../docs/verifier.md', import.meta.url)
const START = '<!-- matrix: written by `pnpm matrix:verifier` -->'
const END = '<!-- /matrix -->'

const table = await withForge((forge) => renderMatrix(candidates, forge))
const versions = candidates.map(({ name, versions: with_ }) => `${name} (${with_})`).join('; ')
const text = await readFile(page, 'utf8')
const start = text.indexOf(START)
const end = text.indexOf(END)
if (start < 0 || end < start) throw new Error('docs/verifier.md has lost the marks of its table')

const written = `${START}\n\n${table}\n\nAsked: ${versions}; Node ${process.versions.node}.\n\n`
await writeFile(page, text.slice(0, start) + written + text.slice(end))
process.stdout.write(`${table}\n`)
