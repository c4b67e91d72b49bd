import { expect, it } from 'vitest'
import { createPrintTurns, WAITING_TO_BE_PRINTED } from './turns.ts'

it('one prints, some wait, and the next is told to come later; who has gone gives up the place', async () => {
  const turns = createPrintTurns()
  const gone = new AbortController()
  const end = Promise.withResolvers<string>()
  const first = turns.run(() => end.promise)
  const leaver = turns.run(() => Promise.reject(new Error('printed for nobody')), gone)
  const others = Array.from({ length: WAITING_TO_BE_PRINTED - 1 }, () =>
    turns.run(() => Promise.resolve('printed')),
  )

  await expect(turns.run(() => Promise.resolve('too many'))).rejects.toMatchObject({
    status: 503,
    code: 'bpm.unavailable',
    options: { headers: { 'retry-after': '5' } },
  })
  gone.abort(new Error('left'))
  await expect(leaver).rejects.toThrow('left')
  const last = turns.run(() => Promise.resolve('printed'))
  end.resolve('printed')

  const prints = await Promise.all([first, ...others, last])
  expect(new Set(prints)).toEqual(new Set(['printed']))
})
