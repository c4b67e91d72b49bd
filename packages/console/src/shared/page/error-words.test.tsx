import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiProblem, unreachable } from '../../api/problem.ts'
import { SessionEnded } from '../../auth/session.ts'
import { unwrap } from '../../api/clients.ts'
import { speak } from '../../testing/page.tsx'
import { detailOf, kindOf, kindOfRead, mayRetry, titleOf } from './error-words.ts'

const refusal = (status: number) => new ApiProblem({ code: 'x', title: 'x', status })

describe.each([
  ['a network that is down', unreachable(new TypeError()), 'unreachable', true],
  ['400', refusal(400), 'refused', false],
  ['401', refusal(401), 'ended', false],
  ['403', refusal(403), 'forbidden', false],
  ['404', refusal(404), 'notFound', false],
  ['409', refusal(409), 'conflict', true],
  ['412', refusal(412), 'conflict', true],
  ['413', refusal(413), 'refused', false],
  ['422', refusal(422), 'refused', false],
  ['429', refusal(429), 'server', true],
  ['500', refusal(500), 'server', true],
  ['503', refusal(503), 'server', true],
  ['a session that is over', new SessionEnded('over'), 'ended', false],
  ['a fault of the page', new TypeError('x is undefined'), 'fault', true],
  ['something that is no error', 'text', 'fault', true],
] as const)('%s', (_, error, kind, again) => {
  it(`is told of as ${kind}`, () => {
    expect(kindOf(error)).toBe(kind)
  })

  it(`is offered to be tried again: ${again}`, () => {
    expect(mayRetry(error)).toBe(again)
  })
})

describe('where a page is read', () => {
  it('an address that cannot even be asked for leads nowhere', () => {
    expect(kindOfRead(refusal(400))).toBe('notFound')
  })

  it.each([401, 403, 404, 409, 422, 503])('%i means what it means elsewhere', (status) => {
    expect(kindOfRead(refusal(status))).toBe(kindOf(refusal(status)))
  })
})

describe('what services say in English', () => {
  const title = 'This decision needs a comment'
  const refuse = (code: string, detail: string): Promise<unknown> => {
    const response = new Response(null, { status: 422 })
    const error = { code, title, detail, status: 422 }
    return unwrap(Promise.resolve({ error, response })).catch((thrown: unknown) => thrown)
  }

  it('is called by its code in the language of the reader, as far as it is known', async () => {
    await speak('zh-CN')
    onTestFinished(() => speak('en'))
    const known = await refuse('bpm.comment_required', title)
    expect([titleOf(known), detailOf(known)]).toEqual(['该决定需要填写意见', '该决定需要填写意见'])
    const more = await refuse('bpm.comment_required', 'By rule 7')
    expect([titleOf(more), detailOf(more)]).toEqual(['该决定需要填写意见', 'By rule 7'])
    expect(titleOf(await refuse('dms.unavailable', title))).toBe('暂时无法使用')
    expect(titleOf(await refuse('bpm.from_tomorrow', title))).toBe(title)
    await speak('en')
    expect(titleOf(known)).toBe(title)
  })
})
