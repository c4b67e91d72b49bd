import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, validate } from '../../testing.ts'
import { compile, readDefinition } from '../compile.ts'
import type { UserTaskNode } from '../graph.ts'
import { ruoYiLoop, ruoYiTask } from '../import/samples.testing.ts'

const declared = [
  { name: 'amount', type: 'number' },
  { name: 'buyer', type: 'user' },
  { name: 'signers', type: 'users' },
] as const

const namespaces = {
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  operaton: 'http://operaton.org/schema/1.0/bpmn',
}

const document = (task: string, { prefix = 'flowable', first = start } = {}) =>
  bpmn(first + task + end + flows('start -> a -> end')).replace(
    '<definitions ',
    `<definitions xmlns:${prefix}="${namespaces[prefix as keyof typeof namespaces]}" `,
  )

async function taskOf(xml: string): Promise<UserTaskNode> {
  expect(await validate(xml, declared)).toEqual([])
  const node = (await compile(xml)).nodes.get('a')
  if (node?.kind !== 'userTask') throw new Error('a is no user task')
  return node
}

const codesOf = async (xml: string) => (await validate(xml, declared)).map(({ code }) => code)

describe('people of other engines', () => {
  it.each(Object.keys(namespaces))('reads assignee and candidates of %s', async (prefix) => {
    const attributes = `${prefix}:assignee="ann" ${prefix}:candidateUsers="ben, cat" ${prefix}:candidateGroups="finance"`
    const task = await taskOf(document(`<userTask id="a" ${attributes}/>`, { prefix }))
    expect(task.candidates).toEqual([
      { kind: 'user', ref: 'ann', weight: 1 },
      { kind: 'user', ref: 'ben', weight: 1 },
      { kind: 'user', ref: 'cat', weight: 1 },
      { kind: 'role', ref: 'finance', weight: 1 },
    ])
  })

  it.each([
    ['${initiator}', { kind: 'initiator', weight: 1 }],
    ['${buyer}', { kind: 'variable', name: 'buyer', weight: 1 }],
    ['#{signers}', { kind: 'variable', name: 'signers', weight: 1 }],
  ])('reads %s', async (assignee, candidate) => {
    const { candidates } = await taskOf(
      document(`<userTask id="a" flowable:assignee="${assignee}"/>`),
    )
    expect(candidates).toEqual([candidate])
  })

  it('reads the name that a start event gives the initiator', async () => {
    const first = '<startEvent id="start" flowable:initiator="applicant"/>'
    const xml = document('<userTask id="a" flowable:assignee="${applicant}"/>', { first })
    expect((await taskOf(xml)).candidates).toEqual([{ kind: 'initiator', weight: 1 }])
  })

  it('refuses what it would only half understand, by name', async () => {
    const listener =
      '<extensionElements><flowable:taskListener event="create" class="X"/></extensionElements>'
    expect(
      await codesOf(document(`<userTask id="a" flowable:assignee="b">${listener}</userTask>`)),
    ).toEqual(['foreign_element'])
    expect(
      await codesOf(
        document('<userTask id="a" flowable:assignee="b" flowable:skipExpression="${x}"/>'),
      ),
    ).toEqual(['foreign_attribute'])
    expect(
      await codesOf(document('<userTask id="a" flowable:candidateGroups="${groups}"/>')),
    ).toContain('foreign_attribute')
    expect(await codesOf(document('<serviceTask id="a" flowable:class="X"/>'))).toContain(
      'foreign_attribute',
    )
  })

  it('passes over what has no effect on the path or the people', async () => {
    const task =
      '<userTask id="a" camunda:assignee="b" camunda:formKey="f" camunda:asyncBefore="true"/>'
    expect(await codesOf(document(task, { prefix: 'camunda' }))).toEqual([])
  })
})

