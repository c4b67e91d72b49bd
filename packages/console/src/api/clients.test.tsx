import { describe, expect, it } from 'vitest'
import { answer, callsOf, json, noAnswer } from '../testing/network.ts'
import { give, refuse } from '../testing/services.ts'
import { signInFirst } from '../testing/signed-in.ts'
import { all, aTask } from '../testing/samples.ts'
import { bpm, dms, iam, unwrap } from './clients.ts'
import { ApiProblem } from './problem.ts'

signInFirst()

const tasks = () => unwrap(bpm.GET('/api/bpm/v1/tasks', { params: { query: { box: 'todo' } } }))
const invite = (name: string) => unwrap(dms.POST('/api/dms/folders', { body: { name } }))

describe('an answer', () => {
  it('is its content', async () => {
    give('get', '/api/bpm/v1/tasks', all(aTask('T-1')))
    expect((await tasks()).items.map(({ taskNo }) => taskNo)).toEqual(['T-1'])
  })

  it('without content is none', async () => {
    answer('delete', '/api/iam/v1/me/sessions/{id}', () => new Response(null, { status: 204 }))
    const params = { path: { id: 'a/b' } }
    expect(await unwrap(iam.DELETE('/api/iam/v1/me/sessions/{id}', { params }))).toBeUndefined()
    const [asked] = callsOf('delete', '/api/iam/v1/me/sessions/{id}')
    expect(asked?.url.pathname).toBe('/api/iam/v1/me/sessions/a%2Fb')
  })

  it('that refuses is thrown as the service said it', async () => {
    refuse('get', '/api/bpm/v1/tasks', { code: 'bpm.forbidden', status: 403, detail: 'Not yours' })
    const refusal = await tasks().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiProblem)
    expect(refusal).toMatchObject({ code: 'bpm.forbidden', status: 403, message: 'Not yours' })
  })

  it.each([
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['JSON that is no problem', () => json({ error: 'oops' }, 500), 500],
    ['nothing', () => new Response(null, { status: 503 }), 503],
  ])('of %s is a problem of its own, with its status', async (_, respond, status) => {
    answer('get', '/api/bpm/v1/tasks', respond)
    await expect(tasks()).rejects.toMatchObject({ code: 'console.unexpected_answer', status })
  })

  it('that never came is one as well', async () => {
    answer('get', '/api/bpm/v1/tasks', noAnswer)
    await expect(tasks()).rejects.toMatchObject({ code: 'console.unreachable', status: 0 })
  })
})

describe('what is made', () => {
  const keys = () =>
    callsOf('post', '/api/dms/folders').map(({ headers }) => headers.get('idempotency-key'))

  it('is made once when its answer was lost and the button is pressed again', async () => {
    answer('post', '/api/dms/folders', noAnswer)
    await expect(invite('Plans')).rejects.toThrow()
    answer('post', '/api/dms/folders', () => json({ id: 'f-1' }, 201))
    await invite('Plans')
    await invite('Plans')
    const [first, second, third] = keys()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    // Once it was answered, one more like it is meant as another.
    expect(third).not.toBe(first)
  })

  it('carries the same key when the token has to be renewed on the way', async () => {
    let sent = 0
    answer('post', '/oauth2/token', () =>
      json({ access_token: 'next', refresh_token: 'r', token_type: 'Bearer' }),
    )
    answer('post', '/api/dms/folders', () => {
      sent += 1
      return sent === 1 ? json({ code: 'iam.token_revoked' }, 401) : json({ id: 'f-1' }, 201)
    })
    await invite('Plans')
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })
})
