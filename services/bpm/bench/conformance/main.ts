import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { measure, type Measured } from './measure.ts'
import { isNear, readCollection, repositories, sourceOf, type Collection } from './models.ts'
import { writePage } from './page.ts'

/** Measures the public models in clones of their repositories, and writes docs/bpm/conformance.md. */
const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
if (from === undefined) {
  console.error(
    `pnpm suite:bpmn --from <folder of clones>: ${repositories.map(({ name }) => name).join(', ')}`,
  )
  process.exit(2)
}

const rows: { collection: Collection; measured: Measured[]; near: Measured[] }[] = []
for (const repository of repositories) {
  const collection = await readCollection(from, repository)
  const measured: Measured[] = []
  const near: Measured[] = []
  for (const model of collection.models) {
    const source = sourceOf(model)
    const isRun = source !== undefined && isNear(source)
    const found = await measure(model, isRun)
    measured.push(found)
    if (isRun) near.push(found)
  }
  console.log(`${collection.name}: ${measured.length} models, ${near.length} near the subset`)
  for (const one of near.filter(({ isPlayed }) => !isPlayed)) {
    console.log(`  ${one.path}: ${one.publishable}, ${one.left.join(' ') || 'does not run'}`)
  }
  rows.push({ collection, measured, near })
}
const page = new URL('../../../../docs/bpm/conformance.md', import.meta.url)
await writeFile(page, writePage(rows))
