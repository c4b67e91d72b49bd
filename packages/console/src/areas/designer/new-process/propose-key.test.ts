import { expect, it } from 'vitest'
import { proposeKey } from './propose-key.ts'

it.each([
  ['Travel', [], 'travel'],
  ['  Hire & onboard (2027) ', [], 'hire-onboard-2027'],
  ['Überstunden – Café', [], 'uberstunden-cafe'],
  ['3rd party access', [], 'rd-party-access'],
  ['Travel', ['travel'], 'travel-2'],
  ['Travel', ['travel', 'travel-2'], 'travel-3'],
  ['差旅审批', [], 'process-1'],
  ['差旅审批', ['process-1', 'process-2'], 'process-3'],
  ['2027', [], 'process-1'],
  ['VPN 权限', [], 'vpn'],
  ['   ', [], ''],
  ['x'.repeat(60), [], 'x'.repeat(40)],
])('proposes for “%s” beside %j: %s', (name, taken, key) => {
  expect(proposeKey(name, new Set(taken))).toBe(key)
  expect(key).toMatch(/^([A-Za-z_][A-Za-z0-9._-]{0,99})?$/)
})
