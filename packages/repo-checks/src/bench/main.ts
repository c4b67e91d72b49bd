// Runs the benchmarks one after the other, each with sizes for a round of less than half an hour, and ends with
// one table of all figures. `--out` keeps it as a file, `--against` names such a file of another commit to be
// compared with, `--only` a part by the beginning of its name. Nothing else should run on the machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { measureSpeeds, readLoad, readMachine } from '@countersign/test-kit/machine'
import { compareFigures, renderCompared, renderFigures } from './compare.ts'
import { readFigures, type Figure } from './figures.ts'
import { parts, type Part } from './parts.ts'

/** The file of a round. */
interface Round {
  readonly machine: ReturnType<typeof readMachine>
  readonly speeds: ReturnType<typeof measureSpeeds>
  readonly load: { readonly before: string; readonly after: string }
  readonly figures: readonly Figure[]
}

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
  },
})
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const other = options.against === undefined ? undefined : await readRound(options.against)
const chosen = parts.filter(({ name }) => name.startsWith(options.only ?? ''))
if (chosen.length === 0) throw new Error(`no benchmark begins with ${options.only}`)

const before = readLoad()
const [machine, speeds] = [readMachine(), measureSpeeds()]
const figures: Figure[] = []
const fallen: string[] = []
for (const part of chosen) figures.push(...(await run(part)))
const round: Round = { machine, speeds, load: { before, after: readLoad() }, figures }

console.log(`\n# All figures\n\n${renderRound(round)}\n`)
if (other === undefined) console.log(renderFigures(figures))
else {
  console.log(`Before:\n\n${renderRound(other)}\n`)
  console.log(renderCompared(compareFigures(figures, other)))
}
if (fallen.length > 0) {
  console.log(`\nMissed a goal, or broke off: ${fallen.join(', ')}.`)
  process.exitCode = 1
}
if (options.out !== undefined)
  await writeFile(options.out, `${JSON.stringify(round, undefined, 1)}\n`)

async function run(part: Part): Promise<readonly Figure[]> {
  console.log(`\n# ${part.name}\n`)
  if (part.inBrowser === true && findProgram('chromium', process.env) === undefined) {
    console.log('left out: it needs Chromium, of which CHROMIUM_PATH says where it is')
    return []
  }
  const child = spawn(process.execPath, ['--conditions=source', part.script, ...part.options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    process.stdout.write(text)
  }
  // The others go on: half an hour is worth more than one of them.
  const [code] = (await exited) as [number | null]
  if (code !== 0) fallen.push(part.name)
  return readFigures(part.name, printed)
}

function renderRound({ machine: on, speeds: of, load }: Omit<Round, 'figures'>): string {
  const has = on.instructions?.join(', ') ?? 'instructions unknown'
  return [
    `- ${on.processor}, ${on.cores} cores, ${has || 'none of the instructions for hashing'}; ${on.system}, Node ${on.node}`,
    `- OpenSSL of Node, for a second of one core: ${of.signatures} signatures RSA-2048, ${of.verifications} verifications, ${of.hashedMegabytes.toFixed(0)} MB SHA-256`,
    `- load ${load.before} before, ${load.after} after`,
  ].join('\n')
}

async function readRound(path: string): Promise<Round> {
  return JSON.parse(await readFile(path, 'utf8')) as Round
}
