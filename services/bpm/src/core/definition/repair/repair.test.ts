import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../testing.ts'
import { readDefinition } from '../compile.ts'
import { findProblems } from '../validate.ts'
import { withRepairs } from './plan.ts'
import type { FoundPerson } from './repair.ts'
import { repair } from './run.ts'

const nobody: ReadonlyMap<string, readonly FoundPerson[]> = new Map()

const look = (key?: string) => async (xml: string) => {
  const read = await readDefinition(xml)
  const found = findProblems(read, [{ name: 'people', type: 'users', required: false }], key)
  return { problems: withRepairs(xml, { read, key, people: nobody }, found), warnings: [] }
}
const mend = async (xml: string, wanted: readonly string[] | 'safe' = 'safe', key?: string) => {
  const { bpmnXml, looked, ...rest } = await repair(xml, wanted, look(key))
  const left = looked.problems.map(({ element, code }) => `${element} ${code}`)
  return { xml: bpmnXml, left, ...rest }
}
const offered = async (xml: string, key?: string) =>
  (await look(key)(xml)).problems.flatMap(({ repairs }) => repairs.map(({ id }) => id))

const engines =
  'xmlns:flowable="http://flowable.org/bpmn" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace'
const foreign = (content: string) => bpmn(content).replace('targetNamespace', engines)
const drawn = (content: string) => bpmn(content).replace(' isExecutable="true"', '')
const path = (task: string) => start + task + end + flows('start -> a -> end')
const DI = `xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"`
const withDiagram = (xml: string, plane: string, shapes = '') =>
  xml.replace(
    '</definitions>',
    `<di:BPMNDiagram ${DI}><di:BPMNPlane bpmnElement="${plane}">${shapes}</di:BPMNPlane></di:BPMNDiagram></definitions>`,
  )
const shape = (element: string) =>
  `<di:BPMNShape id="${element}_shape" bpmnElement="${element}"><dc:Bounds x="200" y="100" width="100" height="80"/></di:BPMNShape>`

