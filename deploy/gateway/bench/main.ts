// Measures what a request costs the gateway's process, against a proxy that only passes bytes on.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { findFreePort } from '@countersign/test-kit/ports'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { Pool } from 'undici'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const slices = 5
const concurrency = 16
const wantedRatio = 0.5

interface Subject {
  readonly url: string
  readonly pool: Pool
  readonly cpuSeconds: () => Promise<number>
  readonly stop: () => Promise<void>
}

async function start(script: string, env: Readonly<Record<string, string>>): Promise<Subject> {
  const port = await findFreePort()
  const file = new URL(script, import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=source', file], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency, pipelining: 1 })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${script} ended`)
    const isThere = await pool.request({ path: '/', method: 'GET' }).then(
      async ({ body }) => (await body.dump(), true),
      () => false,
    )
    if (isThere) break
    await delay(50)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pool,
    // utime and stime, in hundredths of a second (proc(5)).
    cpuSeconds: async () => {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    stop: async () => {
      child.kill('SIGKILL')
      await pool.destroy()
    },
  }
}

interface Request {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string | null
}

const requests: readonly Request[] = [
  { name: 'a list (GET)', method: 'GET', path: '/api/bpm/v1/tasks?box=todo', body: null },
  {
    name: 'a decision (POST of 300 bytes with a key)',
    method: 'POST',
    path: '/api/bpm/v1/tasks/T-1/approve',
    body: JSON.stringify({ comment: 'x'.repeat(280) }),
  },
]

async function measure({ pool, cpuSeconds }: Subject, request: Request, seconds: number) {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'accept-language': 'en',
    'user-agent': 'bench',
    ...(request.body === null
      ? {}
      : { 'content-type': 'application/json', 'idempotency-key': 'k' }),
  }
  let count = 0
  const before = await cpuSeconds()
  const end = performance.now() + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ ...request, headers })
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
      await body.dump()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { count, cpu: (await cpuSeconds()) - before }
}

const issuer = await createTestIssuer()
const token = issuer.userToken({ tenantId: '0190a0b8-0000-7000-8000-000000000001' })
const service = await start('service.ts', {})
const env = { UPSTREAM: service.url, ISSUER: issuer.issuer, JWKS: issuer.jwksUrl }
const bare = await start('bare-proxy.ts', env)
const gateway = await start('gateway.ts', env)
try {
  console.log(describeMachine('at the start'))
  console.log('\n| request | bare proxy, µs | gateway, µs | ratio |\n| --- | ---: | ---: | ---: |')
  for (const request of requests) {
    await Promise.all([bare, gateway].map((each) => measure(each, request, 3)))
    const least = { count: 0, cpu: 0 }
    const ours = { count: 0, cpu: 0 }
    // By turns: whatever else the machine does slows both alike.
    for (let slice = 0; slice < slices; slice += 1) {
      for (const [subject, sum] of [
        [bare, least],
        [gateway, ours],
      ] as const) {
        const taken = await measure(subject, request, Number(options.seconds) / slices)
        sum.count += taken.count
        sum.cpu += taken.cpu
      }
    }
    const [leastMicros, micros] = [least, ours].map(({ count, cpu }) => (cpu / count) * 1e6) as [
      number,
      number,
    ]
    const ratio = leastMicros / micros
    console.log(
      `| ${request.name} | ${leastMicros.toFixed(0)} | ${micros.toFixed(0)} | ${ratio.toFixed(2)} |`,
    )
    if (ratio < wantedRatio) process.exitCode = 1
  }
  console.log(`\nWanted: ${wantedRatio}.`)
} finally {
  for (const each of [service, bare, gateway]) await each.stop()
  await issuer.close()
}
