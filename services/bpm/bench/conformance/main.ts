import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readExecutables, readFaulty } from './cases.ts'
import { writeCases } from './cases-page.ts'
import { examine, judge, type Faulty, type Verdict } from './executables.ts'
import { measure, type Measured } from './measure.ts'
import {
  commitOf,
  isNear,
  readCollection,
  repositories,
  sourceOf,
  type Collection,
} from './models.ts'
import { writePage } from './page.ts'

/** Measures the public models in clones of their repositories, and writes docs/bpm/conformance.md. */
const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
if (from === undefined) {
  console.error(
    `pnpm suite:bpmn --from <folder of clones>: ${repositories.map(({ name }) => name).join(', ')}, betsy`,
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
const clone = `${from}/betsy`
const verdicts: Verdict[] = []
for (const model of await readExecutables(clone)) verdicts.push(await judge(model))
const faulty: Faulty[] = []
for (const model of await readFaulty(clone)) faulty.push(await examine(model))
for (const { model, is, because } of verdicts.filter(({ is }) => is !== 'right')) {
  console.log(`  ${model.name}: ${is}, ${because.join(' | ')}`)
}
await writeFile(page, writePage(rows, writeCases(await commitOf(clone), verdicts, faulty)))
