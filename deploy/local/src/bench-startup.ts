import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '@countersign/test-kit/machine'
import { readJson } from './files.ts'
import { layoutOf, type Layout } from './layout.ts'
import { readMemory, type Memory } from './memory-report.ts'
import { waitUntil } from './processes.ts'
import { root } from './settings.ts'

/**
 * Starts a fresh platform three times over one data folder, and reports how long each part took to
 * be ready and how much memory everything takes when idle. `--write` puts it into docs/performance/startup.md.
 */
interface Startup {
  readonly seconds: number
  readonly steps: readonly { readonly label: string; readonly ms: number }[]
}

const idleMs = 50_000
const portBase = process.env['PORT_BASE'] ?? '28080'

const dataDir = process.env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'countersign-bench-')))
// As root, the account that PostgreSQL runs as must get through.
if (process.env['DATA_DIR'] === undefined) await chmod(dataDir, 0o711)
const layout = layoutOf(dataDir)
try {
  const first = await measure(layout, async (startup) => startup)
  const second = await measure(layout, async (startup) => startup)
  const third = await measure(layout, async (startup, pids) => {
    await sleep(idleMs)
    return { startup, memory: await memoryOf(pids) }
  })
  const report = render(first, second, third.startup, third.memory)
  console.log(report)
  if (process.argv.includes('--write')) {
    await writeFile(join(root, 'docs', 'performance', 'startup.md'), report)
  }
} finally {
  if (process.env['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true })
}

async function measure<T>(
  files: Layout,
  observe: (startup: Startup, pids: Record<string, number>) => Promise<T>,
): Promise<T> {
  const launcher = spawn(
    process.execPath,
    ['--conditions=source', fileURLToPath(new URL('./main.ts', import.meta.url))],
    {
      env: { ...process.env, DATA_DIR: files.dataDir, PORT_BASE: portBase },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  try {
    await waitReady(launcher, files)
    const startup = (await readJson(files.startupFile)) as Startup
    return await observe(startup, (await readJson(files.pidsFile)) as Record<string, number>)
  } finally {
    launcher.kill('SIGTERM')
    if (launcher.exitCode === null) await once(launcher, 'exit')
  }
}

async function waitReady(launcher: ChildProcess, files: Layout): Promise<void> {
  const ready = async () => {
    if (launcher.exitCode !== null) throw new Error('the platform did not start')
    return (await readJson(files.platformFile)) !== undefined
  }
  await waitUntil(ready, 120_000, 'the platform is not ready after two minutes')
}

async function memoryOf(pids: Record<string, number>): Promise<Map<string, Memory>> {
  const { launcher, ...services } = pids
  const found = new Map<string, Memory>()
  for (const [name, pid] of Object.entries(services)) found.set(name, await readMemory(pid))
  const all = launcher === undefined ? undefined : await readMemory(launcher)
  if (all !== undefined) found.set('launcher', minus(all, [...found.values()]))
  return found
}

// The launcher's family is everything.
function minus(all: Memory, parts: readonly Memory[]): Memory {
  return {
    pssMiB: parts.reduce((rest, { pssMiB }) => rest - pssMiB, all.pssMiB),
    rssMiB: parts.reduce((rest, { rssMiB }) => rest - rssMiB, all.rssMiB),
  }
}

function render(
  first: Startup,
  second: Startup,
  third: Startup,
  memory: Map<string, Memory>,
): string {
  const labels = [...new Set([...first.steps, ...third.steps].map(({ label }) => label))]
  const ms = (startup: Startup, label: string) =>
    String(startup.steps.find((step) => step.label === label)?.ms ?? '')
  const starts = [first, second, third]
  const times = labels.map((label) => [label, ...starts.map((startup) => ms(startup, label))])
  const totals = starts.map(({ seconds }) => String(Math.round(seconds * 1000)))
  const sizes = [...memory].map(([name, { pssMiB, rssMiB }]) => [
    name,
    pssMiB.toFixed(0),
    rssMiB.toFixed(0),
  ])
  const total = [...memory.values()].reduce((sum, { pssMiB }) => sum + pssMiB, 0)
  return `# Start-up and idle memory

Written by \`pnpm bench:startup --write\`. Times depend on what else the machine does: read them as ratios.

${describeMachine('at the end')}

## Time until ready, milliseconds

The first start makes the data folder, the databases and the demonstration. The services start at the same time and compete for the cores.

${table(['step', 'first', 'second', 'third'], [...times, ['everything', ...totals]])}

## Memory when idle, MiB

After ${idleMs / 1000} seconds without a request. PSS divides pages that processes share (the program of Node, PostgreSQL's buffers) among them, so that its sum is what the machine really gives; RSS counts them again for each process.

${table(['process', 'PSS', 'RSS'], [...sizes, ['everything', total.toFixed(0), '']])}
`
}

/** A Markdown table, padded as the formatter of the repository has it; numbers to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
