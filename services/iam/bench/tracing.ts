// What tracing costs: client credentials of a process without it, and of one with a collector that keeps
// a tenth of all traces, or each, by turns. A token has a span for the request and one for each statement.
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
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
    console.log(`${describeMachine()}\n`)
    console.log(
      '| traces kept | off, per CPU second | on, per CPU second | off, p50 ms | on, p50 ms | ratio |',
    )
    console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
    for (const share of shares) {
      const on = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: share,
      })
      const [without, traced] = await measureInTurns(load, [off, on])
      console.log(`| of all, ${share} | ${describe(without, traced)} |`)
    }
  } finally {
    await Promise.all(started.map((one) => one.stop()))
  }
})
await collector.close()

function describe(off: Measured, on: Measured): string {
  const cells = [
    off.perCpuSecond.toFixed(0),
    on.perCpuSecond.toFixed(0),
    off.p50Ms.toFixed(1),
    on.p50Ms.toFixed(1),
    (on.perCpuSecond / off.perCpuSecond).toFixed(2),
  ]
  return cells.join(' | ')
}
