// Prints what the processes of a running platform spend while nobody uses it. `pnpm bench:idle [seconds]`, beside
// `pnpm start`; DATA_DIR as given there.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeMachine } from '@countersign/test-kit/machine'
import { readJson } from './files.ts'
import { layoutOf } from './layout.ts'
import { listFamily } from './memory-report.ts'
import { root } from './settings.ts'

const seconds = Number(process.argv[2] ?? '60')
const dataDir = process.env['DATA_DIR'] ?? join(root, '.local')
const pids = (await readJson(layoutOf(dataDir).pidsFile)) as Record<string, number>
const before = await readAll()
await sleep(seconds * 1_000)
const after = await readAll()
console.log(`${describeMachine('at the end')} ${seconds} s without a request.\n`)
console.log('| process | ms a second |\n| --- | ---: |')
for (const [name, spent] of Object.entries(after)) {
  const millis = (spent - (before[name] ?? 0)) / 1e6 / seconds
  console.log(`| ${name} | ${millis.toFixed(1)} |`)
}

/** Nanoseconds on a processor so far, by service; those of what each has started with them. */
async function readAll(): Promise<Record<string, number>> {
  const spent = Object.entries(pids)
    .filter(([name]) => name !== 'launcher')
    .map(async ([name, pid]) => {
      const family = await Promise.all((await listFamily(pid)).map(readOne))
      return [name, family.reduce((sum, each) => sum + each, 0)] as const
    })
  return Object.fromEntries(await Promise.all(spent))
}

/** Of one process, all threads, and of those it started that have ended: Linux alone tells. */
async function readOne(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name: utime, stime, cutime and cstime are fields 14 to 17 of proc(5), in hundredths of a second.
  const times = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return times.slice(11, 15).reduce((sum, time) => sum + Number(time), 0) * 1e7
}
