import assert from 'node:assert/strict'
import { decodeCursor, encodeCursor, isIdKey, isNumberKey, readCursor } from './cursor.ts'
import { isIdKeyOf, isSortKey, isTimeKey } from './sort.ts'
import { InvalidRequest } from './validation.ts'

export const reads = 'cursors of lists'
const id = '0190aaaa-0000-7000-8000-000000000001'
export const seeds = [
  JSON.stringify(id),
  JSON.stringify(['-title', 'a title', id]),
  JSON.stringify(['createdAt', '2026-11-29T10:00:00.000Z', id]),
  '12',
]

/** Nothing but a refusal is thrown, and a key that is taken is one that the database can compare with. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  attempt(text)
  const cursor = bytes.toString('base64url')
  const key = decodeCursor(cursor)
  if (isNumberKey(key)) assert.ok(Number.isSafeInteger(key))
  for (const sort of ['-title', 'createdAt']) {
    isIdKeyOf(sort)(key)
    if (isSortKey(sort, 'text')(key)) assert.ok(key[1].isWellFormed() && !key[1].includes('\0'))
    if (isSortKey(sort, 'time')(key))
      assert.ok(isTimeKey(key[1]) && !Number.isNaN(Date.parse(key[1])))
  }
  if (key !== undefined)
    assert.deepEqual(decodeCursor(encodeCursor(key)), JSON.parse(JSON.stringify(key)))
}

function attempt(cursor: string): void {
  try {
    readCursor(cursor, isIdKey)
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
  }
}
