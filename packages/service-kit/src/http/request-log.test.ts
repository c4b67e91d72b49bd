import { PassThrough } from 'node:stream'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { expect, it, vi } from 'vitest'
import { createLogger } from '../process/log.ts'
import { childLoggerFactory } from './request-log.ts'

it('names the request, and is made for who writes to it alone', async () => {
  const stream = new PassThrough()
  const loggerInstance: FastifyBaseLogger = createLogger(
    { service: 'test', level: 'trace' },
    stream,
  )
  const app = Fastify({
    loggerInstance,
    childLoggerFactory,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => 'r1',
  })
  const child = vi.spyOn(app.log, 'child')
  app.get('/silent', async () => 'nothing to say')
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
  app.get('/speaks', async ({ log }) => {
    for (const level of levels) log[level]({ token: 'secret' }, `at %s`, level)
    log.silent('nothing')
    log.child({ part: 'one' }).info('of a part')
    return log.level
  })
  await app.inject('/silent')
  expect(child).not.toHaveBeenCalled()
  expect((await app.inject('/speaks')).body).toBe('trace')
  // Of the request, and of its part.
  expect(child).toHaveBeenCalledTimes(2)
  const lines = String(stream.read())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toEqual([
    ...levels.map((level) =>
      expect.objectContaining({ level, reqId: 'r1', token: '[redacted]', msg: `at ${level}` }),
    ),
    expect.objectContaining({ reqId: 'r1', part: 'one', msg: 'of a part' }),
  ])
})
