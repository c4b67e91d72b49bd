import { describe, expect, it } from 'vitest'
import { checkClaims, type ClaimRules, checkTime, readBinding } from './claims.ts'

const rules: ClaimRules = {
  issuer: 'https://id.example',
  audiences: ['expenses', 'travel'],
  clockToleranceSeconds: 5,
  notBeforeToleranceSeconds: 30,
}
const good = {
  iss: 'https://id.example',
  aud: 'expenses',
  client_id: 'spa',
  jti: 'j1',
  iat: 1000,
  exp: 1600,
}
const check = (claims: object, more: Partial<ClaimRules> = {}) =>
  checkClaims({ ...rules, ...more }, { ...good, ...claims })

describe('the claims of an access token', () => {
  it.each([
    ['from when it was issued', {}, 970],
    ['from `nbf`, when that is later', { nbf: 1200 }, 1170],
    ['not before it was issued', { nbf: 0 }, 970],
  ])('say when it is good: %s', (_, claims, from) => {
    expect(check(claims)).toEqual({ fromMs: from * 1000, untilMs: 1_605_000 })
  })

  it.each([
    ['one audience of ours', { aud: 'travel' }],
    ['one of several', { aud: ['other', 'travel'] }],
    ['that it is an access token', { token_use: 'access' }],
    ['times to the last that there is', { exp: 8.64e12 }],
    ['times from the first that there is', { iat: 0, nbf: 0 }],
  ])('may say %s', (_, claims) => {
    expect(() => check(claims)).not.toThrow()
  })

  it.each([
    ['issuer', { iss: undefined }],
    ['issuer', { iss: ['https://id.example'] }],
    ['audience', { aud: undefined }],
    ['audience', { aud: [] }],
    ['audience', { aud: 'expense' }],
    ['audience', { aud: 'expenses-of-others' }],
    ['claims', { aud: 7 }],
    ['claims', { aud: ['expenses', 7] }],
    ['claims', { aud: { expenses: true } }],
    ['not_an_access_token', { nonce: 'n' }],
    ['not_an_access_token', { at_hash: 'h' }],
    ['not_an_access_token', { c_hash: 'h' }],
    ['not_an_access_token', { s_hash: 'h' }],
    ['not_an_access_token', { events: {} }],
    ['not_an_access_token', { toe: 1 }],
    ['not_an_access_token', { token_use: 'id' }],
    ['not_an_access_token', { token_use: null }],
    ['not_an_access_token', { client_id: undefined }],
    ['claims', { jti: undefined }],
    ['claims', { jti: '' }],
    ['claims', { jti: 7 }],
    ['claims', { exp: undefined }],
    ['claims', { exp: '1600' }],
    ['claims', { exp: -1 }],
    ['claims', { exp: 8.64e12 + 1 }],
    ['claims', { exp: Number.POSITIVE_INFINITY }],
    ['claims', { exp: Number.NaN }],
    ['claims', { iat: undefined }],
    ['claims', { iat: null }],
    ['claims', { nbf: '1000' }],
    ['claims', { nbf: null }],
  ])('are refused by reason %s: %j', (reason, claims) => {
    expect(() => check(claims)).toThrow(expect.objectContaining({ reason }))
  })

  it('need no audience where none is asked for, but one that can be read', () => {
    expect(() => check({ aud: undefined }, { audiences: [] })).not.toThrow()
    expect(() => check({ aud: 'other' }, { audiences: [] })).not.toThrow()
    const odd = () => check({ aud: 7 }, { audiences: [] })
    expect(odd).toThrow(expect.objectContaining({ reason: 'claims' }))
  })
})

describe('the time of a token', () => {
  const validity = { fromMs: 1000, untilMs: 2000 }
  it.each([1000, 1999])('has come at %i', (nowMs) => {
    expect(() => checkTime(validity, nowMs)).not.toThrow()
  })
  it.each([
    [999, 'not_yet_valid'],
    [2000, 'expired'],
    [Number.NaN, 'expired'],
  ])('has not at %d: %s', (nowMs, reason) => {
    expect(() => checkTime(validity, nowMs)).toThrow(expect.objectContaining({ reason }))
  })
  it('never comes for one that does not say from when', () => {
    const odd = { fromMs: Number.NaN, untilMs: 2000 }
    expect(() => checkTime(odd, 1500)).toThrow(expect.objectContaining({ reason: 'not_yet_valid' }))
  })
})

describe('the key that a token is bound to', () => {
  it.each([
    ['none', undefined, undefined],
    ['one', { jkt: 'thumb' }, 'thumb'],
    ['one that nobody has: two', { jkt: 'thumb', 'x5t#S256': 'x' }, ''],
    ['one that nobody has: of another kind', { 'x5t#S256': 'x' }, ''],
    ['one that nobody has: a number', { jkt: 7 }, ''],
    ['one that nobody has: no object', 'thumb', ''],
    ['one that nobody has: null', null, ''],
    ['one that nobody has: a list', ['thumb'], ''],
  ])('is %s', (_, cnf, key) => {
    expect(readBinding({ cnf })).toBe(key)
  })
})
