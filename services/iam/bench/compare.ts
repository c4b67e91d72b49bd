// Measures client credentials of two servers by turns, each a script that takes iam's settings:
// `compare.ts [one] [other]`. Unless told otherwise the service, and the library alone; another
// checkout's `services/iam/src/main.ts` compares two versions.
import { pathToFileURL } from 'node:url'
import { measure, measureInTurns, type Measured } from './measure.ts'
import { startScript, tokenRequest, withWorld } from './subjects.ts'

const [one, other] = process.argv.slice(2)
const scripts = [
  one === undefined ? new URL('../src/main.ts', import.meta.url) : pathToFileURL(one),
  other === undefined ? new URL('library-server.ts', import.meta.url) : pathToFileURL(other),
] as const

await withWorld(async (databaseUrl) => {
  const first = await startScript(scripts[0], databaseUrl)
  const second = await startScript(scripts[1], databaseUrl)
  const subjects = [
    { target: first, work: tokenRequest(first.url) },
    { target: second, work: tokenRequest(second.url) },
  ] as const
  try {
    const warmUp = { seconds: 4, concurrency: 8 }
    for (const { target, work } of subjects) await measure(target, warmUp, work)
    for (const concurrency of [1, 8, 32]) {
      const figures = await measureInTurns({ seconds: 20, concurrency }, subjects)
      console.log(`${concurrency} at a time: ${figures.map(describe).join(' | ')}`)
    }
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
})

function describe({ perCpuSecond, p50Ms, p99Ms }: Measured): string {
  return `${perCpuSecond.toFixed(0)} per CPU second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
}