describe('multi-instance', () => {
  const many = (attributes: string, inner = '') =>
    document(
      `<userTask id="a" flowable:assignee="\${one}"><multiInstanceLoopCharacteristics ${attributes} flowable:collection="signers" flowable:elementVariable="one">${inner}</multiInstanceLoopCharacteristics></userTask>`,
    )
  const until = (condition: string) =>
    many('', `<completionCondition><![CDATA[${condition}]]></completionCondition>`)

  it.each([
    ['all at once', many(''), { mode: 'all', reject: 'any' }],
    ['one after the other', many('isSequential="true"'), { mode: 'sequential', reject: 'any' }],
    [
      'a share',
      until('${nrOfCompletedInstances/nrOfInstances >= 0.6 }'),
      { mode: 'ratio', threshold: 0.6 },
    ],
    ['a number', until('${nrOfCompletedInstances >= 2}'), { mode: 'count', threshold: 2 }],
  ])('over a variable, %s', async (_what, xml, decision) => {
    expect(await taskOf(xml)).toMatchObject({
      candidates: [{ kind: 'variable', name: 'signers' }],
      decision,
    })
  })

  it.each([
    ['${signers.size()}', '${signers.get(loopCounter)}'],
    ['${size(signers)}', '#{signers[loopCounter]}'],
  ])('over a variable by number, %s', async (cardinality, assignee) => {
    const xml = document(
      `<userTask id="a" flowable:assignee="${assignee}"><multiInstanceLoopCharacteristics><loopCardinality>${cardinality}</loopCardinality></multiInstanceLoopCharacteristics></userTask>`,
    )
    expect(await taskOf(xml)).toMatchObject({
      candidates: [{ kind: 'variable', name: 'signers' }],
      decision: { mode: 'all', reject: 'any' },
    })
  })

  it.each([
    ['data of the process', '<dataObject id="signers" isCollection="true"/>', 'signers'],
    ['data by its name', '<dataObject id="d1" name="signers"/>', 'd1'],
    ['a variable', '', 'signers'],
  ])('over %s, in the words of BPMN', async (_, data, reference) => {
    const loop = `<multiInstanceLoopCharacteristics><loopDataInputRef>${reference}</loopDataInputRef><inputDataItem id="i1" name="one"/></multiInstanceLoopCharacteristics>`
    const xml = document(`${data}<userTask id="a" flowable:assignee="\${one}">${loop}</userTask>`)
    expect(await taskOf(xml)).toMatchObject({
      candidates: [{ kind: 'variable', name: 'signers' }],
      decision: { mode: 'all' },
    })
    expect(await codesOf(xml)).toEqual([])
    const called = document(`${data}<manualTask id="a">${loop}</manualTask>`)
    expect(await codesOf(called)).toEqual([])
    expect(
      await codesOf(called.replaceAll('"signers"', '"others"').replaceAll('>signers<', '>others<')),
    ).toEqual(['expression_type'])
  })

  it('of one is the task itself', async () => {
    const xml = document(
      '<userTask id="a" flowable:assignee="${buyer}"><multiInstanceLoopCharacteristics><loopCardinality>1</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
    )
    expect(await taskOf(xml)).toMatchObject({ candidates: [{ kind: 'variable', name: 'buyer' }] })
  })

  const counted = (cardinality: string) =>
    document(
      `<userTask id="a" flowable:assignee="\${buyer}"><multiInstanceLoopCharacteristics><loopCardinality>${cardinality}</loopCardinality></multiInstanceLoopCharacteristics></userTask>`,
    )

  it.each(['3', '${amount}', '${signers.size()}'])(
    'of the cardinality %s is so many tasks, with a decision each',
    async (cardinality) => {
      expect(await validate(counted(cardinality), declared)).toEqual([])
      expect(await taskOf(counted(cardinality))).toMatchObject({
        candidates: [{ kind: 'variable', name: 'buyer' }],
        decision: { mode: 'single' },
        repeat: { kind: 'times', loop: { sequential: false, over: { kind: 'count' } } },
      })
    },
  )

  it.each([
    ['0', 'loop_cardinality'],
    ['-1', 'loop_cardinality'],
    ['many', 'expression_type'],
  ])('refuses the cardinality %s', async (cardinality, code) => {
    expect(await codesOf(counted(cardinality))).toEqual([code])
  })

  it.each([
    ['another completion condition', until('${amount > 5}'), 'completion_condition'],
    [
      'a cardinality beside a collection',
      many('', '<loopCardinality>3</loopCardinality>'),
      'loop_cardinality',
    ],
    [
      'an assignee that is not the element',
      many('').replace('${one}', '${buyer}'),
      'foreign_attribute',
    ],
    [
      'a standard loop without an end',
      document('<userTask id="a" flowable:assignee="b"><standardLoopCharacteristics/></userTask>'),
      'repeat_endless',
    ],
  ])('refuses %s', async (_what, xml, code) => {
    expect(await codesOf(xml)).toContain(code)
  })

  it('refuses a decision beside it', async () => {
    const xml = many('').replace(
      '"><multiInstance',
      '"><extensionElements><approval:decision mode="any"/></extensionElements><multiInstance',
    )
    expect(await codesOf(xml)).toContain('decision_twice')
  })
})

