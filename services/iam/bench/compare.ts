// Measures two servers by turns, each a script that takes iam's settings: `compare.ts [one] [other]`. Unless told
// otherwise the service, and the library alone; another checkout's `services/iam/src/main.ts` compares two versions,
// by `--what sign-ins` or `--what refreshes` also in what the library answers.
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import type { Started } from '../src/testing/processes.ts'
import { readDatabaseCpu } from './database-cpu.ts'
import { measure, measureInTurns, type Measured } from './measure.ts'
import { refresh, signIn, startScript, tokenRequest, withWorld } from './subjects.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    what: { type: 'string', default: 'tokens' },
    seconds: { type: 'string', default: '20' },
  },
})
const [one, other] = positionals
const scripts = [
  one === undefined ? new URL('../src/main.ts', import.meta.url) : pathToFileURL(one),
  other === undefined ? new URL('library-server.ts', import.meta.url) : pathToFileURL(other),
] as const

/** How many at a time, and what each does. */
const works: Readonly<
  Record<
    string,
    {
      readonly crowds: readonly number[]
      readonly of: (url: string) => Promise<() => Promise<void>>
    }
  >
> = {
  tokens: { crowds: [1, 8, 32], of: async (url) => tokenRequest(url) },
  'sign-ins': { crowds: [2], of: async (url) => signIn(url) },
  refreshes: { crowds: [4], of: (url) => refresh(url, 4) },
}

await withWorld(async (databaseUrl, db) => {
  const work = works[options.what]
  if (work === undefined) throw new Error(`--what is one of ${Object.keys(works).join(', ')}`)
  const databaseCpu = await readDatabaseCpu(db)
  const first = await startScript(scripts[0], databaseUrl)
  const second = await startScript(scripts[1], databaseUrl)
  const subjectOf = async (target: Started) => ({ target, work: await work.of(target.url) })
  try {
    const subjects = [await subjectOf(first), await subjectOf(second)] as const
    const warmUp = {
      seconds: Math.max(4, Number(options.seconds) / 4),
      concurrency: Math.min(8, ...work.crowds.slice(-1)),
    }
    for (const { target, work: each } of subjects) await measure(target, warmUp, each)
    for (const concurrency of work.crowds) {
      const load = { seconds: Number(options.seconds), concurrency, databaseCpu }
      const figures = await measureInTurns(load, subjects)
      console.log(`${concurrency} at a time: ${figures.map(describe).join(' | ')}`)
    }
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
})

function describe({ perCpuSecond, databaseMs, p50Ms, p99Ms }: Measured): string {
  return `${perCpuSecond.toFixed(0)} per CPU second, database ${databaseMs.toFixed(2)} ms, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
}
