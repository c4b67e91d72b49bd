import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../testing.ts'
import { compile } from '../compile.ts'
import { thrownOutOf, type Thrown } from './thrown-out.ts'

const error = (ref = '') => `<errorEventDefinition${ref === '' ? '' : ` errorRef="${ref}"`}/>`
const escalation = '<escalationEventDefinition/>'
const border = (id: string, host: string, definition: string) =>
  `<boundaryEvent id="${id}" attachedToRef="${host}">${definition}</boundaryEvent>${flows(`${id} -> end`)}`
const handler = (definition: string, inside: string, interrupting: boolean) =>
  `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs" isInterrupting="${interrupting}">${definition}</startEvent>${inside}</subProcess>`
const sub = (inside: string) =>
  `<subProcess id="s"><startEvent id="ss"/>${inside}<endEvent id="se"/></subProcess>`
const failing = (from: string, ref = 'E1') =>
  `<endEvent id="failed">${error(ref)}</endEvent>${flows(`${from} -> failed`)}`
const call = (rules = '') =>
  `<callActivity id="c" calledElement="other"><extensionElements>${rules}</extensionElements></callActivity>`

const thrownBy: readonly Thrown[] = [
  { on: 'error', code: 'inner' },
  { on: 'escalation', code: 'told' },
]

async function thrownOut(content: string): Promise<readonly string[]> {
  const xml = bpmn(content).replace(
    '<process',
    '<error id="E1" errorCode="one"/><error id="E2" errorCode="two"/><process',
  )
  const thrown = thrownOutOf(await compile(xml), (key) => (key === 'other' ? thrownBy : []))
  return thrown.map(({ on, code }) => `${on} ${code}`)
}

describe('what a process throws to its callers', () => {
  it.each([
    ['an error end', start + user('a') + failing('a') + flows('start -> a'), ['error one']],
    [
      'an escalation on the way and at the end',
      `${start}<intermediateThrowEvent id="t">${escalation}</intermediateThrowEvent><endEvent id="e">${escalation}</endEvent>${flows('start -> t -> e')}`,
      ['escalation ', 'escalation '],
    ],
    [
      'an error in a sub-process whose border catches another one',
      start +
        sub(user('a') + failing('a') + flows('ss -> a')) +
        border('b', 's', error('E2')) +
        end +
        flows('start -> s -> end'),
      ['error one'],
    ],
    [
      'none that the border of a sub-process catches',
      start +
        sub(user('a') + failing('a') + flows('ss -> a')) +
        border('b', 's', error('E1')) +
        end +
        flows('start -> s -> end'),
      [],
    ],
    [
      'none that an event sub-process catches',
      start +
        user('a') +
        failing('a') +
        handler(error(), `<endEvent id="he"/>${flows('hs -> he')}`, true) +
        flows('start -> a'),
      [],
    ],
    [
      'one that the event sub-process throws that has caught it',
      start +
        user('a') +
        failing('a') +
        handler(error(), `<endEvent id="he">${error('E2')}</endEvent>${flows('hs -> he')}`, true) +
        flows('start -> a'),
      ['error two'],
    ],
    [
      'what is thrown to it by its calls',
      start + call() + end + flows('start -> c -> end'),
      ['error inner', 'escalation told'],
    ],
    [
      'no error of a call whose rejections go on',
      start + call('<approval:call onReject="continue"/>') + end + flows('start -> c -> end'),
      ['escalation told'],
    ],
    [
      'none of a call that its border catches',
      start + call() + border('b', 'c', error()) + end + flows('start -> c -> end'),
      ['escalation told'],
    ],
  ])('is %s', async (_, content, expected) => {
    expect(await thrownOut(content)).toEqual(expected)
  })
})
