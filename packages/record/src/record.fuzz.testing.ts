import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { keyIdOf, readKeySet } from './keys.ts'
import { sampleContent } from './sample.testing.ts'
import { signRecord } from './sign.ts'
import { verifyRecord } from './verify.ts'

export const reads = 'records of approvals'
export const mostBytes = 16_384
export const tries = 1500
const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const kid = keyIdOf(x)
/** Of nobody: what the examples are signed with. */
const key = createPrivateKey({
  format: 'jwk',
  key: { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', x },
})
const keys = readKeySet(
  JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid, x }] }),
)
const record = signRecord(sampleContent(kid), key)

/** Header and content as they are within, so that a change is one of a word. */
const opened = (text: string) =>
  text
    .split('.')
    .slice(0, 2)
    .map((part) => Buffer.from(part, 'base64url').toString())
    .join('\n')
export const seeds = [
  record,
  `\n${opened(record)}`,
  '..',
  `\n{"kid":"${kid}"}\n{"record":{"kid":"${kid}"}}`,
]

/** Nothing is thrown: a record holds, or what is wrong with it is told. Behind a line break, of what nobody has encoded yet. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  const sent = text.startsWith('\n') ? close(text) : text
  const verified = verifyRecord(sent, keys)
  if (!verified.valid) assert.ok(verified.faults.length > 0)
  else assert.equal(sent.replace(/\r?\n$/, ''), record)
}

const close = (text: string): string =>
  [
    ...text
      .split('\n')
      .slice(1, 3)
      .map((part) => Buffer.from(part).toString('base64url')),
    record.split('.')[2],
  ].join('.')
