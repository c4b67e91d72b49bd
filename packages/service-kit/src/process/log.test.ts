import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger, ofKnownMembers } from './log.ts'

it('keeps credentials out of the log', () => {
  const stream = new PassThrough()
  const log = createLogger({ service: 'test', level: 'info' }, stream)
  log.info(
    {
      clientSecret: 'c1',
      nested: { password: 'p1' },
      req: { headers: { authorization: 'Bearer t1', cookie: 's1' } },
    },
    'x',
  )
  const text = String(stream.read())
  for (const secret of ['c1', 'p1', 't1', 's1']) expect(text).not.toContain(`${secret}"`)
  expect(JSON.parse(text)).toMatchObject({ service: 'test', level: 'info', msg: 'x' })
})

it('reads the same by a logger of known members', () => {
  const stream = new PassThrough()
  const log = createLogger({ service: 'test', level: 'info' }, stream)
  const members = { method: 'GET', route: '/"\u0001', status: 200, ms: 0.5 }
  log.child({ reqId: 'r' }).info(members, 'request')
  ofKnownMembers(log).info({ reqId: 'r', ...members }, 'request')
  const [one, other] = String(stream.read())
    .replaceAll(/"time":"[^"]+",/g, '')
    .trim()
    .split('\n')
  expect(other).toBe(one)
})
