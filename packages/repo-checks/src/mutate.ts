// Changes the code in small ways, one at a time, and sees whether its tests notice (mutation testing). Prints the score of each part
// and keeps those that nobody noticed, to be read; ends with 1 below the goal:
//
//   pnpm mutate [part] [--only <glob>] [--tests <glob>] [--no-database] [--write]
//
// On two cores a second or two for each change, so a part takes from half an hour to hours; interrupted, it goes on where it was.
// `--only` takes some files of a part; `--tests` some of its tests, quick ones first: a run without it tries only those again that these did not notice.
// `--no-database` starts none where these need none: a change that hangs would start it anew. Stryker is installed into .local/mutation and is no dependency: for one command, and it brings a compiler of its own.
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { readFigures, writeFigures } from '@countersign/test-kit/reliability-page'
import { parts, type MutatedPart } from './mutation/parts.ts'
import {
  countMutants,
  listSurvivors,
  mergeReports,
  percentOf,
  type MutationReport,
} from './mutation/score.ts'

const stryker = '10.1.1'
const goal = 85

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    database: { type: 'boolean', default: true },
    only: { type: 'string' },
    tests: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = `${root}.local/mutation`
const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chosen.length === 0)
  throw new Error(`a part is one of ${parts.map(({ name }) => name).join(', ')}`)

const machine = describeMachine()
await install()
const failed: string[] = []
for (const part of chosen) {
  const report = await mutate(part)
  const survivors = listSurvivors(report)
  await writeFile(`${fileOf(part)}.survivors.txt`, `${survivors.join('\n')}\n`)
  const score = countMutants(report)
  console.log(`${part.name}: ${percentOf(score).toFixed(1)} % of ${score.mutants} noticed`)
  console.log(`those that nobody noticed: ${fileOf(part)}.survivors.txt`)
  if (percentOf(score) < goal) failed.push(part.name)
}
if (options.write) await write()
if (failed.length > 0) process.exitCode = 1

/** Where it is kept what a run came to: of some files of a part apart from the whole. */
function fileOf({ name }: MutatedPart): string {
  const some = options.only === undefined ? '' : `.${options.only.replaceAll(/\W+/g, '-')}`
  return `${folder}/${toStem(name)}${some}`
}

function toStem(part: string): string {
  return part.replace('/', '-')
}

/** Without the vitest that the runner asks for: it finds ours above it. */
async function install(): Promise<void> {
  if (await isInstalled()) return
  await mkdir(folder, { recursive: true })
  const packages = ['core', 'vitest-runner'].map((name) => [`@stryker-mutator/${name}`, stryker])
  const manifest = { private: true, dependencies: Object.fromEntries(packages) as object }
  await writeFile(`${folder}/package.json`, JSON.stringify(manifest))
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps'], { cwd: folder })
}

/** By what npm writes when all the rest is there. */
function isInstalled(): Promise<boolean> {
  return readFile(`${folder}/node_modules/.package-lock.json`, 'utf8').then(
    (text) => {
      const { packages } = JSON.parse(text) as { packages: Record<string, { version: string }> }
      return packages['node_modules/@stryker-mutator/core']?.version === stryker
    },
    () => false,
  )
}

async function mutate(part: MutatedPart): Promise<MutationReport> {
  const file = fileOf(part)
  const settings = {
    testRunner: 'vitest',
    // It would rewrite the settings of the compiler for its copy, with a compiler of another version; nothing is compiled there.
    tsconfigFile: 'none.json',
    mutate:
      options.only === undefined ? part.mutate : [options.only, ...part.mutate.filter(isLeftOut)],
    vitest: { configFile: 'packages/repo-checks/src/mutation/vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    // For a machine that has much else to do: a change that only took long would count as noticed.
    dryRunTimeoutMinutes: 60,
    timeoutMS: 60_000,
    concurrency: 1,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `${file}.report.json` },
    // What was found of code and tests that are still the same is not tried again.
    incremental: true,
    incrementalFile: `${file}.incremental.json`,
    tempDirName: '.local/mutation/sandbox',
    ignorePatterns: ['.local', 'e2e', 'deploy', 'packages/console', 'packages/docs-site'],
  }
  await writeFile(`${file}.config.json`, JSON.stringify(settings))
  const program = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`
  const env = {
    ...process.env,
    MUTATION_TESTS: options.tests ?? part.tests.join('\n'),
    MUTATION_DATABASE: String(options.database && part.database === true),
  }
  await run(process.execPath, [program, 'run', `${file}.config.json`], { cwd: root, env })
  return readReport(`${file}.report.json`)
}

function isLeftOut(pattern: string): boolean {
  return pattern.startsWith('!')
}

async function readReport(file: string): Promise<MutationReport> {
  return JSON.parse(await readFile(file, 'utf8')) as MutationReport
}

async function run(
  command: string,
  args: readonly string[],
  how: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(command, args, { ...how, stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

/** What the last runs here came to, together for each part; of one that was not run here, what the page says. */
async function write(): Promise<void> {
  const known = await readFigures('mutation')
  const rows: string[] = []
  for (const { name } of parts) {
    const files = await findReports(name)
    const merged = mergeReports(await Promise.all(files.map(readReport)))
    const isWhole = files.includes(`${folder}/${toStem(name)}.report.json`)
    const row = files.length === 0 ? findRow(known, name) : toRow(name, merged, isWhole)
    if (row !== undefined) rows.push(row)
  }
  await writeFigures('mutation', machine, [
    '| part | changes | noticed | not noticed | in lines that no test runs | score |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ])
}

/** Those of a part and of some of its files, the oldest first. */
async function findReports(part: string): Promise<string[]> {
  const names = (await readdir(folder))
    .filter((name) => name.startsWith(`${toStem(part)}.`) && name.endsWith('.report.json'))
    .map((name) => `${folder}/${name}`)
  const timed = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(name)).mtimeMs })),
  )
  return timed.toSorted((a, b) => a.time - b.time).map(({ name }) => name)
}

function findRow(rows: readonly string[], part: string): string | undefined {
  return rows.find((row) => row.split(/[|,]/)[1]?.trim() === part)
}

/** A part that never was run as a whole is named with the number of its files that were. */
function toRow(part: string, report: MutationReport, isWhole: boolean): string {
  const score = countMutants(report)
  const { files, mutants, killed, timedOut, survived, uncovered } = score
  const label = isWhole ? part : `${part}, ${files} files`
  const cells = [label, mutants, killed + timedOut, survived, uncovered]
  return `| ${cells.join(' | ')} | ${percentOf(score).toFixed(1)} % |`
}
