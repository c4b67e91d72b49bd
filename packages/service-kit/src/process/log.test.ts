import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from './log.ts'

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
