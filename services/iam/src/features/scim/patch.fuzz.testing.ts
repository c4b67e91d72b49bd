import assert from 'node:assert/strict'
import { ScimError } from './error.ts'
import { readOperations } from './patch.ts'

export const reads = 'SCIM patches'
const id = '0190aaaa-0000-7000-8000-000000000001'
export const seeds = [
  {
    Operations: [{ op: 'Add', path: 'members', value: [{ value: id }] }],
  },
  { Operations: [{ op: 'remove', path: 'members[value eq "0190aaaa"].display' }] },
  {
    Operations: [
      { op: 'replace', value: { id, active: false, name: { givenName: 'A' }, schemas: [] } },
    ],
  },
].map((body) => JSON.stringify(body))
export const words = ['"__proto__"', 'constructor', 'emails[type eq "work"].value']

/** Nothing but {@link ScimError} is thrown, and every operation is one of the three. */
export function check(bytes: Buffer): void {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch {
    return
  }
  try {
    for (const { op, path } of readOperations(body, id)) {
      assert.ok(op === 'add' || op === 'remove' || op === 'replace')
      assert.equal(path, path.toLowerCase())
    }
  } catch (error) {
    if (!(error instanceof ScimError)) throw error
  }
}
