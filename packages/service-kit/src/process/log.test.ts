import { PassThrough } from 'node:stream'
import pg from 'pg'
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

it('keeps rows out of the log that a database error quotes', () => {
  const quoted = { detail: 'row-1', where: 'row-2', internalQuery: 'row-3' }
  const of = (code: string) =>
    Object.assign(
      new pg.DatabaseError(`refused ${code}`, 1, 'error'),
      { severity: 'ERROR', code },
      quoted,
    )
  const ours = Object.assign(new Error('ours', { cause: of('22001') }), {
    detail: 'kept',
    last: of('23505'),
  })
  const stream = new PassThrough()
  const log = createLogger({ service: 'test', level: 'info' }, stream)
  log.error({ err: of('23514') }, 'x')
  log.error(ours)
  log.child({ reqId: 'r' }).error({ err: new AggregateError([of('40P01'), ours], 'several') }, 'x')
  const text = String(stream.read())
  expect(text).not.toContain('row-')
  for (const code of ['23514', '22001', '23505', '40P01']) expect(text).toContain(`refused ${code}`)
  const [first, second] = text.split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ err: { code: '23514', severity: 'ERROR' } })
  expect(JSON.parse(second ?? '')).toMatchObject({
    err: { detail: 'kept', last: { code: '23505' } },
  })
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
