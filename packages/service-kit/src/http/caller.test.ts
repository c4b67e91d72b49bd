import { UserRequired, type Caller } from '@countersign/auth-verifier'
import { describe, expect, it } from 'vitest'
import type { FastifyRequest } from 'fastify'
import { checkCaller, tenantCaller } from './caller.ts'

const caller = (claims: Readonly<Record<string, unknown>>): Caller => ({
  subject: 'anna',
  tenantId: 'acme',
  clientId: 'app',
  grantType: 'authorization_code',
  scopes: [],
  permissions: ['bpm:instance:read'],
  authorities: ['bpm:instance:read'],
  claims,
})
const person = caller({})

describe('who asks', () => {
  it.each([
    [{}, undefined],
    [{ act: { sub: 'assistant' } }, { id: 'assistant' }],
    [{ act: { sub: 'assistant', name: 'Build Bot' } }, { id: 'assistant', name: 'Build Bot' }],
    [
      { act: { sub: 'server', name: 'MCP', act: { sub: 'assistant', name: 'Build Bot' } } },
      { id: 'assistant', name: 'Build Bot' },
    ],
    [{ act: { sub: 'assistant', name: 7 } }, { id: 'assistant' }],
    [{ act: null }, { id: 'app' }],
    [{ act: 'odd' }, { id: 'app' }],
  ])('with the claims %o is named as the agent %s', (claims, agent) => {
    expect(tenantCaller({ caller: caller(claims) } as FastifyRequest).agent).toEqual(agent)
  })
})

describe('a route that is for people', () => {
  it.each([{ act: { sub: 'assistant' } }, { act: null }, { act: 'odd' }])(
    'refuses a token by which somebody acts for them: %o',
    (claims) => {
      const agent = caller(claims)
      for (const rule of [{ caller: 'user' }, { caller: 'user', permission: 'bpm:instance:read' }])
        expect(() => checkCaller(rule as never, agent)).toThrow(UserRequired)
      expect(() => checkCaller({ caller: 'user', agents: true }, agent)).not.toThrow()
    },
  )

  it('takes the person', () => {
    expect(() => checkCaller({ caller: 'user' }, person)).not.toThrow()
    expect(() => checkCaller({ caller: 'user', agents: true }, person)).not.toThrow()
  })

  it('asks the permission of an agent as of the person', () => {
    const rule = { caller: 'user', agents: true, permission: 'dms:document:write' } as const
    expect(() => checkCaller(rule, caller({ act: { sub: 'assistant' } }))).toThrow(
      expect.objectContaining({ required: 'dms:document:write' }),
    )
  })
})