describe('safe repairs say what the model says already', () => {
  it('a drawing becomes a process that runs, and is drawn where the rest is', async () => {
    const xml = withDiagram(
      drawn(user('a') + user('b') + flows('a -> b')),
      'approval',
      shape('a') + shape('b'),
    )
    const mended = await mend(xml)
    expect(mended.left).toEqual([])
    expect(mended.applied.map(({ id }) => id)).toEqual([
      'make_executable:approval',
      'add_start:approval',
      'add_end:approval',
    ])
    expect(mended.xml).toContain('<startEvent id="approval_start"/><userTask id="a">')
    expect(mended.xml).toContain(
      '<endEvent id="b_end"/><sequenceFlow id="b_to_end" sourceRef="b" targetRef="b_end"/>',
    )
    expect(mended.xml).toContain(
      '<di:BPMNShape id="b_end_di" bpmnElement="b_end"><dc:Bounds x="350" y="122" width="36" height="36"/></di:BPMNShape>',
    )
    expect(mended.xml).toMatch(/bpmnElement="b_to_end">(?:<di:waypoint [^>]*>){2}<\/di:BPMNEdge>/)
  })

  it.each([
    [
      'the only way without a condition is the default',
      'x_b',
      flows('start -> x', 'x -> a : 1.0 > 2.0', 'x -> b', 'a -> end', 'b -> end'),
    ],
    [
      'also where flows have no ids',
      'x_to_b',
      flows('start -> x', 'x -> a : 1.0 > 2.0', 'a -> end', 'b -> end') +
        '<sequenceFlow sourceRef="x" targetRef="b"/>',
    ],
  ])('%s', async (_, flow, ways) => {
    const mended = await mend(
      bpmn(start + '<exclusiveGateway id="x" />' + user('a') + user('b') + end + ways),
    )
    expect(mended).toMatchObject({
      left: [],
      xml: expect.stringContaining(`<exclusiveGateway id="x" default="${flow}" />`),
    })
  })

  it('an inclusive gateway without conditions is a parallel one', async () => {
    const content = `${start}<inclusiveGateway id="x"></inclusiveGateway>${user('a')}${user('b')}${end}`
    const mended = await mend(bpmn(content + flows('start -> x', 'x -> a -> end', 'x -> b -> end')))
    expect(mended).toMatchObject({
      left: [],
      xml: expect.stringContaining('<parallelGateway id="x"></parallelGateway>'),
    })
  })

  it('a sub-process and a document without anything get a path', async () => {
    const sub = `${start}<subProcess id="sub">${user('a')}</subProcess>${end}${flows('start -> sub -> end')}`
    expect((await mend(bpmn(sub))).left).toEqual([])
    for (const content of ['', '<collaboration id="pools"/>']) {
      const xml = `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL">${content.replace('<', '<b:')}</b:definitions>`
      expect(await mend(xml, 'safe', 'leave')).toMatchObject({
        left: [],
        xml: expect.stringContaining('<b:process id="leave" isExecutable="true">'),
      })
    }
    expect((await mend(bpmn(''))).left).toEqual([])
  })

  it('an end is drawn where something has to follow alone: not in what is done in any order, nor behind what an event begins', async () => {
    const handler = `<subProcess id="late" triggeredByEvent="true"><startEvent id="sent"><messageEventDefinition/></startEvent>${user('c')}${flows('sent -> c')}</subProcess>`
    const undone = `<boundaryEvent id="undo" attachedToRef="b"><compensateEventDefinition/></boundaryEvent><manualTask id="back" isForCompensation="true"/><association sourceRef="undo" targetRef="back"/>`
    const anyOrder = `<adHocSubProcess id="all">${user('a')}</adHocSubProcess>`
    const content = handler + undone + anyOrder + user('b') + flows('start -> b -> all')
    const mended = await mend(bpmn(start + content))
    expect(mended.left).toEqual([])
    const ends = [...mended.xml.matchAll(/<endEvent id="(\w+)"/g)].map(([, id]) => id)
    expect(ends.toSorted()).toEqual(['all_end', 'c_end'])
  })

  it('people in the form of BPMN are candidates', async () => {
    const owner = (kind: string, text: string) =>
      `<${kind}><resourceAssignmentExpression><formalExpression>${text}</formalExpression></resourceAssignmentExpression></${kind}>`
    const task = `<userTask id="a"><documentation>why</documentation>${owner('humanPerformer', 'kermit')}${owner('potentialOwner', 'user(gonzo), group(accounting), management')}</userTask>`
    const mended = await mend(bpmn(path(task)))
    expect(mended.left).toEqual([])
    expect(mended.xml).toContain(
      '<userTask id="a"><documentation>why</documentation><extensionElements><approval:candidates><approval:candidate kind="user" ref="kermit"/><approval:candidate kind="user" ref="gonzo"/><approval:candidate kind="role" ref="accounting"/><approval:candidate kind="role" ref="management"/></approval:candidates></extensionElements></userTask>',
    )
    const program = `<userTask id="a">${owner('potentialOwner', 'user(${find(a, b)})')}</userTask>`
    expect(await offered(bpmn(path(program)))).not.toContain('translate_people:a')
  })

  it.each([
    ['3', '', 'mode="count" threshold="3"'],
    ['5', 'nrOfCompletedInstances/nrOfInstances >= 0.6', 'mode="count" threshold="3"'],
    ['4', 'nrOfCompletedInstances/nrOfInstances > 0.5', 'mode="count" threshold="3"'],
    ['5', 'nrOfCompletedInstances == 1', 'mode="count" threshold="1"'],
  ])(
    '%s instances of a group that is listed, too, until "%s", are a decision',
    async (count, until, decision) => {
      const condition =
        until === ''
          ? ''
          : `<completionCondition>\${${until.replace('>', '&gt;')}}</completionCondition>`
      const task = `<userTask id="a" flowable:candidateGroups="board"><multiInstanceLoopCharacteristics isSequential="false" flowable:collection="\${bean.board()}"><loopCardinality>${count}</loopCardinality>${condition}</multiInstanceLoopCharacteristics></userTask>`
      expect(await mend(foreign(path(task)))).toMatchObject({
        left: [],
        xml: expect.stringContaining(
          `<userTask id="a" flowable:candidateGroups="board"><extensionElements><approval:decision ${decision}/></extensionElements></userTask>`,
        ),
      })
    },
  )

  it.each([
    [
      'nrOfCompletedInstances/nrOfInstances > 0.5',
      '${nrOfCompletedInstances/nrOfInstances &gt;= 0.50001}',
    ],
    ['nrOfCompletedInstances > 1', '${nrOfCompletedInstances &gt;= 2}'],
    ['nrOfCompletedInstances == nrOfInstances', undefined],
  ])('the condition %s is written as one that is read', async (condition, written) => {
    const task = `<userTask id="a" flowable:assignee="\${one}"><multiInstanceLoopCharacteristics flowable:collection="people" flowable:elementVariable="one"><completionCondition>\${${condition.replace('>', '&gt;')}}</completionCondition></multiInstanceLoopCharacteristics></userTask>`
    const mended = await mend(foreign(path(task)))
    expect(mended.left).toEqual([])
    expect(/<completionCondition>(.*)<\/completionCondition>/.exec(mended.xml)?.[1]).toBe(written)
  })

  it('a diagram shows what is there', async () => {
    const xml = withDiagram(bpmn(path(user('a'))), 'gone', `${shape('a')}\n  ${shape('lost')}`)
    expect(await mend(xml)).toMatchObject({
      left: [],
      xml: withDiagram(bpmn(path(user('a'))), 'approval', shape('a')),
    })
  })

  it('ids that the parser drops get plain letters, wherever they are said', async () => {
    const xml = withDiagram(
      bpmn(
        `<extensionElements><approval:separation nodes="审批 b"/></extensionElements>${start}` +
          `<userTask id="审批" name="Check"><incoming>f1</incoming><outgoing>流</outgoing><extensionElements><approval:candidates><approval:candidate kind="initiator"/></approval:candidates></extensionElements></userTask>${user('b')}` +
          `<exclusiveGateway id="x" default="x_b"/>${end}<sequenceFlow id="f1" sourceRef="start" targetRef="审批"/><sequenceFlow id="流" sourceRef="审批" targetRef="x"/>` +
          flows('x -> end : outcomes["审批"] == "approved"', 'x -> b -> end'),
        '请假流程',
      ),
      '请假流程',
      shape('审批'),
    )
    const mended = await mend(xml, 'safe', 'leave')
    expect(mended.left).toEqual([])
    expect(mended.xml).toContain('<process id="leave" name="Approval"')
    expect(mended.xml).toContain('nodes="userTask_1 b"')
    expect(mended.xml).toContain('outcomes["userTask_1"]')
    expect(mended.xml).toContain('<outgoing>sequenceFlow_1</outgoing>')
    expect(mended.xml).toContain('bpmnElement="leave"')
    expect(mended.xml).not.toMatch(/审批|流"/)
  })

  it('a process is called as its key is, with its diagram', async () => {
    const xml = withDiagram(bpmn(path(user('a'))), 'approval', shape('a'))
    const mended = await mend(xml, 'safe', 'leave')
    expect(mended).toMatchObject({ left: [], xml: xml.replaceAll('"approval"', '"leave"') })
  })
})

describe('choices are offered and made by name', () => {
  it('of whom to ask, where nobody is named', async () => {
    const xml = bpmn(path('<userTask id="a"/>'))
    expect(await mend(xml)).toMatchObject({ xml, applied: [], left: ['a candidates_missing'] })
    for (const kind of ['initiatorSelects', 'managerLine', 'initiator']) {
      const mended = await mend(xml, [`name_people:a:${kind}`])
      expect(mended).toMatchObject({ left: [], skipped: [] })
      expect(mended.xml).toContain(
        `<userTask id="a"><extensionElements><approval:candidates><approval:candidate kind="${kind}"`,
      )
    }
  })

  it('of an end that rejects, where every condition is kept', async () => {
    const ways = flows(
      'start -> x',
      'x -> a : 1.0 > 2.0',
      'x -> b : 2.0 > 1.5',
      'a -> end',
      'b -> end',
    )
    const xml = bpmn(`${start}<exclusiveGateway id="x"/>${user('a')}${user('b')}${end}${ways}`)
    const mended = await mend(xml, ['reject_otherwise:x'])
    expect(mended).toMatchObject({ left: [], skipped: [] })
    expect(mended.xml).toContain('<exclusiveGateway id="x" default="x_to_end"/>')
    expect(mended.xml).toContain('<endEvent id="x_end"><errorEventDefinition/></endEvent>')
    expect(mended.xml.match(/<\/conditionExpression>/g)).toHaveLength(2)
  })

  it('of the default flow, whose condition goes', async () => {
    const ways = flows(
      'start -> x',
      'x -> a : 1.0 > 2.0',
      'x -> b : 2.0 > 1.5',
      'a -> end',
      'b -> end',
    )
    const xml = bpmn(`${start}<exclusiveGateway id="x"/>${user('a')}${user('b')}${end}${ways}`)
    const mended = await mend(xml, ['name_default:x:x_b', 'name_default:x:x_a'])
    expect(mended).toMatchObject({ left: [], skipped: ['name_default:x:x_b'] })
    expect(mended.xml).toContain(
      '<sequenceFlow id="x_a" sourceRef="x" targetRef="a"></sequenceFlow>',
    )
  })

  it('what another engine was told goes, on the element and in what it consists of', async () => {
    const task = `<userTask id="a" camunda:assignee="kermit" camunda:dmnRef="x"><extensionElements><camunda:taskListener event="create"/></extensionElements></userTask>`
    const xml = foreign(path(task))
    const ids = await offered(xml)
    expect(ids).toEqual(['remove_foreign:a:dmnRef', 'remove_foreign:a:camunda:taskListener'])
    expect(await mend(xml, ids)).toMatchObject({
      left: [],
      xml: expect.stringContaining(
        '<userTask id="a" camunda:assignee="kermit"><extensionElements></extensionElements></userTask>',
      ),
    })
  })

  it('steps that are not run ask somebody, or the application', async () => {
    const content = `${start}<task id="t"><standardLoopCharacteristics><loopCondition>initiator == ""</loopCondition></standardLoopCharacteristics></task><scriptTask id="s" scriptFormat="js"><script>1 &lt; 2</script></scriptTask><serviceTask id="v" name="Pay" flowable:class="a.B"/><sendTask id="w" flowable:type="mail"/>${user('a')}${end}${flows('start -> t -> s -> v -> w -> a -> end')}`
    const xml = foreign(content)
    const ids = [
      'make_user_task:t',
      'name_people:t:initiator',
      'ask_application:s',
      'ask_application:v',
      'ask_application:w',
    ]
    const mended = await mend(xml, ids)
    expect(mended).toMatchObject({ left: [], skipped: [] })
    expect(mended.xml).toContain(
      '<serviceTask id="v" name="Pay"><extensionElements><approval:callback name="Pay"/></extensionElements></serviceTask>',
    )
    expect(mended.xml).toContain(
      '<serviceTask id="s"><extensionElements><approval:callback name="s"/></extensionElements></serviceTask>',
    )
    expect(mended.xml).toContain(
      '<sendTask id="w"><extensionElements><approval:callback name="w"/></extensionElements></sendTask>',
    )
  })
})

it('what is written beside what is removed does not meet it', async () => {
  const task = `<userTask id="a" flowable:candidateGroups="g">\n  <multiInstanceLoopCharacteristics flowable:collection="bean.all()">\n    <loopCardinality>2</loopCardinality>\n  </multiInstanceLoopCharacteristics>\n</userTask>`
  expect(await mend(foreign(path(task)))).toMatchObject({ left: [] })
  const empty = await mend(bpmn(path('<scriptTask id="a" scriptFormat="js"/>')), [
    'ask_application:a',
  ])
  expect(empty).toMatchObject({ left: [], xml: expect.stringContaining('</serviceTask>') })
})

it('a border hears the application where nothing in the process throws, and does not end its own activity', async () => {
  const many =
    '<multiInstanceLoopCharacteristics behavior="One" oneBehaviorEventRef="D"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>'
  const drawnWith = (loop: string) =>
    bpmn(
      `${path(user('a').replace('</userTask>', `${loop}</userTask>`))}<boundaryEvent id="b" attachedToRef="a"><signalEventDefinition id="d" signalRef="S"/></boundaryEvent>${flows('b -> end')}`,
    ).replace(
      '<process',
      '<signal id="S" name="S"/><signalEventDefinition id="D" signalRef="S"/><process',
    )
  const told = await mend(drawnWith(''), ['hear_message:b'])
  expect(told).toMatchObject({
    left: [],
    xml: expect.stringContaining('attachedToRef="a"><messageEventDefinition id="d"/>'),
  })
  const beside = await mend(drawnWith(many), ['go_on_beside:b'])
  expect(beside).toMatchObject({
    left: [],
    xml: expect.stringContaining('attachedToRef="a" cancelActivity="false">'),
  })
})

it('done again it does nothing, and says which were not offered', async () => {
  const xml = drawn(user('a'))
  const once = await mend(xml, ['make_executable:approval', 'add_start:approval', 'unknown:x'])
  expect(once).toMatchObject({ skipped: ['unknown:x'] })
  const again = await mend(once.xml, ['make_executable:approval', 'add_start:approval'])
  expect(again).toMatchObject({
    xml: once.xml,
    applied: [],
    skipped: ['make_executable:approval', 'add_start:approval'],
  })
})

it('nothing is offered where the places of a document cannot be told', async () => {
  expect(await mend('hello')).toMatchObject({ xml: 'hello', applied: [] })
  expect(await mend(bpmn(path(user('a'))).replace('id="a"', 'id="a" a=b'))).toMatchObject({
    applied: [],
  })
})

const other = `<o:x xmlns:o="urn:o" o:id='a'>&lt;&#10;]]&gt; <![CDATA[</userTask>]]></o:x>`
const models: readonly string[] = [
  withDiagram(
    drawn(
      `<extensionElements>${other}</extensionElements>\n    <userTask id="a" />\r\n    <userTask id="b"/>${flows('a -> b')}`,
    ),
    'gone',
    `\n  ${shape('a')}\n  ${shape('lost')}`,
  ),
  foreign(
    `${start}<exclusiveGateway id="x"/><userTask id="审批" camunda:assignee="\${initiator}"><extensionElements>${other}</extensionElements></userTask><scriptTask id="s"><script>1</script></scriptTask>${flows('start -> x', 'x -> s')}<sequenceFlow id="f" sourceRef="x" targetRef="审批"/>`,
  ),
  foreign(
    path(
      `<userTask id="a" flowable:candidateGroups="g" flowable:other="x"><extensionElements>${other}</extensionElements><multiInstanceLoopCharacteristics flowable:collection="bean.all()"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>`,
    ),
  ),
]

it('writes nothing but what is repaired: comments, text and the parts of others stay byte for byte', async () => {
  const comments = ['<!-- > </process> " -->', '<!--é\r\n办-->', '<?tool a="<b>"?>']
  const noises = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...comments)), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...models), noises, async (model, list) => {
      const tags = model.matchAll(/<\/?(?:userTask|sequenceFlow|scriptTask|process)\b[^>]*\/?>/g)
      const places = [...tags].map(({ 0: tag, index }) => index + tag.length)
      const noisy = list
        .map(([at, text]) => [places[at % places.length] ?? 0, text] as const)
        .toSorted(([a], [b]) => b - a)
        .reduce((xml, [at, text]) => xml.slice(0, at) + text + xml.slice(at), model)
      const wanted = await offered(model)
      const plain = await mend(model, wanted, 'leave')
      const mended = await mend(noisy, wanted, 'leave')
      const without = comments.reduce((xml, text) => xml.replaceAll(text, ''), mended.xml)
      expect(without).toBe(plain.xml)
      expect(plain.applied).not.toEqual([])
      expect(plain.xml).toContain(other)
    }),
    { numRuns: 100 },
  )
})

