// Tries inputs that nobody would send on what reads foreign bytes, new ones made of those that went new ways through the code
// (coverage-guided fuzzing). Ends with 1 when one did harm, and keeps it; otherwise those that went new ways are kept for the next run:
//
//   pnpm fuzz [target …] [--seconds 60] [--seed 1] [--write]
//   pnpm fuzz <target> --input <file>
//
// A target is a file *.fuzz.testing.ts. What is tried is in .local/fuzz; `--input` tries one of them alone, without counting.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { writeFigures } from '@countersign/test-kit/reliability-page'
import { findTargets, type FoundTarget } from './fuzz/find-targets.ts'
import { FaultFound, runTarget, type Ran } from './fuzz/run-target.ts'
import type { Target } from './fuzz/target.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    input: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
/** Beside the inputs of a target. */
const LAST = 'last.json'
type LastRun = Omit<Ran, 'inputs'> & { readonly kept: number }

const folder = fileURLToPath(new URL('../../../.local/fuzz', import.meta.url))
const targets = findTargets()
const unknown = positionals.find((name) => !targets.some((target) => target.name === name))
if (unknown !== undefined) {
  throw new Error(`${unknown} is none of ${targets.map(({ name }) => name).join(', ')}`)
}
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

if (options.input === undefined) await tryAll()
else await tryOne(options.input)

async function tryAll(): Promise<void> {
  const machine = describeMachine()
  for (const target of chosen) {
    const last = await run(target)
    if (last === undefined) process.exitCode = 1
    else await writeFile(join(folder, target.name, LAST), JSON.stringify(last))
  }
  if (options.write && process.exitCode !== 1) await write(machine)
}

/** What the last run of each target has come to, here. */
async function write(machine: string): Promise<void> {
  const rows = await Promise.all(targets.map(toRow))
  await writeFigures('fuzzing', machine, [
    '| target | reads | seconds | inputs tried | kept | ways gone |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows.flatMap((row) => row ?? []),
  ])
}

async function run(target: FoundTarget): Promise<LastRun | undefined> {
  const own = join(folder, target.name)
  await mkdir(join(own, 'inputs'), { recursive: true })
  const names = await readdir(join(own, 'inputs'))
  const inputs = await Promise.all(
    names.toSorted().map((name) => readFile(join(own, 'inputs', name))),
  )
  try {
    const result = await runTarget({
      target: target.address,
      seed: Number(options.seed),
      seconds: Number(options.seconds),
      tries: Infinity,
      inputs,
    })
    for (const bytes of result.inputs) await writeFile(join(own, 'inputs', nameOf(bytes)), bytes)
    const { tries, seconds, taken, all } = result
    const kept = result.inputs.length
    console.log(`${target.name}: ${tries} inputs, ${kept} kept, ${taken} of ${all} ways`)
    return { tries, seconds, kept, taken, all }
  } catch (error) {
    if (!(error instanceof FaultFound)) throw error
    const file = join(own, `fault-${nameOf(error.bytes)}`)
    await writeFile(file, error.bytes)
    console.log(`${target.name}: ${error.message}\n  pnpm fuzz ${target.name} --input ${file}`)
    return undefined
  }
}

function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

async function toRow({ name, address }: FoundTarget): Promise<string | undefined> {
  const text = await readFile(join(folder, name, LAST), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { reads } = (await import(address)) as Target
  const { seconds, tries, kept, taken, all } = JSON.parse(text) as LastRun
  const cells = [name, reads, seconds.toFixed(0), tries, kept, `${taken} of ${all}`]
  return `| ${cells.join(' | ')} |`
}

async function tryOne(file: string): Promise<void> {
  const bytes = await readFile(file)
  for (const { name, address } of chosen) {
    const { check } = (await import(address)) as Target
    const begun = process.cpuUsage()
    await check(bytes)
    const { user } = process.cpuUsage(begun)
    console.log(`${name}: nothing is wrong with it, ${(user / 1000).toFixed(0)} ms`)
  }
}
