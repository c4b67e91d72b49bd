import assert from 'node:assert/strict'
import { ScimError } from './error.ts'
import { readFilter } from './filter.ts'

export const reads = 'SCIM filters'
export const seeds = [
  'userName eq "a@b.example"',
  'urn:ietf:params:scim:schemas:core:2.0:User:emails.value EQ "\\u00e9\\"" and active eq true',
  'externalId eq null AND id eq false',
]

/** Nothing but {@link ScimError} is thrown, and what was read is written and read again the same. */
export function check(bytes: Buffer): void {
  const found = attempt(bytes.toString())
  // Behind the URN of a schema may stand what is no name, such as that URN again: it is refused by who looks for the attribute.
  if (found === undefined || found.some(({ attribute }) => !/^[a-z][^:]*$/.test(attribute))) return
  assert.ok(found.length >= 1 && found.length <= 10)
  const written = found.map(({ attribute, value }) => `${attribute} eq ${JSON.stringify(value)}`)
  assert.deepEqual(readFilter(written.join(' and ')), found)
}

function attempt(text: string) {
  try {
    return readFilter(text)
  } catch (error) {
    if (error instanceof ScimError) return undefined
    throw error
  }
}
