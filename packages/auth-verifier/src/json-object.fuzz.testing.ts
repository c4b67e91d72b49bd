import assert from 'node:assert/strict'
import { decodeBase64Url } from './base64url.ts'
import { parseJsonObject } from './json-object.ts'

export const reads = 'JSON in tokens, base64url'
export const seeds = [
  '{"a":[{"b":":\\":\\\\"},1e3],"c":{}}',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":{}}',
  'AQIDBA',
  'AQIDBB',
]
export const words = ['\\"', '\\\\', '"__proto__":', '\\u003a']

/** Nothing is thrown; what is taken is what any reader of JSON sees, and is taken again when it was written. */
export function check(bytes: Buffer): void {
  const object = parseJsonObject(bytes)
  if (object !== undefined) {
    assert.deepEqual(object, JSON.parse(bytes.toString()))
    assert.equal(Reflect.getPrototypeOf(object), Object.prototype)
    const written = JSON.stringify(object)
    assert.deepEqual(parseJsonObject(Buffer.from(written)), JSON.parse(written))
  }
  const text = bytes.toString('latin1')
  const decoded = decodeBase64Url(text)
  if (decoded !== undefined) assert.equal(decoded.toString('base64url'), text)
}