describe('nothing is offered, and nothing is done for long, where a document', () => {
  const many = (count: number, one: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => one(index)).join('')

  it('declares thousands of vocabularies for thousands of elements', async () => {
    const prefixes = many(9_000, (index) => `xmlns:v${index}="u${index}" `)
    const xml = bpmn(many(12_000, (index) => `<task id="t${index}"/>`))
    const declared = xml.replace('targetNamespace', `${prefixes} targetNamespace`)
    expect(await offered(declared)).toEqual([])
  })

  it('names a hundred thousand people in one text', async () => {
    const owners = `<potentialOwner><resourceAssignmentExpression><formalExpression>${','.repeat(200_000)}</formalExpression></resourceAssignmentExpression></potentialOwner>`
    const xml = bpmn(path(`<userTask id="a">${owners}</userTask>`))
    expect(await offered(xml)).toEqual(expect.not.arrayContaining(['translate_people:a']))
  })

  it('has thousands of elements of one id', async () => {
    const xml = bpmn(many(12_000, () => '<userTask id="a"/>'))
    expect(await offered(xml)).toEqual([])
  })

  it('is indented by thousands of blanks: what is added is not', async () => {
    const xml = drawn(many(60, (index) => `\n${' '.repeat(5_000)}<userTask id="t${index}"/>`))
    const mended = await mend(xml)
    expect(mended.xml.length).toBeLessThan(xml.length + 60_000)
  })
})

