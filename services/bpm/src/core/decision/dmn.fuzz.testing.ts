import assert from 'node:assert/strict'
import type { VariableDeclaration } from '../variables.ts'
import { readDmn, writeDmn } from './dmn.ts'

export const reads = 'decision tables as DMN'
export const mostBytes = 8192
export const mostMs = 1000
export const tries = 500

const variables: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: false },
  { name: 'kind', type: 'string', required: false },
  { name: 'due', type: 'date', required: false },
  { name: 'urgent', type: 'boolean', required: false },
]

const documentOf = (table: string, version = '20191111') =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/${version}/MODEL/" id="d" name="n" namespace="x"><decision id="k" name="n">` +
  `<decisionTable id="t" ${table}</decisionTable></decision></definitions>`
const input = (id: string, variable: string) =>
  `<input id="${id}"><inputExpression id="${id}e"><text>${variable}</text></inputExpression></input>`
const entry = (kind: string, text: string) => `<${kind}><text>${text}</text></${kind}>`

export const seeds = [
  documentOf(
    `hitPolicy="FIRST">${input('i', 'amount')}${input('j', 'kind')}<output id="o" name="result" typeRef="string"/>` +
      `<rule id="r">${entry('inputEntry', '[1..5)')}${entry('inputEntry', '"a","b"')}${entry('outputEntry', '"yes"')}</rule>` +
      `<rule id="s">${entry('inputEntry', '&gt;= 10')}${entry('inputEntry', 'not("c")')}${entry('outputEntry', '"no"')}</rule>`,
  ),
  documentOf(
    `hitPolicy="COLLECT">${input('i', 'due')}${input('j', 'urgent')}<output id="o" name="n" typeRef="number">` +
      `<defaultOutputEntry><text>1</text></defaultOutputEntry></output>` +
      `<rule id="r">${entry('inputEntry', '&lt; date("2026-01-31")')}${entry('inputEntry', 'true')}${entry('outputEntry', '2')}</rule>`,
    '20180521',
  ),
]

/** Nothing is thrown; a table that was read is the same when it was written and read again. */
export async function check(bytes: Buffer): Promise<void> {
  const { table } = await readDmn(bytes.toString(), variables)
  if (table === undefined) return
  const again = await readDmn(await writeDmn(table, { key: 'k', name: 'n' }), variables)
  assert.deepEqual(again.problems, [])
  // Nothing has no sign in JSON, in which tables are kept.
  assert.deepEqual(JSON.stringify(again.table), JSON.stringify(table))
}
