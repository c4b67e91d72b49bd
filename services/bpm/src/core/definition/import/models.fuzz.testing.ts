import assert from 'node:assert/strict'
import { parseXml } from '../xml/xml.ts'
import { flowLongExpense, warmFlowLeave } from './samples.testing.ts'
import { convertSource } from './source.ts'

export const reads = 'models of FlowLong and Warm-Flow (RuoYi), JSON'
export const mostBytes = 16_384
export const mostMs = 2000
export const tries = 300
export const seeds = [flowLongExpense, warmFlowLeave].map((model) => JSON.stringify(model))

const wanted = { variables: [{ name: 'amount', type: 'number', required: false }] } as const

/** Nothing is thrown; what is made of a model can be read. */
export async function check(bytes: Buffer): Promise<void> {
  const source = bytes.toString()
  const converted = await convertSource(source, wanted)
  if (!('bpmnXml' in converted) || converted.format === 'bpmn') return
  const { root, problems } = await parseXml(converted.bpmnXml)
  assert.ok(root !== undefined, problems[0]?.message)
}
