import assert from 'node:assert/strict'
import { isDirectoryFilter } from './directory-filter.ts'

export const reads = 'filters of a directory'
export const seeds = [
  '(&(objectClass=person)(|(uid=a*)(mail=*b\\2ac)))',
  '(!(cn:caseExactMatch:=x))',
  '(a>=1)',
]

/** It is one or none. */
export async function check(bytes: Buffer): Promise<void> {
  assert.equal(typeof (await isDirectoryFilter(bytes.toString())), 'boolean')
}
