import { describe, expect, it } from 'vitest'
import { labelDevice } from './device-label.ts'

describe('a device', () => {
  const on = (system: string, browser: string) => `Mozilla/5.0 (${system}) ${browser}`
  it.each([
    [on('Windows NT 10.0', 'Chrome/1 Safari/1 Edg/1'), 'Edge on Windows'],
    [on('Linux; Android 10', 'Chrome/1 Safari/1 EdgA/1'), 'Edge on Android'],
    [on('iPhone; CPU like Mac OS X', 'EdgiOS/1 Safari/1'), 'Edge on iOS'],
    [on('Windows NT 10.0', 'Safari/1 Edge/1'), 'Edge on Windows'],
    [on('X11; Linux', 'Chrome/1 Safari/1 OPR/1'), 'Opera on Linux'],
    [on('X11; Linux', 'Opera/1'), 'Opera on Linux'],
    [on('X11; Linux', 'Firefox/1'), 'Firefox on Linux'],
    [on('iPad; CPU like Mac OS X', 'FxiOS/1 Safari/1'), 'Firefox on iOS'],
    [on('iPod; CPU like Mac OS X', 'CriOS/1 Safari/1'), 'Chrome on iOS'],
    [on('X11; CrOS x86', 'Chrome/1 Safari/1'), 'Chrome on ChromeOS'],
    [on('X11; Linux', 'HeadlessChrome/1 Safari/1'), 'Chrome on Linux'],
    [on('Macintosh; Intel Mac OS X 10', 'Version/1 Safari/1'), 'Safari on macOS'],
    [on('X11; Linux', ''), 'Linux'],
    ['Firefox/1', 'Firefox'],
    ['curl/8', undefined],
    [undefined, undefined],
  ])('that says %s is %s', (said, label) => expect(labelDevice(said)).toBe(label))
})
