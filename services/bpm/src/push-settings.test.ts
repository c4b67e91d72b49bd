import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pushSettingsOf } from './push-settings.ts'

const ISSUER_URL = 'https://approvals.example.org'

describe('the settings for devices', () => {
  it('are none without a key', () => {
    expect(pushSettingsOf({ ISSUER_URL })).toBeUndefined()
    expect(pushSettingsOf({ ISSUER_URL, PUSH_ORIGINS: 'https://push.example.net' })).toBeUndefined()
  })

  it('name each key by the point that belongs to it, the first one first', () => {
    const drawn = [1, 2].map(() => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      return {
        privateKey: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString(
          'base64url',
        ),
        publicKey: pair.getPublicKey().toString('base64url'),
      }
    })
    const VAPID_KEYS = drawn.map(({ privateKey }) => privateKey).join(',')
    expect(pushSettingsOf({ ISSUER_URL, VAPID_KEYS })?.keys).toEqual(drawn)
  })

  it.each([
    ['https://approvals.example.org', undefined, 'https://approvals.example.org'],
    ['http://localhost:8080', undefined, 'mailto:no-reply@localhost'],
    ['https://approvals.example.org', 'mailto:ops@example.org', 'mailto:ops@example.org'],
  ])('of %s tell push services to turn to %s, or else %s', (issuer, given, subject) => {
    const settings = pushSettingsOf({
      ISSUER_URL: issuer,
      VAPID_KEYS: Buffer.alloc(32, 1).toString('base64url'),
      ...(given === undefined ? {} : { VAPID_SUBJECT: given }),
    })
    expect(settings?.subject).toBe(subject)
  })

  it('refuse what is no key of the curve', () => {
    const VAPID_KEYS = Buffer.alloc(32).toString('base64url')
    expect(() => pushSettingsOf({ ISSUER_URL, VAPID_KEYS })).toThrow(/not valid/)
  })
})
