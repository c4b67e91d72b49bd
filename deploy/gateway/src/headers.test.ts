import { describe, expect, it } from 'vitest'
import { mayPass, takeRequestId, toClientHeaders, toUpstreamHeaders } from './headers.ts'

const forwarding = {
  requestId: 'r-1',
  clientAddress: '203.0.113.9',
  publicUrl: new URL('https://platform.example'),
  context: {},
  hasBody: true,
}

describe('toUpstreamHeaders', () => {
  it.each([
    'x-tenant-id',
    'X-TENANT-ID',
    'x_tenant_id',
    'x.tenant.id',
    'x-tenantid',
    'x-tenant',
    'tenant-id',
    'x-user-id',
    'X_User_Id',
    'x-user',
    'user-id',
    'x-authenticated-user',
    'x-forwarded-user',
    'x-forwarded-for',
    'x-forwarded-proto',
    'forwarded',
    'x-real-ip',
    'x-original-url',
    'connection',
    'transfer-encoding',
    'upgrade',
  ])('[GEN-02] does not pass %s on', (name) => {
    expect(mayPass(name)).toBe(false)
  })

  it.each([
    'authorization',
    'user-agent',
    'idempotency-key',
    'traceparent',
    'range',
    'share-ticket',
  ])('passes %s on', (name) => {
    expect(mayPass(name)).toBe(true)
  })

  it('[GEN-02] forwards its own context, and none without a verified token', () => {
    const client = { 'x-tenant-id': 'forged', 'x-forwarded-for': 'forged', accept: '*/*' }
    expect(toUpstreamHeaders(client, forwarding)).toEqual({
      accept: '*/*',
      'x-request-id': 'r-1',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'platform.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
    })
    const context = { tenantId: 't-1', userId: 'u-1' }
    expect(toUpstreamHeaders(client, { ...forwarding, context })).toMatchObject({
      'x-tenant-id': 't-1',
      'x-user-id': 'u-1',
    })
  })

  it('drops the length of a body that is not passed on', () => {
    const headers = toUpstreamHeaders({ 'content-length': '5' }, { ...forwarding, hasBody: false })
    expect(headers).not.toHaveProperty('content-length')
  })
})

describe('toClientHeaders', () => {
  it('adds safe defaults, keeps what the service says, hides its software', () => {
    const upstream = { server: 'x', connection: 'close', 'referrer-policy': 'no-referrer' }
    expect(toClientHeaders(upstream, 'r-1')).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': 'r-1',
    })
  })
})

describe('takeRequestId', () => {
  it.each([
    ['018f-a_b.c:d', '018f-a_b.c:d'],
    [undefined, 'made'],
    ['', 'made'],
    ['has space', 'made'],
    ['"quoted"', 'made'],
    ['x'.repeat(129), 'made'],
  ])('of %s is %s', (sent, taken) => {
    expect(takeRequestId(sent, () => 'made')).toBe(taken)
  })
})