describe('as RuoYi’s designers write it', () => {
  const all = '${nrOfCompletedInstances >= nrOfInstances}'
  it.each([
    ['flowable:dataType="ROLES" flowable:candidateGroups="ROLE2,ROLE7"', ['role/2', 'role/7']],
    ['flowable:dataType="DEPTS" flowable:candidateGroups="DEPT103"', ['department/103']],
    [
      'flowable:dataType="DEPTS" flowable:candidateGroups="a8f,b"',
      ['department/a8f', 'department/b'],
    ],
    ['flowable:candidateGroups="ROLE2"', ['role/ROLE2']],
    ['flowable:dataType="USERS" flowable:candidateUsers="1,2"', ['user/1', 'user/2']],
  ])('asks %s', async (attributes, people) => {
    const task = await taskOf(ruoYiTask(`${attributes} flowable:text="名称"`))
    expect(task.candidates.map((one) => `${one.kind}/${'ref' in one ? one.ref : ''}`)).toEqual(
      people,
    )
  })

  it.each([
    [all, false, 'all'],
    [all, true, 'sequential'],
    ['${nrOfCompletedInstances > 0}', false, 'any'],
  ])('lets each of them decide until %s', async (until, sequential, mode) => {
    const attributes =
      'flowable:dataType="USERS" flowable:assignee="${assignee}" flowable:candidateUsers="1,2" flowable:text="A,B"'
    const xml = ruoYiTask(attributes, ruoYiLoop(until.replaceAll('>', '&gt;'), sequential))
    const { candidates, decision } = await taskOf(xml)
    expect(candidates).toMatchObject([{ ref: '1' }, { ref: '2' }])
    expect(decision.mode).toBe(mode)
  })
})

