import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { contentHash } from './content-hash.ts'
import { readIdempotency } from './idempotency.ts'

/** The scope of a key that this caller sends for Dana. */
const scopeOf = (clientId: string, act?: object) => {
  const claims = act === undefined ? {} : { act }
  const caller = { clientId, subject: 'dana', tenantId: 't', claims }
  const request = {
    method: 'POST',
    url: '/x',
    headers: { 'idempotency-key': 'k' },
    body: {},
    caller,
  }
  const { tenantId, caller: scope } =
    readIdempotency({ ...request, server: {} } as unknown as FastifyRequest) ?? {}
  return { tenantId, scope }
}

const through = (server: string, agent: string) =>
  scopeOf(server, { sub: server, act: { sub: agent } })

describe('keys that a caller sends', () => {
  it('are those of the client and the person', () => {
    expect(scopeOf('app')).toEqual({ tenantId: 't', scope: 'app:dana' })
  })

  it('are those of the agent itself, through whatever server it asks', () => {
    const alone = scopeOf('assistant', { sub: 'assistant' })
    expect(through('server', 'assistant')).toEqual(alone)
    expect(through('another', 'assistant')).toEqual(alone)
  })

  it('are not shared by agents of one person behind one server, nor with its own', () => {
    const scopes = [through('server', 'one'), through('server', 'two'), scopeOf('server')]
    expect(new Set(scopes.map(({ scope }) => scope)).size).toBe(3)
  })
})

describe('what is kept of a request to know it again', () => {
  const hashOf = (body: object) => {
    const caller = { clientId: 'app', subject: 'dana', tenantId: 't', claims: {} }
    const sent = { method: 'POST', url: '/x', headers: { 'idempotency-key': 'k' }, body, caller }
    return readIdempotency({ ...sent, server: {} } as unknown as FastifyRequest)?.requestHash
  }

  it.each(['password', 'clientSecret', 'bindPassword'])('lets nobody try its %s', (name) => {
    const [body, others] = [{ days: 1 }, { days: 1, [name]: '1235' }]
    const kept = hashOf({ ...body, [name]: '1234' })
    expect(kept).not.toEqual(contentHash(['POST', '/x', { ...body, [name]: '1234' }]))
    expect(kept).toEqual(hashOf(others))
    expect(kept).not.toEqual(hashOf(body))
    expect(kept).not.toEqual(hashOf({ ...others, days: 2 }))
  })

  it('is all else of it', () => {
    const body = { days: 1, within: { password: 'a value of a process' } }
    expect(hashOf(body)).toEqual(contentHash(['POST', '/x', body]))
  })
})
