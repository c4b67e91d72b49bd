import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEventSigner } from './fixtures/events.ts'
import { isSignedBy, readSignedMessage } from './signature.ts'

const signer = createEventSigner()
const now = new Date(1_800_000_000_000)
const body = '{"sequence":1}'
const headers = signer.headers('e1', body, now)
const asKind = (kind: string) => headers['webhook-signature']?.replace('v1a', kind)
const refused = (code: string): unknown => expect.objectContaining({ code })

const read = (change: object = {}, text = body, tolerance = 300) =>
  readSignedMessage({ ...headers, ...change }, Buffer.from(text), now, tolerance)
const isBelieved = (...args: Parameters<typeof read>) =>
  isSignedBy(read(...args), [signer.publicKey])

describe('a signed message', () => {
  it('is its id, its time and its bytes, each of them', () => {
    expect(read()).toMatchObject({ id: 'e1', content: Buffer.from(`e1.1800000000.${body}`) })
    expect(isBelieved()).toBe(true)
    expect(isBelieved({ 'webhook-id': 'e2' })).toBe(false)
    expect(isBelieved({ 'webhook-timestamp': '1800000001' })).toBe(false)
    expect(isBelieved({}, `${body} `)).toBe(false)
  })

  it.each([
    ['no id', { 'webhook-id': undefined }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['no signature', { 'webhook-signature': undefined }],
    ['two ids', { 'webhook-id': ['e1', 'e1'] }],
    ['two times', { 'webhook-timestamp': ['1800000000', '1800000000'] }],
    ['two headers of signatures', { 'webhook-signature': [headers['webhook-signature']] }],
    ['a signature of another kind', { 'webhook-signature': `v1,${'A'.repeat(43)}=` }],
    ['a signature that is too short', { 'webhook-signature': 'v1a,AAAA' }],
    ['a signature that is too long', { 'webhook-signature': `v1a,${'A'.repeat(88)}` }],
    ['nothing after the kind', { 'webhook-signature': 'v1a,' }],
    ['our signature as one of a kind that we do not know', { 'webhook-signature': asKind('v1b') }],
  ])('is not signed with %s', (_, change) => {
    expect(() => read(change)).toThrow(refused('event.signature_missing'))
  })

  it.each([
    '',
    ' 1800000000',
    '1800000000 ',
    '18e8',
    '-1',
    '0x6b49d200',
    '1800000000.0',
    '1'.repeat(13),
  ])('has no time that reads %j', (timestamp) => {
    const odd = () => read({ 'webhook-timestamp': timestamp })
    expect(odd).toThrow(refused('event.signature_invalid'))
  })

  it('is good for as long as is said, before and after its time', () => {
    const at = (seconds: number) => () =>
      read(signer.headers('e1', body, new Date(now.getTime() + seconds * 1000)))
    for (const seconds of [-300, 300]) expect(at(seconds)).not.toThrow()
    for (const seconds of [-301, 301])
      expect(at(seconds)).toThrow(refused('event.signature_expired'))
    expect(() => read({}, body, 0)).not.toThrow()
  })

  it('may have several signatures by several keys, of which one is enough', () => {
    const other = createEventSigner()
    const [ours, theirs] = [signer, other].map(
      (each) => each.headers('e1', body, now)['webhook-signature'],
    )
    const both = read({ 'webhook-signature': `${theirs} v1,x ${ours}` })
    expect(both.signatures).toHaveLength(2)
    expect(isSignedBy(both, [createEventSigner().publicKey, signer.publicKey])).toBe(true)
    expect(isSignedBy(both, [createEventSigner().publicKey])).toBe(false)
    expect(isSignedBy(both, [])).toBe(false)
  })

  it('is looked at for five signatures, so that nobody buys time with more', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const junk = Array.from({ length: 5 }, (_, at) => {
      const bytes = sign(null, Buffer.from(String(at)), privateKey)
      return `v1a,${bytes.toString('base64')}`
    })
    const good = String(headers['webhook-signature'])
    expect(isBelieved({ 'webhook-signature': [...junk.slice(1), good].join(' ') })).toBe(true)
    expect(isBelieved({ 'webhook-signature': [...junk, good].join(' ') })).toBe(false)
    // Those of other kinds are not looked at, and do not count.
    const others = Array.from({ length: 5 }, () => asKind('v1b'))
    expect(isBelieved({ 'webhook-signature': [...others, good].join(' ') })).toBe(true)
  })
})
