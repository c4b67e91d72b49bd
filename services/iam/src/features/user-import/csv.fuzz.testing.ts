import assert from 'node:assert/strict'
import { Problem } from '@countersign/service-kit/problem'
import { maxRows, readCsv } from './read-csv.ts'

export const reads = 'people as CSV'
export const tries = 300
export const mostBytes = 8192
export const seeds = [
  'username,displayName,email,roles\r\nada,Ada,ada@corp.example,"a; b"\r\nbob,"B ""b"" B",,\r\n',
  '\uFEFFdisplayName,username,password,department,post\nA,a,correct horse battery,d1,p1\n',
]

/** Nothing but a refusal with 400 is thrown; rows are told with their lines. */
export async function check(bytes: Buffer): Promise<void> {
  try {
    const rows = await readCsv(bytes.toString())
    assert.ok(rows.length <= maxRows)
    for (const { line } of rows) assert.ok(line >= 1)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
  }
}