it('a reference is renamed also where its letters are written as numbers', async () => {
  const xml = bpmn(`${start}<userTask id="办"/>${end}${flows('start -> 办', '办 -> end')}`)
  const written = xml.replace('sourceRef="办"', 'sourceRef="&#21150;"')
  const { xml: renamed } = await mend(written, ['rename:办'])
  expect(renamed).toContain('sourceRef="userTask_1"')
  expect(renamed).not.toContain('&#21150;')
})

describe('what other engines take as it comes', () => {
  const within = (event: string) =>
    bpmn(
      start +
        `<subProcess id="sub"><startEvent id="s"/>${user('a')}<endEvent id="e">${event}</endEvent>${flows('s -> a -> e')}</subProcess>` +
        `<boundaryEvent id="caught" attachedToRef="sub">${event}</boundaryEvent>${end}${flows('start -> sub -> end', 'caught -> end')}`,
    )

  it.each([
    ['errorEventDefinition errorRef', '<error id="E1" errorCode="E1"/>'],
    ['escalationEventDefinition escalationRef', '<escalation id="E1" escalationCode="E1"/>'],
  ])('%s to what nobody declared is declared once', async (reference, declaration) => {
    const xml = within(`<${reference}="E1"/>`)
    const mended = await mend(xml)
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(xml.replace('<process', `${declaration}\n  <process`))
  })

  it('what is no name, or is something else already, is not declared', async () => {
    expect(await offered(within('<errorEventDefinition errorRef="a"/>'))).not.toContain(
      'declare:caught:a',
    )
    expect(await offered(within('<errorEventDefinition errorRef="no name"/>'))).not.toContainEqual(
      expect.stringMatching(/^declare/),
    )
  })

  const branching = (condition: string) =>
    bpmn(
      `${start}<exclusiveGateway id="x" default="no"/>${user('a')}${end}${flows('start -> x', 'a -> end')}` +
        `<sequenceFlow id="yes" sourceRef="x" targetRef="a"><conditionExpression>${condition}</conditionExpression></sequenceFlow>` +
        '<sequenceFlow id="no" sourceRef="x" targetRef="end"/>',
    )

  it.each([
    ['${var:lowerThan(initiator, 10)}', '${initiator &lt; 10}'],
    [`\${vars:equals('initiator', "a and b")}`, '${initiator == &quot;a and b&quot;}'],
    [
      '${variables:get(initiator) == "x" and true}',
      '${initiator == &quot;x&quot; &amp;&amp; true}',
    ],
    ['execution.getVariable("initiator") eq "x or y"', 'initiator == &quot;x or y&quot;'],
  ])('%s is written as the comparison that it is', async (written, expected) => {
    const [repairing] = (await offered(branching(written))).filter((id) =>
      id.startsWith('translate_expression'),
    )
    expect(repairing).toBe('translate_expression:yes')
    const { xml } = await mend(branching(written), ['translate_expression:yes'])
    expect(xml).toBe(branching(expected))
  })

  it.each([
    '${var:contains(initiator, 1)}',
    '${bean.call()}',
    '${a ternary b}',
    // Would be looked at for minutes.
    `\${var:lt(initiator, ${' '.repeat(200_000)}(`,
  ])('%s is left to its author', async (written) => {
    expect(await offered(branching(written))).not.toContain('translate_expression:yes')
  })
})

