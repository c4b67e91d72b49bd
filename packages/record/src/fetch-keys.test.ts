import { expect, it } from 'vitest'
import { issuerOf } from './fetch-keys.ts'
import { makeKey, sampleContent } from './sample.testing.ts'
import { signRecord } from './sign.ts'

const key = makeKey()

function recordOf(issuer: string): string {
  const content = sampleContent(key.kid)
  return signRecord({ ...content, record: { ...content.record, issuer } }, key.privateKey)
}

it.each([
  ['https://platform.example', 'https://platform.example'],
  ['https://platform.example/', 'https://platform.example'],
  ['https://platform.example:8443/approvals', 'https://platform.example:8443/approvals'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('reads keys of %s', (issuer, expected) => expect(issuerOf(recordOf(issuer))).toBe(expected))

it.each([
  'https://platform.example/uploads/forged.json?',
  'https://platform.example/uploads/forged.json?x=',
  'https://platform.example/uploads/forged.json#',
  'https://platform.example@forger.example',
  'https://user:password@platform.example',
  'https://platform.example/a/../b',
  'https://platform.example/%2e%2e/b',
  'https://platform.example//b',
  'https://PLATFORM.example',
  'https://platform.example:443',
  ' https://platform.example',
  'http://platform.example',
  'file:///etc/keys',
  'platform.example',
])('names no platform with %s', (issuer) =>
  expect(() => issuerOf(recordOf(issuer))).toThrow('does not say where its keys are'),
)
