import { expect, it } from 'vitest'
import { readApplications, readFrameOrigins } from './applications.ts'

const platform = 'https://platform.example'

it('marks the applications whose origin may be framed', () => {
  const origins = readFrameOrigins('http://localhost:9', platform)
  expect(
    readApplications('expense=https://a.example, travel=http://localhost:9/', origins),
  ).toEqual({
    expense: { url: 'https://a.example', framed: false },
    travel: { url: 'http://localhost:9', framed: true },
  })
})

it.each(['expense', 'expense=javascript:alert(1)', 'expense=https://a.example/path'])(
  'refuses %s as the place of an application',
  (setting) => {
    expect(() => readApplications(setting, [])).toThrow(/^APPLICATIONS: /)
  },
)

it('reads no frame origin from an empty setting', () => {
  expect(readFrameOrigins(undefined, platform)).toEqual([])
  expect(readFrameOrigins('', platform)).toEqual([])
})

it.each([
  '*',
  'https:',
  'https://*.example',
  'https://a.example/',
  'https://a.example/path',
  'https://A.example',
  'https://a.example:443',
  'https://a.example:99999',
  'https://user@a.example',
  "https://a.example; script-src 'unsafe-inline'",
  'https://a.example;script-src',
  'javascript:alert(1)',
  'data:text/html,x',
  "'self'",
  platform,
])('refuses %s as a frame origin', (setting) => {
  expect(() => readFrameOrigins(`https://good.example,${setting}`, platform)).toThrow(
    /^CONSOLE_FRAME_ORIGINS: /,
  )
})