describe('a signal that nothing in the process throws', () => {
  const waiting = (more = '') =>
    bpmn(
      `${start}${user('a')}<intermediateCatchEvent id="c"><signalEventDefinition signalRef="news"/></intermediateCatchEvent>${more}${end}${flows('start -> a -> c -> end')}`,
    ).replace('<process', '<signal id="news" name="rates"/><process')

  it('may come from all of the tenant', async () => {
    expect(await offered(waiting())).toEqual(['hear_others:c'])
    const mended = await mend(waiting(), ['hear_others:c'])
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(waiting().replace('id="news"', 'id="news" approval:scope="tenant"'))
  })

  it('all of one event that waits for several come from there', async () => {
    const several = waiting()
      .replace('signalRef="news"/>', 'signalRef="news"/><signalEventDefinition signalRef="more"/>')
      .replace('<process', '<signal id="more" name="more"/><process')
    expect(await offered(several)).toEqual(['hear_others:c'])
    const mended = await mend(several, ['hear_others:c'])
    expect(mended.left).toEqual([])
    for (const id of ['news', 'more']) {
      expect(mended.xml).toContain(`<signal id="${id}" approval:scope="tenant"`)
    }
  })

  it('one that the process throws stays within the approval', async () => {
    const thrown =
      '<intermediateThrowEvent id="t"><signalEventDefinition signalRef="own"/></intermediateThrowEvent>'
    const both = waiting(thrown)
      .replace('id="c">', 'id="c" parallelMultiple="true"><signalEventDefinition signalRef="own"/>')
      .replace('targetRef="c"', 'targetRef="t"')
      .replace('</process>', '<sequenceFlow id="on" sourceRef="t" targetRef="c"/></process>')
      .replace('<process', '<signal id="own" name="own"/><process')
    const mended = await mend(both, ['hear_others:c'])
    expect(mended.left).toEqual([])
    expect(mended.xml).toContain('<signal id="own" name="own"/>')
  })

  it('declares the vocabulary where the document has none', async () => {
    const plain = waiting().replace('xmlns:approval="urn:countersign:bpmn:1"', '')
    const scoped = await mend(
      plain.replaceAll(/<extensionElements>.*?<\/extensionElements>/g, ''),
      ['hear_others:c'],
    )
    expect(scoped.xml).toContain(
      '<signal id="news" xmlns:approval="urn:countersign:bpmn:1" approval:scope="tenant" name="rates"/>',
    )
  })
})

