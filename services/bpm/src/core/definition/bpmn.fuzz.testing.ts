import assert from 'node:assert/strict'
import type { VariableDeclaration } from '../variables.ts'
import { readDefinition } from './compile.ts'
import { findConstantConditions } from './checks/constant-conditions.ts'
import { withRepairs } from './repair/plan.ts'
import { findProblems } from './validate.ts'

export const reads = 'processes as BPMN, ours and other engines\u2019'
export const mostBytes = 16_384
// A thousandth of what a document may have, with counters and the layout of a thread beside it.
export const mostMs = 2000
export const tries = 400

const open =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:approval="urn:countersign:bpmn:1"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="x">'
const documentOf = (content: string) =>
  `${open}<process id="p" isExecutable="true">${content}</process></definitions>`
const flow = (id: string, from: string, to: string, inner = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</sequenceFlow>`
const condition = (text: string) =>
  `<conditionExpression xsi:type="tFormalExpression">${text}</conditionExpression>`

export const seeds = [
  documentOf(
    `<startEvent id="s"/><userTask id="t" flowable:assignee="$INITIATOR" flowable:dueDate="PT1H"/><endEvent id="e"/>` +
      flow('a', 's', 't') +
      flow('b', 't', 'e'),
  ),
  documentOf(
    `<startEvent id="s"/><exclusiveGateway id="g" default="d"/><userTask id="t"><extensionElements><approval:candidates>` +
      `<approval:candidate kind="role" ref="finance"/></approval:candidates><approval:due in="P2D"/></extensionElements>` +
      `<multiInstanceLoopCharacteristics isSequential="true"/></userTask><endEvent id="e"/><endEvent id="f"/>` +
      flow('a', 's', 'g') +
      flow('c', 'g', 't', condition('${amount &gt; 1000}')) +
      flow('d', 'g', 'e') +
      flow('b', 't', 'f'),
  ),
  documentOf(
    `<startEvent id="s"/><subProcess id="u"><startEvent id="s2"/><endEvent id="e2"/>${flow('x', 's2', 'e2')}</subProcess>` +
      `<boundaryEvent id="w" attachedToRef="u"><timerEventDefinition><timeCycle>R3/PT1H</timeCycle></timerEventDefinition>` +
      `</boundaryEvent><parallelGateway id="g"/><callActivity id="k" calledElement="other"/><endEvent id="e"/>` +
      `<receiveTask id="r" messageRef="m"/><scriptTask id="z"/>` +
      flow('a', 's', 'u') +
      flow('b', 'u', 'g') +
      flow('c', 'g', 'k') +
      flow('d', 'g', 'r') +
      flow('f', 'k', 'e') +
      flow('h', 'w', 'e'),
  ),
]

const variables: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: false },
]

/** Nothing is thrown: what is wrong with a document is told, of all that is done before it is published. */
export async function check(bytes: Buffer): Promise<void> {
  const bpmnXml = bytes.toString()
  const read = await readDefinition(bpmnXml)
  const found = findProblems(read, variables, undefined)
  const constant = read.process === undefined ? [] : findConstantConditions(read.process)
  const asked = { key: undefined, read, people: new Map() }
  const plans = withRepairs(bpmnXml, asked, [...found.slice(0, 100), ...constant])
  assert.ok(plans.length <= found.length + constant.length)
  if (read.process === undefined) assert.ok(found.length > 0, 'neither a process nor a problem')
}
