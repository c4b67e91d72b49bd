import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecurityEventReader } from './security-event.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'

const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const own = 'urn:countersign:security-event'
const opaque = (id: unknown) => ({ format: 'opaque', id })
const member = { format: 'iss_sub', iss: 'https://id.example', sub: 'u1' }

let issuer: TestIssuer
let read: ReturnType<typeof createSecurityEventReader>
beforeAll(async () => {
  issuer = await createTestIssuer({ audience: 'app' })
  const { jwksUrl, now } = issuer
  read = createSecurityEventReader({ issuer: issuer.issuer, jwksUrl, now, clientId: 'app' })
})
afterAll(() => issuer.close())

const event = { issued_before: 1000 }
const set = (type: string, subject: unknown, claims: object = {}) =>
  issuer.mint(
    { exp: undefined, sub_id: subject, events: { [type]: event }, ...claims },
    { typ: 'secevent+jwt' },
  )

describe('a security event', () => {
  it.each([
    ['a token', `${own}:token-revoked`, opaque('j1'), { kind: 'token', id: 'j1' }],
    [
      'a client of an organisation',
      `${own}:client-revoked`,
      { format: 'complex', application: opaque('c1'), tenant: opaque('t1') },
      { kind: 'client', id: 'c1', tenantId: 't1' },
    ],
    [
      'what a sign-in gave',
      `${caep}/session-revoked`,
      { format: 'complex', session: opaque('g1'), user: member, tenant: opaque('t1') },
      { kind: 'grant', id: 'g1', tenantId: 't1' },
    ],
    [
      'a person everywhere',
      `${caep}/session-revoked`,
      { format: 'complex', user: member },
      { kind: 'subject', id: 'u1' },
    ],
    [
      'a member of one organisation',
      `${caep}/token-claims-change`,
      { format: 'complex', user: member, tenant: opaque('t1') },
      { kind: 'subject', id: 'u1', tenantId: 't1' },
    ],
    [
      'an organisation',
      `${caep}/token-claims-change`,
      { format: 'complex', tenant: opaque('t1') },
      { kind: 'tenant', id: 't1', tenantId: 't1' },
    ],
  ])('says what is void: %s', async (_, type, subject, about) => {
    expect(await read(set(type, subject))).toEqual([
      { tenantId: undefined, ...about, notBefore: 1000 },
    ])
  })

  it('may stand beside others, of which those of no concern revoke nothing', async () => {
    const events = {
      [`${caep}/session-revoked`]: event,
      [`${caep}/credential-change`]: {},
      [`${own}:token-revoked`]: { issued_before: 7 },
    }
    const subject = { ...opaque('j1'), session: opaque('g1') }
    expect(await read(set('', subject, { events }))).toEqual([
      { kind: 'grant', id: 'g1', notBefore: 1000 },
      { kind: 'token', id: 'j1', notBefore: 7 },
    ])
  })

  it.each([
    ['a token without id', `${own}:token-revoked`, { format: 'opaque' }],
    ['a token with a number as id', `${own}:token-revoked`, opaque(1)],
    ['no client', `${own}:client-revoked`, { format: 'complex' }],
    ['a client as text', `${own}:client-revoked`, { format: 'complex', application: 'c1' }],
    ['a session without id', `${caep}/session-revoked`, { session: {}, user: member }],
    ['a person without a name', `${caep}/session-revoked`, { user: { format: 'iss_sub' } }],
    ['a person as text', `${caep}/session-revoked`, { user: 'u1' }],
    ['nobody', `${caep}/token-claims-change`, { format: 'complex' }],
  ])('is refused when it does not say about whom: %s', async (_, type, subject) => {
    await expect(read(set(type, subject))).rejects.toMatchObject({ reason: 'claims' })
  })

  it.each([
    ['no subject', { sub_id: undefined }],
    ['a subject as text', { sub_id: 'j1' }],
    ['no events', { events: undefined }],
    ['events as a list', { events: [event] }],
    ['an event as text', { events: { [`${own}:token-revoked`]: 'now' } }],
    ['no time', { events: { [`${own}:token-revoked`]: {} } }],
    ['a time as text', { events: { [`${own}:token-revoked`]: { issued_before: '1000' } } }],
  ])('is refused with %s', async (_, claims) => {
    const refused = read(set(`${own}:token-revoked`, opaque('j1'), claims))
    await expect(refused).rejects.toMatchObject({ reason: 'claims' })
  })

  it.each([
    ['issuer', { iss: 'https://other.example' }],
    ['audience', { aud: 'other' }],
    ['audience', { aud: ['app', 'other'] }],
    ['audience', { aud: undefined }],
  ])('of another %s is refused: %j', async (reason, claims) => {
    const refused = read(set(`${own}:token-revoked`, opaque('j1'), claims))
    await expect(refused).rejects.toMatchObject({ reason })
  })

  it.each(['at+jwt', 'JWT', undefined])('is no token of another type: %s', async (typ) => {
    const token = issuer.mint({ sub_id: opaque('j1'), events: {} }, { typ })
    await expect(read(token)).rejects.toMatchObject({ reason: 'type' })
  })

  it('that somebody has changed is refused', async () => {
    const [header, , signature] = set(`${own}:token-revoked`, opaque('j1')).split('.')
    const [, payload] = set(`${own}:token-revoked`, opaque('j2')).split('.')
    const changed = read(`${header}.${payload}.${signature}`)
    await expect(changed).rejects.toMatchObject({ reason: 'signature' })
  })
})