describe('what data is made of', () => {
  it.each([
    ['<signal id="S" name="s" structureRef="Text"/>', '<signal id="S" name="s"/>'],
    ['<message id="M" name="m" itemRef="Text"/>', '<message id="M" name="m"/>'],
    ['<error id="E" errorCode="e" structureRef="Text"/>', '<error id="E" errorCode="e"/>'],
  ])('says nothing here: a reference to what is not there goes from %s', async (from, to) => {
    const plain = bpmn(`${start}${user('a')}${end}${flows('start -> a -> end')}`)
    const mended = await mend(plain.replace('<process', `${from}<process`), 'safe')
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(plain.replace('<process', `${to}<process`))
  })
})

describe('a cycle where a time comes once', () => {
  const timed = '<timerEventDefinition><timeCycle>R4/PT1H</timeCycle></timerEventDefinition>'
  const once = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'

  it('is the first time of it, on a border that ends its activity', async () => {
    const xml = bpmn(
      `${start}${user('a')}<boundaryEvent id="late" attachedToRef="a">${timed}</boundaryEvent>${end}${flows('start -> a -> end', 'late -> end')}`,
    )
    const mended = await mend(xml)
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(xml.replace(timed, once))
  })

  it('is for the author to say where another engine would lead on once', async () => {
    const xml = foreign(
      `${start}<intermediateCatchEvent id="w">${timed}</intermediateCatchEvent>${user('a')}${end}${flows('start -> w -> a -> end')}`,
    )
    expect((await mend(xml)).left).toEqual(['w element_unsupported'])
    const mended = await mend(xml, ['wait_once:w'])
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(xml.replace(timed, once))
  })
})

