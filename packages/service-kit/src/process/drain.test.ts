import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'

async function start(drainSeconds: number) {
  const script = new URL('./fixtures/draining.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=source', script], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SHUTDOWN_DRAIN_SECONDS: String(drainSeconds),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const url = await vi.waitFor(
    () => {
      const address = lines.map((line) => /"address":"([^"]+)"/.exec(line)?.[1]).find(Boolean)
      if (address === undefined) throw new Error('not ready yet')
      return address
    },
    { timeout: 20_000 },
  )
  return {
    url,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    exited: once(child, 'exit').then(([code]) => code as number),
    isStopping: () => lines.some((line) => line.includes('worker stops')),
  }
}

const readinessOf = async (url: string) => {
  const reply = await fetch(`${url}/actuator/health/readiness`)
  return { status: reply.status, body: (await reply.json()) as unknown }
}

/** Asks by a connection that is kept. */
const ask = async (url: string, agent: Agent): Promise<IncomingMessage> => {
  const [reply] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
  return reply
}

const textOf = async (reply: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

it('fails readiness first, and goes on answering for the time of the drain', async () => {
  const { url, signal, exited, isStopping } = await start(1)
  expect(await readinessOf(url)).toEqual({ status: 200, body: { status: 'UP', components: {} } })
  const agent = new Agent({ keepAlive: true })
  const before = await ask(`${url}/now`, agent)
  await textOf(before)
  expect(before.headers.connection).toBe('keep-alive')

  signal('SIGTERM')
  await expect
    .poll(() => readinessOf(url), { interval: 10 })
    .toEqual({
      status: 503,
      body: { status: 'DOWN', components: { shutdown: { status: 'DOWN' } } },
    })
  expect((await fetch(`${url}/actuator/health/liveness`)).status).toBe(200)
  const during = await ask(`${url}/now`, agent)
  expect(during.statusCode).toBe(200)
  expect(during.headers.connection).toBe('close')
  await textOf(during)
  expect(isStopping()).toBe(false)

  expect(await exited).toBe(0)
  expect(isStopping()).toBe(true)
  await expect(fetch(`${url}/now`)).rejects.toThrow('fetch failed')
})

it('ends what is under way before it goes', async () => {
  const { url, signal, exited } = await start(0.5)
  const agent = new Agent({ keepAlive: true })
  const begun = await ask(`${url}/streams`, agent)
  const text = textOf(begun)

  signal('SIGTERM')
  await expect.poll(async () => (await readinessOf(url)).status, { interval: 10 }).toBe(503)
  await fetch(`${url}/end`)

  expect(await text).toBe('begun and ended')
  expect(await exited).toBe(0)
})

it('goes at once when it is told twice, or from the keyboard', async () => {
  const started = performance.now()
  for (const signals of [['SIGINT'], ['SIGTERM', 'SIGTERM']] as const) {
    const { url, signal, exited } = await start(60)
    for (const each of signals) {
      signal(each)
      if (each === 'SIGTERM')
        await expect
          .poll(() => readinessOf(url).catch(() => undefined), { interval: 10 })
          .not.toMatchObject({ status: 200 })
    }
    expect(await exited).toBe(0)
  }
  expect(performance.now() - started).toBeLessThan(30_000)
})
