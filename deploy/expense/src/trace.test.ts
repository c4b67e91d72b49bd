import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { loggerOfTrace } from './trace.ts'

async function linesOf(headers: Record<string, string>) {
  const stream = new PassThrough()
  const app = Fastify({ logger: { stream }, childLoggerFactory: loggerOfTrace })
  app.get('/', async (request) => {
    request.log.info('of ours')
    return {}
  })
  await app.inject({ url: '/', headers })
  await app.close()
  const lines = String(stream.read()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

it('each line of a request names the trace of whoever called', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const lines = await linesOf({ traceparent })
  expect(lines.map(({ msg }) => msg)).toEqual(['incoming request', 'of ours', 'request completed'])
  for (const line of lines)
    expect(line).toMatchObject({
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      span_id: '00f067aa0ba902b7',
    })
})

it.each([
  '',
  'trace me',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
])('names none where what the caller says is none: "%s"', async (traceparent) => {
  for (const line of await linesOf({ traceparent })) expect(line).not.toHaveProperty('trace_id')
})
