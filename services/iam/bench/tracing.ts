// What tracing costs: client credentials of a process without it, and of one with a collector that keeps
// a tenth of all traces, or each, by turns. A token has a span for the request and one for each statement.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openCollector } from '@countersign/test-kit/otlp-collector'
import type { Started } from '../src/testing/processes.ts'
import { measure, measureInTurns, type Measured } from './measure.ts'
import { startScript, tokenRequest, withWorld } from './subjects.ts'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const load = { seconds: Number(options.seconds), concurrency: 8 }
const main = new URL('../src/main.ts', import.meta.url)
const shares = ['0.1', '1']

const collector = await openCollector()
await withWorld(async (databaseUrl) => {
  const started: Started[] = []
  const start = async (settings: Record<string, string>) => {
    const target = await startScript(main, databaseUrl, settings)
    started.push(target)
    const subject = { target, work: tokenRequest(target.url) }
    await measure(target, { seconds: 4, concurrency: load.concurrency }, subject.work)
    return subject
  }
  try {
    const off = await start({})
    for (const share of shares) {
      const on = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: share,
      })
      const [without, traced] = await measureInTurns(load, [off, on])
      const ratio = traced.perCpuSecond / without.perCpuSecond
      console.log(`off: ${describe(without)} | of all traces ${share}: ${describe(traced)}`)
      console.log(`ratio ${ratio.toFixed(2)}`)
    }
    console.log(
      `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the end`,
    )
  } finally {
    await Promise.all(started.map((one) => one.stop()))
  }
})
await collector.close()

function describe({ perCpuSecond, p50Ms }: Measured): string {
  return `${perCpuSecond.toFixed(0)} per CPU second, p50 ${p50Ms.toFixed(1)} ms`
}
