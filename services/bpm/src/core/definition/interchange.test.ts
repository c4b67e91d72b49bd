import { describe, expect, it } from 'vitest'
import { play, type Play, validate } from '../testing.ts'
import { readDefinition } from './compile.ts'

/**
 * Models as other tools write them: their prefixes, diagrams, pools, data and extensions. Each either
 * runs as BPMN says or is refused with the element named.
 */
const MODEL = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const declared = [
  { name: 'amount', type: 'number', required: true },
  { name: 'approved', type: 'boolean' },
  { name: 'signers', type: 'users' },
] as const

const problemsOf = async (xml: string) =>
  (await validate(xml, declared)).map(({ element, code }) => `${element} ${code}`)

async function playValid(
  xml: string,
  variables: Readonly<Record<string, number | boolean | string[]>>,
) {
  expect(await validate(xml, declared)).toEqual([])
  return play(xml, { variables })
}

const finish = (game: Play, ...nodes: readonly string[]) => {
  for (const node of nodes) game.approve(node)
  return game.state().status
}

/** As the interchange group's reference models are written: prefix `semantic`, pools, lanes, DI. */
const interchange = (flowNodes: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<semantic:definitions xmlns:semantic="${MODEL}" ${XSI}
  xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:tool="http://example.org/tool"
  id="_1" name="Reference" targetNamespace="http://example.org/reference" exporter="a tool" exporterVersion="1.0">
  <semantic:message id="order" name="Order"/><semantic:signal id="alarm" name="Alarm"/>
  <semantic:error id="fault" errorCode="E1" name="Fault"/><semantic:category id="cat"><semantic:categoryValue id="catv" value="Group"/></semantic:category>
  <semantic:collaboration id="c"><semantic:participant id="p1" name="Company" processRef="proc"/>
    <semantic:participant id="p2" name="Customer"><semantic:participantMultiplicity maximum="1"/></semantic:participant>${more}</semantic:collaboration>
  <semantic:process id="proc" name="Process" isExecutable="true" processType="None" isClosed="false">
    <semantic:documentation textFormat="text/plain">What it is for.</semantic:documentation>
    <semantic:laneSet id="lanes"><semantic:lane id="l1" name="Clerk"><semantic:flowNodeRef>one</semantic:flowNodeRef></semantic:lane></semantic:laneSet>
    <semantic:dataObject id="d1" name="Paper"/><semantic:dataObjectReference id="dr1" name="Paper" dataObjectRef="d1"/>
    <semantic:dataStoreReference id="ds1" name="Archive"/>
    <semantic:startEvent id="start" name="" parallelMultiple="false"><semantic:outgoing>f1</semantic:outgoing></semantic:startEvent>
    <semantic:sequenceFlow id="f1" name="" sourceRef="start" targetRef="one"/>
    ${flowNodes}
    <semantic:textAnnotation id="note" textFormat="text/plain"><semantic:text>Mind this.</semantic:text></semantic:textAnnotation>
    <semantic:association id="a1" associationDirection="None" sourceRef="one" targetRef="note"/>
    <semantic:group id="g1" categoryValueRef="catv"/>
  </semantic:process>
  <bpmndi:BPMNDiagram id="D" name="Reference" resolution="72"><bpmndi:BPMNPlane id="P" bpmnElement="c">
    <bpmndi:BPMNShape id="S1" bpmnElement="one" tool:shade="3"><dc:Bounds x="1.5" y="2" width="100" height="80"/></bpmndi:BPMNShape>
    <bpmndi:BPMNEdge id="E1" bpmnElement="f1"><di:waypoint x="1" y="2"/><di:waypoint x="30" y="2"/></bpmndi:BPMNEdge>
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</semantic:definitions>`

const asked = (id: string, more = '') =>
  `<semantic:userTask id="${id}" name="${id}" implementation="##unspecified" startQuantity="1" completionQuantity="1">
    <semantic:extensionElements><approval:candidates xmlns:approval="urn:countersign:bpmn:1"><approval:candidate kind="user" ref="${id}"/></approval:candidates><tool:metaData xmlns:tool="http://example.org/tool" metaKey="color" metaValue="#fff"/></semantic:extensionElements>${more}</semantic:userTask>`
const ended = (flows: string) => `<semantic:endEvent id="end"/>${flows}`
const flow = (id: string, from: string, to: string, inner = '') =>
  `<semantic:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</semantic:sequenceFlow>`

describe('a reference model of the interchange group', () => {
  it('runs with pools, lanes, data, notes, groups, diagram and the extensions of its tool', async () => {
    const game = await playValid(
      interchange(
        asked('one') + asked('two') + ended(flow('f2', 'one', 'two') + flow('f3', 'two', 'end')),
      ),
      { amount: 1 },
    )
    expect(finish(game, 'one', 'two')).toBe('APPROVED')
  })

  it.each([
    [
      'scriptTask',
      '<semantic:scriptTask id="x" scriptFormat="text/x-groovy"><semantic:script>1</semantic:script></semantic:scriptTask>',
    ],
    ['event-based gateway', '<semantic:eventBasedGateway id="x" instantiate="true"/>'],
    [
      'ioSpecification',
      '<semantic:userTask id="x"><semantic:ioSpecification><semantic:inputSet/><semantic:outputSet/></semantic:ioSpecification></semantic:userTask>',
    ],
    [
      'dataOutputAssociation',
      '<semantic:userTask id="x"><semantic:dataOutputAssociation><semantic:targetRef>dr1</semantic:targetRef></semantic:dataOutputAssociation></semantic:userTask>',
    ],
    [
      'escalationEventDefinition',
      '<semantic:boundaryEvent id="x" attachedToRef="one"><semantic:escalationEventDefinition/></semantic:boundaryEvent>',
    ],
  ])('is refused for its %s, by the id of the element', async (what, xml) => {
    const found = await validate(
      interchange(asked('one') + xml + ended(flow('f2', 'one', 'end'))),
      declared,
    )
    const [about] = found.filter(
      ({ element, message }) => element === 'x' && message.includes(what),
    )
    expect(about, JSON.stringify(found)).toMatchObject({ code: 'element_unsupported' })
  })

  it('is published with messages between its pools, which the application carries', async () => {
    const talking = interchange(
      asked('one') + ended(flow('f2', 'one', 'end')),
      '<semantic:messageFlow id="talk" sourceRef="p2" targetRef="one"/>',
    )
    expect(await problemsOf(talking)).toEqual([])
  })

  it('is refused for data that the process itself is given', async () => {
    const given = interchange(
      '<semantic:ioSpecification><semantic:inputSet/><semantic:outputSet/></semantic:ioSpecification>' +
        asked('one') +
        ended(flow('f2', 'one', 'end')),
    )
    expect(await problemsOf(given)).toEqual(['proc element_unsupported'])
  })

  it('is refused as long as no process of it is meant to run, or more than one is', async () => {
    const simple = interchange(asked('one') + ended(flow('f2', 'one', 'end')))
    expect(await problemsOf(simple.replace('isExecutable="true"', 'isExecutable="false"'))).toEqual(
      ['proc process_missing'],
    )
    const second = '<semantic:process id="second" isExecutable="true"/><bpmndi:BPMNDiagram'
    expect(await problemsOf(simple.replace('<bpmndi:BPMNDiagram', second))).toEqual([
      'second process_repeated',
    ])
  })
})

/** A leave request as Camunda's modeler writes it. */
const camunda = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="${MODEL}" ${XSI} xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
  xmlns:modeler="http://camunda.org/schema/modeler/1.0" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  id="Definitions_1" targetNamespace="http://bpmn.io/schema/bpmn" exporter="Modeler" exporterVersion="5.30.0" modeler:executionPlatform="Camunda Platform" modeler:executionPlatformVersion="7.22.0">
  <bpmn:process id="leave" name="Leave" isExecutable="true" camunda:historyTimeToLive="180" camunda:isStartableInTasklist="true">
    <bpmn:extensionElements><camunda:properties><camunda:property name="p" value="v"/></camunda:properties></bpmn:extensionElements>
    <bpmn:startEvent id="Start_1" name="Wanted" camunda:initiator="starter" camunda:formKey="embedded:app:forms/start.html"><bpmn:outgoing>F1</bpmn:outgoing></bpmn:startEvent>
    <bpmn:userTask id="Approve" name="Approve" camunda:candidateGroups="management" camunda:dueDate="\${due}" camunda:asyncBefore="true" camunda:priority="50">
      <bpmn:extensionElements><camunda:formData><camunda:formField id="approved" type="boolean"/></camunda:formData></bpmn:extensionElements>
      <bpmn:incoming>F1</bpmn:incoming><bpmn:outgoing>F2</bpmn:outgoing></bpmn:userTask>
    <bpmn:exclusiveGateway id="Ok" default="F4"><bpmn:incoming>F2</bpmn:incoming><bpmn:outgoing>F3</bpmn:outgoing><bpmn:outgoing>F4</bpmn:outgoing></bpmn:exclusiveGateway>
    <bpmn:userTask id="Correct" name="Correct" camunda:assignee="\${starter}"/>
    <bpmn:endEvent id="End_1"/>
    <bpmn:sequenceFlow id="F1" sourceRef="Start_1" targetRef="Approve"/>
    <bpmn:sequenceFlow id="F2" sourceRef="Approve" targetRef="Ok"/>
    <bpmn:sequenceFlow id="F3" sourceRef="Ok" targetRef="Correct"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${!approved}</bpmn:conditionExpression></bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="F4" sourceRef="Ok" targetRef="End_1"/>
    <bpmn:sequenceFlow id="F5" sourceRef="Correct" targetRef="Approve"/>
  </bpmn:process>
</bpmn:definitions>`.replace('${due}', '2026-12-31')

describe('a model of Camunda 7', () => {
  it('runs with its people, form, loop and conditions, and says what was read of it', async () => {
    expect(await validate(camunda, declared)).toEqual([])
    const game = await play(camunda, {
      variables: { amount: 1, approved: false },
      initiator: 'ann',
      directory: { 'role:management': ['mia', 'max'] },
    })
    expect(game.open()).toEqual(['Approve/mia|max'])
    game.approve('Approve', 'max')
    expect(game.open()).toEqual(['Correct/ann'])
    game.approve('Correct')
    expect(game.open()).toEqual(['Approve/mia|max'])

    const { imported } = await readDefinition(camunda)
    const read = (outcome: string) =>
      imported
        .filter((one) => one.outcome === outcome)
        .map(({ element, name }) => `${element} ${name}`)
    expect(read('mapped')).toEqual([
      'Start_1 initiator',
      'Approve candidateGroups',
      'Approve dueDate',
      'Correct assignee',
    ])
    expect(read('ignored')).toEqual([
      'leave historyTimeToLive',
      'leave isStartableInTasklist',
      'leave properties',
      'Start_1 formKey',
      'Approve asyncBefore',
      'Approve priority',
      'Approve formData',
      'Definitions_1 modeler:executionPlatform',
      'Definitions_1 modeler:executionPlatformVersion',
    ])
    expect(read('refused')).toEqual([])
  })

  const inApprove = (extension: string) =>
    camunda.replace('<camunda:formData>', `${extension}<camunda:formData>`)
  it.each([
    [
      'a listener',
      inApprove('<camunda:taskListener event="create" class="x.Y"/>'),
      'Approve foreign_element',
    ],
    ['an input mapping', inApprove('<camunda:inputOutput/>'), 'Approve foreign_element'],
    [
      'a follow-up date',
      camunda.replace('camunda:priority', 'camunda:followUpDate'),
      'Approve foreign_attribute',
    ],
    [
      'people who may start it',
      camunda.replace('camunda:historyTimeToLive', 'camunda:candidateStarterGroups'),
      'leave foreign_attribute',
    ],
    [
      'a computed group',
      camunda.replace('"management"', '"${group}"'),
      'Approve foreign_attribute',
    ],
    [
      'words for operators',
      camunda.replace('${!approved}', '${amount gt 5}'),
      'F3 expression_invalid',
    ],
    ['a bean', camunda.replace('${!approved}', '${bean.check(execution)}'), 'F3 expression_type'],
    [
      'another language',
      camunda.replace('tFormalExpression"', 'tFormalExpression" language="groovy"'),
      'F3 expression_language',
    ],
    [
      'a script in a file',
      camunda.replace('tFormalExpression"', 'tFormalExpression" camunda:resource="x.js"'),
      'F3 foreign_attribute',
    ],
    [
      'an external worker',
      camunda.replace(
        '<bpmn:endEvent id="End_1"/>',
        '<bpmn:endEvent id="End_1"/><bpmn:serviceTask id="Job" camunda:type="external" camunda:topic="t"/>',
      ),
      'Job foreign_attribute',
    ],
  ])('is refused for %s, by the id of the element', async (_, xml, problem) => {
    expect(await problemsOf(xml)).toContain(problem)
  })
})

/** An expense claim as Flowable's designer writes it. */
const flowable = `<?xml version='1.0' encoding='UTF-8'?>
<definitions xmlns="${MODEL}" ${XSI} xmlns:flowable="http://flowable.org/bpmn" xmlns:design="http://flowable.org/design"
  typeLanguage="http://www.w3.org/2001/XMLSchema" expressionLanguage="http://www.w3.org/1999/XPath" targetNamespace="http://www.flowable.org/processdef" design:palette="flowable">
  <process id="claim" name="Claim" isExecutable="true">
    <startEvent id="startEvent1" flowable:initiator="initiator" flowable:formFieldValidation="true"/>
    <userTask id="lead" name="Lead" flowable:candidateUsers="lea, leo" flowable:formFieldValidation="true">
      <extensionElements><flowable:formProperty id="x" name="x" type="string"/></extensionElements></userTask>
    <subProcess id="check" name="Check">
      <startEvent id="in"/><userTask id="sign" name="Sign" flowable:assignee="\${signer}">
        <multiInstanceLoopCharacteristics isSequential="false" flowable:collection="\${signers}" flowable:elementVariable="signer">
          <completionCondition>\${nrOfCompletedInstances/nrOfInstances &gt;= 0.5}</completionCondition></multiInstanceLoopCharacteristics></userTask>
      <endEvent id="out"/><sequenceFlow id="s1" sourceRef="in" targetRef="sign"/><sequenceFlow id="s2" sourceRef="sign" targetRef="out"/>
    </subProcess>
    <boundaryEvent id="late" attachedToRef="check" cancelActivity="true"><timerEventDefinition><timeDuration>P7D</timeDuration></timerEventDefinition></boundaryEvent>
    <userTask id="mine" name="Mine" flowable:assignee="$INITIATOR"/>
    <endEvent id="end"/>
    <sequenceFlow id="c1" sourceRef="startEvent1" targetRef="lead"/>
    <sequenceFlow id="c2" sourceRef="lead" targetRef="check"/>
    <sequenceFlow id="c3" sourceRef="check" targetRef="mine"/>
    <sequenceFlow id="c4" sourceRef="late" targetRef="mine"/>
    <sequenceFlow id="c5" sourceRef="mine" targetRef="end"/>
  </process>
</definitions>`

describe('a model of Flowable', () => {
  it('runs with its candidates, multi-instance, sub-process, time and the initiator by either name', async () => {
    const game = await playValid(flowable, { amount: 1, signers: ['sam', 'sue', 'sid'] })
    game.approve('lead', 'leo')
    expect(game.open()).toEqual(['sign/sam', 'sign/sue', 'sign/sid'])
    game.approve('sign', 'sue')
    game.approve('sign', 'sid')
    expect(game.open()).toEqual(['mine/ann'])
    expect(finish(game, 'mine')).toBe('APPROVED')
  })

  it.each([
    ['a service class', '<serviceTask id="x" flowable:class="org.x.Y"/>', 'x foreign_attribute'],
    ['a mail task', '<serviceTask id="x" flowable:type="mail"/>', 'x foreign_attribute'],
    [
      'a skip expression',
      '<userTask id="x" flowable:assignee="a" flowable:skipExpression="${true}"/>',
      'x foreign_attribute',
    ],
    [
      'a listener',
      '<userTask id="x" flowable:assignee="a"><extensionElements><flowable:taskListener event="create" class="x"/></extensionElements></userTask>',
      'x foreign_element',
    ],
    [
      'a number of instances beside a list',
      '<userTask id="x" flowable:assignee="${s}"><multiInstanceLoopCharacteristics flowable:collection="signers" flowable:elementVariable="s"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
      'x loop_cardinality',
    ],
    [
      'another completion condition',
      '<userTask id="x" flowable:assignee="${s}"><multiInstanceLoopCharacteristics flowable:collection="signers" flowable:elementVariable="s"><completionCondition>${bean.done()}</completionCondition></multiInstanceLoopCharacteristics></userTask>',
      'x completion_condition',
    ],
    [
      'a condition on a value that nobody declares',
      '<boundaryEvent id="x" attachedToRef="lead"><conditionalEventDefinition><condition>a</condition></conditionalEventDefinition></boundaryEvent>',
      'x expression_type',
    ],
    [
      'a list of a bean',
      '<userTask id="x" flowable:assignee="${s}"><multiInstanceLoopCharacteristics flowable:collection="${bean.people()}" flowable:elementVariable="s"/></userTask>',
      'x variable_unknown',
    ],
  ])('is refused for %s, by the id of the element', async (_, xml, problem) => {
    const more = flowable.replace('<endEvent id="end"/>', `<endEvent id="end"/>${xml}`)
    expect(await problemsOf(more)).toContain(problem)
  })
})

describe('people in the standard form', () => {
  const owned = (resource: string) =>
    interchange(
      asked('one').replace('</semantic:userTask>', `${resource}</semantic:userTask>`) +
        ended(flow('f2', 'one', 'end')),
    )

  it.each(['humanPerformer', 'potentialOwner', 'performer'])(
    'are refused as %s: no tool agrees on the text',
    async (name) => {
      const resource = `<semantic:${name} id="r"><semantic:resourceAssignmentExpression><semantic:formalExpression>user(kim)</semantic:formalExpression></semantic:resourceAssignmentExpression></semantic:${name}>`
      expect(await problemsOf(owned(resource))).toEqual(['one people_unsupported'])
    },
  )
})
