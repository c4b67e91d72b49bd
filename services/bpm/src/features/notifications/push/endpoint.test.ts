import { describe, expect, it } from 'vitest'
import { isEndpoint, isPublicOnly } from './endpoint.ts'

const apple = 'https://*.push.apple.com'
const inside = 'http://push.internal:8000'

describe('the operator’s list of push services', () => {
  it.each([
    ['https://web.push.apple.com/abc', true],
    ['https://fcm.googleapis.com/abc', false],
    ['https://web.push.apple.com.example.net/abc', false],
    ['https://a.b.push.apple.com/abc', false],
    ['http://web.push.apple.com/abc', false],
    ['http://push.internal:8000/abc', true],
    ['https://push.internal/abc', false],
  ])('is all there is: %s', (endpoint, isAllowed) => {
    expect(isEndpoint(endpoint, [apple, inside])).toBe(isAllowed)
  })

  it('lets only an origin that it writes out be private', () => {
    expect(isPublicOnly('http://push.internal:8000/abc', [apple, inside])).toBe(false)
    expect(isPublicOnly('https://web.push.apple.com/abc', [apple, inside])).toBe(true)
    expect(isPublicOnly('https://fcm.googleapis.com/abc', [])).toBe(true)
  })
})
