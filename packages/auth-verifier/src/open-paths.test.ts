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
})