describe('an error event on a task', () => {
  const caught = (task: string) =>
    bpmn(
      `${start}${task}<boundaryEvent id="no" name="Refused" attachedToRef="a"><errorEventDefinition errorRef="E"/></boundaryEvent>${end}${flows('start -> a -> end', 'no -> end')}`,
    ).replace('<process', '<error id="E" errorCode="too-dear"/><process')

  it.each([
    ['', '<approval:decision onReject="throw" error="too-dear"/>'],
    [
      '<approval:decision mode="all" onReject="continue"/>',
      '<approval:decision mode="all" onReject="throw" error="too-dear"/>',
    ],
  ])('is thrown by a rejection: %s', async (before, after) => {
    const mended = await mend(caught(user('a', 'a', before)), ['throw_rejection:no'])
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(caught(user('a', 'a', after)))
  })

  it('and the people who reject are named in the same go', async () => {
    const mended = await mend(caught('<userTask id="a"/>'), [
      'throw_rejection:no',
      'name_people:a:initiator',
    ])
    expect(mended.left).toEqual([])
    expect(mended.xml.match(/<extensionElements>/g)).toHaveLength(1)
  })
})

describe('what comes from other engines in one click', () => {
  const choosing = (flow: string) =>
    `${start}<exclusiveGateway id="x" default="no"/>${user('a')}${end}${flows('start -> x', 'a -> end')}${flow}<sequenceFlow id="no" sourceRef="x" targetRef="end"/>`
  const yes = (inside: string, id = ' id="yes"') =>
    `<sequenceFlow${id} sourceRef="x" targetRef="a">${inside}</sequenceFlow>`
  const formal = ' xsi:type="tFormalExpression"'
  const when = (text: string, more = '') =>
    `<conditionExpression${more}>${text}</conditionExpression>`

  it.each([
    [
      'a flow without an id, by its ends',
      bpmn(choosing(yes(when('${var:eq(initiator, "ann")}'), ''))),
      'translate_expression:x -> a',
      bpmn(choosing(yes(when('${initiator == &quot;ann&quot;}'), ''))),
    ],
    [
      'a flow without a condition beside a default one',
      bpmn(choosing(yes(''))),
      'take_always:yes',
      bpmn(choosing(yes(when('true')))),
    ],
    [
      'a condition without a word',
      bpmn(
        `${start}${user('a')}${end}${flows('start -> a')}<sequenceFlow id="f" sourceRef="a" targetRef="end">${when('')}</sequenceFlow>`,
      ),
      'remove_condition:f',
      bpmn(
        `${start}${user('a')}${end}${flows('start -> a')}<sequenceFlow id="f" sourceRef="a" targetRef="end"></sequenceFlow>`,
      ),
    ],
    [
      'a condition on a default flow',
      bpmn(
        choosing(yes(when('initiator == "ann"'))).replace(
          'targetRef="end"/>',
          `targetRef="end">${when('true')}</sequenceFlow>`,
        ),
      ),
      'remove_condition:no',
      bpmn(
        choosing(yes(when('initiator == "ann"'))).replace(
          'targetRef="end"/>',
          'targetRef="end"></sequenceFlow>',
        ),
      ),
    ],
    [
      'a condition that is CEL by another name',
      bpmn(choosing(yes(when('initiator == "ann"', `${formal} language="groovy"`)))),
      'translate_expression:yes',
      bpmn(choosing(yes(when('initiator == "ann"', formal)))),
    ],
    [
      'an attribute that BPMN does not have',
      bpmn(
        `<startEvent id="start" default="f"/>${user('a')}${end}<sequenceFlow id="f" sourceRef="start" targetRef="a"/>${flows('a -> end')}`,
      ),
      'remove_foreign:start:default',
      bpmn(
        `<startEvent id="start"/>${user('a')}${end}<sequenceFlow id="f" sourceRef="start" targetRef="a"/>${flows('a -> end')}`,
      ),
    ],
    [
      'an event that another engine was told of',
      foreign(
        `${start}<intermediateCatchEvent id="w"><extensionElements><flowable:eventType>paid</flowable:eventType></extensionElements></intermediateCatchEvent>${user('a')}${end}${flows('start -> w -> a -> end')}`,
      ),
      'hear_message:w',
      foreign(
        `${start}<intermediateCatchEvent id="w"><extensionElements></extensionElements><messageEventDefinition/></intermediateCatchEvent>${user('a')}${end}${flows('start -> w -> a -> end')}`,
      ),
    ],
    [
      'all values that come back from a call',
      foreign(
        `${start}<callActivity id="c" calledElement="other"><extensionElements><camunda:out source="a" target="b"/><camunda:out variables="all"/></extensionElements></callActivity>${end}${flows('start -> c -> end')}`,
      ),
      'remove_foreign:c:camunda:out',
      foreign(
        `${start}<callActivity id="c" calledElement="other"><extensionElements><camunda:out source="a" target="b"/></extensionElements></callActivity>${end}${flows('start -> c -> end')}`,
      ),
    ],
  ])('%s', async (_, xml, id, expected) => {
    expect(await offered(xml)).toContain(id)
    const mended = await mend(xml, [id])
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(expected)
  })

  it('blanks around the = of attributes, wherever they are', async () => {
    const plain = foreign(
      `${start}<userTask id="a" flowable:assignee="ann" name="b = c"/>${end}${flows('start -> a -> end')}`,
    )
    const blank = plain
      .replace('assignee="ann"', 'assignee = "ann"')
      .replace('id="end"', 'id\n="end"')
    const mended = await mend(blank)
    expect(mended.left).toEqual([])
    expect(mended.xml).toBe(plain)
  })

  it.each([
    ['${var:exists(people)}', 'has(variables.people)'],
    ['${vars:isEmpty("people")}', '(!has(variables.people) || size(variables.people) == 0)'],
    [
      '${variables:isNotEmpty(people)}',
      '(has(variables.people) &amp;&amp; size(variables.people) &gt; 0)',
    ],
    [
      '${var:getOrDefault(initiator, "bob") == "ann"}',
      '(has(variables.initiator) ? variables.initiator : &quot;bob&quot;) == &quot;ann&quot;',
    ],
  ])('%s asks for a value that may be missing', async (written, expected) => {
    const mended = await mend(bpmn(choosing(yes(when(written)))), ['translate_expression:yes'])
    expect(mended.xml).toBe(bpmn(choosing(yes(when(`\${${expected}}`)))))
    expect(mended.left).toEqual([])
  })
})