describe('as ruoyi-vue-pro writes it', () => {
  const strategy = (number: string, param?: string) =>
    `flowable:candidateStrategy="${number}"${param === undefined ? '' : ` flowable:candidateParam="${param}"`}`

  it.each([
    ['roles', strategy('10', '2,7'), ['role/2', 'role/7']],
    ['members of departments', strategy('20', '103'), ['department/103']],
    ['posts', strategy('22', '4, 5'), ['post/4', 'post/5']],
    ['people', strategy('30', '1,2'), ['user/1', 'user/2']],
    ['whom the approver chooses', strategy('34'), ['previousApproverSelects/']],
    ['whom the initiator chooses', strategy('35', ''), ['initiatorSelects/']],
    ['the initiator', strategy('36'), ['initiator/']],
    ['the leader of their department', strategy('37', '1'), ['departmentLeader/0']],
    ['the one above', strategy('37', '2'), ['departmentLeader/1']],
    ['all leaders up there', strategy('38', '2'), ['departmentLeader/0', 'departmentLeader/1']],
    ['a field of the form', strategy('50', 'signers'), ['variable/signers']],
    ['a field of the form, with blanks', strategy('50', ' signers '), ['variable/signers']],
    ['a variable', strategy('60', '${signers}'), ['variable/signers']],
    ['whoever has started it', strategy('60', '${initiator}'), ['initiator/']],
    ['nobody else beside', `flowable:assignee="9" ${strategy('30', '1')}`, ['user/1']],
  ])('asks %s', async (_, attributes, people) => {
    const { candidates } = await taskOf(ruoYiTask(attributes))
    const name = (one: object) => Object.entries(one).find(([key]) => /ref|name|level/.test(key))
    expect(candidates.map((one) => `${one.kind}/${name(one)?.[1] ?? ''}`)).toEqual(people)
  })

  it.each([
    ['leaders of a department', strategy('21', '103')],
    ['leaders of departments above', strategy('23', '103|2')],
    ['a group of users', strategy('40', '1')],
    ['leaders of a department of the form', strategy('51', 'dept|1')],
    ['a program', strategy('60', '${leaders.calculate(execution, 1)}')],
    ['nobody', strategy('1')],
    ['an unknown number', strategy('99', '1')],
    ['no people', strategy('30', ' ')],
    ['no level', strategy('37', '0')],
    ['too many levels', strategy('38', '1000000')],
    ['no name', strategy('50', 'a b')],
  ])('is refused with %s', async (_, attributes) => {
    const xml = ruoYiTask(attributes)
    expect(await codesOf(xml)).toEqual(['foreign_attribute', 'candidates_missing'])
    const { imported } = await readDefinition(xml)
    const [first] = imported.filter(({ element }) => element === 'a')
    expect(first).toMatchObject({ name: 'candidateStrategy', outcome: 'refused' })
  })

  it('reads elements as well, which an attribute goes before', async () => {
    const element = (name: string, text: string) => `<flowable:${name}>${text}</flowable:${name}>`
    const written = (number: string) =>
      `<extensionElements>${element('candidateStrategy', number)}${element('candidateParam', '1,2')}</extensionElements>`
    expect((await taskOf(ruoYiTask('', written('30')))).candidates).toMatchObject([
      { kind: 'user', ref: '1' },
      { kind: 'user', ref: '2' },
    ])
    expect((await taskOf(ruoYiTask(strategy('36'), written('30')))).candidates).toMatchObject([
      { kind: 'initiator' },
    ])
    expect(await codesOf(ruoYiTask('', written('40')))).toContain('foreign_element')
  })

  it.each([
    ['${ nrOfCompletedInstances/nrOfInstances >= 0.5}', false, 'ratio'],
    ['${ nrOfCompletedInstances > 0 }', false, 'any'],
    ['${ nrOfCompletedInstances >= nrOfInstances }', true, 'sequential'],
  ])('lets each of them decide until %s', async (until, sequential, mode) => {
    const loop = `<multiInstanceLoopCharacteristics isSequential="${sequential}" flowable:collection="\${coll_userList}"><completionCondition>${until.replaceAll('>', '&gt;')}</completionCondition></multiInstanceLoopCharacteristics>`
    const { candidates, decision } = await taskOf(ruoYiTask(strategy('30', '1,2'), loop))
    expect(candidates).toMatchObject([{ ref: '1' }, { ref: '2' }])
    expect(decision.mode).toBe(mode)
  })

  it('says in its report what counts', async () => {
    const own = ruoYiTask(
      strategy('30', '1'),
      '<extensionElements><approval:candidates xmlns:approval="urn:countersign:bpmn:1"><approval:candidate kind="role" ref="hr"/></approval:candidates></extensionElements>',
    )
    const noted = async (xml: string) =>
      (await readDefinition(xml)).imported
        .filter(({ element }) => element === 'a')
        .map(({ name, outcome, wins = '' }) => `${name} ${outcome} ${wins}`.trim())
    expect(await noted(own)).toEqual([
      'candidateStrategy ignored approval:candidates',
      'candidateParam ignored approval:candidates',
    ])
    expect(await noted(ruoYiTask(`flowable:assignee="9" ${strategy('30', '1')}`))).toEqual([
      'assignee ignored candidateStrategy',
      'candidateStrategy mapped',
      'candidateParam mapped',
    ])
    const counted =
      '<multiInstanceLoopCharacteristics><loopCardinality>${signers.size()}</loopCardinality></multiInstanceLoopCharacteristics>'
    const seats = `flowable:assignee="\${signers.get(loopCounter)}" ${strategy('30', '1')}`
    const taken = ruoYiTask(seats, counted)
    expect((await taskOf(taken)).candidates).toMatchObject([{ kind: 'variable', name: 'signers' }])
    expect(await noted(taken)).toEqual([
      'assignee mapped',
      'candidateStrategy ignored multiInstanceLoopCharacteristics',
      'candidateParam ignored multiInstanceLoopCharacteristics',
    ])
  })
})
