import { describe, expect, it } from 'vitest'
import { createOpenPaths } from './open-paths.ts'

describe('createOpenPaths', () => {
  const isOpen = createOpenPaths()

  it.each(['/actuator/health', '/actuator/health/liveness', '/actuator/health?x=1'])(
    '[AUTH-07] opens %s',
    (url) => {
      expect(isOpen('GET', url)).toBe(true)
      expect(isOpen('HEAD', url)).toBe(true)
      expect(isOpen('POST', url)).toBe(false)
    },
  )

  it.each([
    '/',
    '/actuator',
    '/actuator/healthy',
    '/actuator/health/../env',
    '/actuator/health/..%2fenv',
    '/actuator/health//x',
    '/actuator/health/',
    '/ACTUATOR/health',
    '//actuator/health',
    '/x?/actuator/health',
    'http://host/actuator/health',
    undefined,
  ])('[AUTH-07] keeps %s closed', (url) => {
    expect(isOpen('GET', url)).toBe(false)
  })

  it('opens what the application names, in its plain spelling', () => {
    const isDocs = createOpenPaths(['/openapi.json', '/docs'])
    expect(isDocs('GET', '/openapi.json')).toBe(true)
    expect(isDocs('GET', '/docs/a.css')).toBe(true)
    expect(isDocs('GET', '/docs/../me')).toBe(false)
    expect(isDocs('GET', '/actuator/health')).toBe(false)
  })

  it.each(['/', '', 'docs', '/docs/', '/docs/*', '/a/../b'])(
    'does not take %j for a path',
    (path) => {
      const words = `openPaths: ${path} is not a plain path`
      expect(() => createOpenPaths(['/docs', path])).toThrow(new TypeError(words))
    },
  )
})
