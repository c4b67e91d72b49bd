import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { checkAsvs } from './documents/asvs.ts'
import { findOutdated } from './generated.ts'
import { applyBends, bends } from './imports/bends.ts'
import { checkImports } from './imports/cruise.ts'
import { lintInterfaces } from './documents/interface-lint.ts'
import { checkKeptBy } from './rules/kept-by.ts'
import { checkProblemPages } from './rules/problem-pages.ts'
import { checkMigrationLocks } from './rules/migration-locks.ts'
import { checkNamedPaths } from './rules/named-paths.ts'
import { checkDepths, depthsOf, describeDepths } from './reach/depth.ts'
import { findDead } from './reach/dead.ts'
import { readTree } from './reach/tree.ts'
import { run, runInTerminal } from './run.ts'
import { checkSizes, describeSizes } from './rules/sizes.ts'
import { documentFiles, sourceFiles } from './source-files.ts'
import { checkDocument, checkText } from './rules/text-rules.ts'
import { findVanishingTests } from './rules/vanishing-tests.ts'

/** One thing that is checked; it passed when it gives no faults. */
interface Check {
  readonly name: string
  readonly faults: () => Promise<readonly string[]>
}

const root = new URL('../../../', import.meta.url)
const cwd = fileURLToPath(root)

const checks: readonly Check[] = [
  { name: 'types', faults: () => command('tsc', '-p', 'tsconfig.json') },
  { name: 'browser types', faults: () => command('tsc', '-p', 'packages/approval-ui') },
  { name: 'console types', faults: () => command('tsc', '-p', 'packages/console') },
  { name: 'sample types', faults: () => command('tsc', '-p', 'deploy/expense-web') },
  { name: 'site types', faults: () => command('tsc', '-p', 'packages/docs-site') },
  { name: 'build', faults: () => command('tsc', '-b', 'tsconfig.build.json') },
  {
    name: 'lint',
    faults: () => command('oxlint', '--type-aware', '--deny-warnings', '-f', 'unix'),
  },
  {
    name: 'format',
    faults: () => command('prettier', '--check', '--cache', '--log-level', 'warn', '.'),
  },
  { name: 'imports', faults: importFaults },
  { name: 'depth', faults: depthFaults },
  { name: 'dead in production', faults: async () => findDead(await readTree(root)) },
  { name: 'text', faults: textFaults },
  { name: 'tests that vanish', faults: vanishingFaults },
  { name: 'kept by', faults: () => checkKeptBy(root) },
  { name: 'locks of migrations', faults: () => checkMigrationLocks(root) },
  { name: 'asvs', faults: () => checkAsvs(root) },
  { name: 'sizes', faults: sizeFaults },
  { name: 'unused', faults: () => command('knip', '--no-progress', '--no-config-hints') },
  { name: 'named paths', faults: () => checkNamedPaths(root) },
  { name: 'problem pages', faults: () => checkProblemPages(root) },
  { name: 'interface documents', faults: () => lintInterfaces(root) },
  { name: 'generated files', faults: generatedFaults },
]

async function command(...words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, output } = await run(words, cwd)
  return exitCode === 0 ? [] : [output.trim() || `${words.join(' ')} ended with ${exitCode}`]
}

async function importFaults(): Promise<readonly string[]> {
  const found = await checkImports(cwd, ['services', 'packages', 'deploy', 'e2e'])
  const { faults, needless } = applyBends(found, bends)
  return [
    ...faults.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
    ...needless.map(({ from, to }) => `imports/bends.ts: ${from} no longer imports ${to}`),
  ]
}

async function depthFaults(): Promise<readonly string[]> {
  const depths = depthsOf(await readTree(root))
  console.log(`       ${describeDepths(depths)}`)
  return checkDepths(depths)
}

async function textFaults(): Promise<readonly string[]> {
  const faults = await forEachSource((file, text) => checkText(file, text))
  const documents = await forEachDocument((file, text) => checkDocument(file, text))
  return [...faults.flat(), ...documents.flat()].map(
    ({ rule, file, line }) => `${rule}: ${file}:${line}`,
  )
}

async function vanishingFaults(): Promise<readonly string[]> {
  const faults = await forEachSource((file, text) =>
    /\.test\.tsx?$/.test(file) ? findVanishingTests(file, text) : [],
  )
  return faults.flat()
}

async function sizeFaults(): Promise<readonly string[]> {
  const sizes = await forEachSource((file, text) => ({ file, lines: text.split('\n').length - 1 }))
  console.log(`       ${describeSizes(sizes)}`)
  return checkSizes(sizes)
}

async function generatedFaults(): Promise<readonly string[]> {
  const outdated = await findOutdated(root)
  return outdated.map((path) => `${path} is out of date: pnpm generate`)
}

type Read<T> = (file: string, text: string) => T

async function forEachSource<T>(read: Read<T>): Promise<readonly T[]> {
  return forEachFile(await sourceFiles(root), read)
}

async function forEachDocument<T>(read: Read<T>): Promise<readonly T[]> {
  return forEachFile(await documentFiles(root), read)
}

async function forEachFile<T>(files: readonly string[], read: Read<T>): Promise<readonly T[]> {
  return Promise.all(
    files.map(async (file) => read(file, await readFile(new URL(file, root), 'utf8'))),
  )
}

/** Runs one check and prints how it went. What it throws is a fault: a check must not break off. */
async function report({ name, faults }: Check): Promise<boolean> {
  const startedAt = performance.now()
  const found = await faults().catch((error: unknown) => [String(error)])
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${found.length === 0 ? 'ok    ' : 'FAULTY'} ${name} (${seconds} s)`)
  for (const fault of found) console.log(fault.replaceAll(/^/gm, '       '))
  return found.length === 0
}

// Several at once: what formats, cruises and generates is busy with one processor.
let passed = true
const waiting = checks.values()
async function reportWaiting(): Promise<void> {
  for (const check of waiting) if (!(await report(check))) passed = false
}
await Promise.all(Array.from({ length: availableParallelism() }, reportWaiting))
if (!process.argv.includes('--static')) {
  passed = (await runInTerminal(['vitest', 'run'], cwd)) === 0 && passed
}
process.exitCode = passed ? 0 : 1
