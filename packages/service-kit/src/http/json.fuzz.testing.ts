import assert from 'node:assert/strict'
import { maxFaults } from '../api/problem.ts'
import { findUnstorable } from '../api/storable.ts'
import { findAmbiguities } from './interoperable-json.ts'
import { nestsDeeper } from './json-tokens.ts'

export const reads = 'bodies in JSON'
export const seeds = [
  '{"a":[1,-2.5e3,{"b":"\\u00e9\\ud83d\\ude00"}],"c":null}',
  '{"a":1,"a":2,"__proto__":{}}',
  '[9007199254740993,1e400,0.0000001]',
  '"\\u0000\\ud800"',
]

/** Nothing is thrown. What is not ambiguous reads the same when it is written again; what is ambiguous is told. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  nestsDeeper(text, 5)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  findUnstorable(value, '')
  const faults = findAmbiguities(text)
  assert.ok(faults.length <= maxFaults)
  const written = JSON.stringify(value)
  assert.deepEqual(
    findAmbiguities(written).filter(({ code }) => code === 'repeated_member'),
    [],
  )
  if (faults.length > 0) return
  // All but the sign of nothing.
  assert.deepEqual(JSON.stringify(JSON.parse(written)), written)
  assert.deepEqual(findAmbiguities(written), [])
}
