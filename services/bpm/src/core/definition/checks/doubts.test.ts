import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../testing.ts'
import { findDoubts } from './doubts.ts'

const told = (xml: string) => findDoubts(xml).map(({ element, code }) => `${element} ${code}`)
const gateway = (kind: string, direction = '') =>
  `<${kind}Gateway id="g"${direction === '' ? '' : ` gatewayDirection="${direction}"`}/>`
/** One flow to the gateway, two from it, or the other way. */
const splitting = (one: string) =>
  bpmn(`${start}${one}${user('a')}${end}${flows('start -> g -> a -> end', 'g -> end')}`)
const joining = (one: string) =>
  bpmn(`${start}${user('a')}${one}${end}${flows('start -> g -> end', 'a -> g')}`)
const passing = (one: string) => bpmn(`${start}${one}${end}${flows('start -> g -> end')}`)

describe('what runs otherwise than it is written is told', () => {
  it.each([
    [
      'a gateway that says another direction',
      splitting(gateway('parallel', 'Converging')),
      'g gateway_direction',
    ],
    ['one that says mixed', joining(gateway('exclusive', 'Mixed')), 'g gateway_direction'],
    ['a gateway that does nothing', passing(gateway('parallel')), 'g gateway_idle'],
    [
      'what stands twice',
      bpmn(
        '<userTask id="a"><standardLoopCharacteristics loopMaximum="2"/><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
      ),
      'a element_twice',
    ],
    [
      'a flow that is not immediate',
      bpmn(
        `${start}${end}<sequenceFlow id="f" sourceRef="start" targetRef="end" isImmediate="false"/>`,
      ),
      'f without_effect',
    ],
    [
      'complex behavior without its name',
      bpmn(
        '<task id="t"><multiInstanceLoopCharacteristics behavior="All"><complexBehaviorDefinition/></multiInstanceLoopCharacteristics></task>',
      ),
      't without_effect',
    ],
    [
      'an error that would go on beside',
      bpmn('<startEvent id="s" isInterrupting="false"><errorEventDefinition/></startEvent>'),
      's error_interrupts',
    ],
    [
      'an escalation without a code',
      bpmn('<endEvent id="e"><escalationEventDefinition id="d"/></endEvent>'),
      'e escalation_uncoded',
    ],
    [
      'a definition of another event',
      bpmn(
        '<endEvent id="e"><signalEventDefinition id="d"/></endEvent><startEvent id="s"><eventDefinitionRef>d</eventDefinitionRef></startEvent>',
      ),
      's definition_shared',
    ],
  ])('%s', (_, xml, expected) => {
    expect(told(xml)).toEqual([expected])
  })

  it.each([
    splitting(gateway('exclusive', 'Diverging')),
    splitting(gateway('exclusive', 'Unspecified')),
    joining(gateway('parallel', 'Converging')),
    bpmn(
      '<endEvent id="e"><escalationEventDefinition escalationRef="up"/></endEvent><startEvent id="s"><eventDefinitionRef>d</eventDefinitionRef></startEvent>',
    ).replace(
      '<process',
      '<escalation id="up" escalationCode="up"/><signalEventDefinition id="d"/><process',
    ),
    bpmn(
      '<boundaryEvent id="b" attachedToRef="t" cancelActivity="false"><escalationEventDefinition/></boundaryEvent>',
    ),
  ])('nothing of what is right', (xml) => {
    expect(told(xml)).toEqual([])
  })

  it('nothing of what is not run', () => {
    const drawing = passing(gateway('parallel')).replace('isExecutable="true"', '')
    expect(told(drawing)).toEqual([])
  })

  it('a hundred at most', () => {
    const many = Array.from({ length: 300 }, (_, at) => `<parallelGateway id="g${at}"/>`).join('')
    expect(told(bpmn(many))).toHaveLength(100)
  })
})
