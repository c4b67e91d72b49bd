import type { ApproveStep, TreeStep } from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import { play } from '../../../testing.ts'
import type { VariableDeclaration } from '../../../variables.ts'
import { readDefinition } from '../../compile.ts'
import { findProblems } from '../../validate.ts'
import { flowLongExpense } from '../samples.testing.ts'
import { convertSource } from '../source.ts'

const declared: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number' },
  { name: 'kind', type: 'string' },
  { name: 'code', type: 'string' },
  { name: 'urgent', type: 'boolean' },
  { name: 'from', type: 'date' },
  { name: 'signers', type: 'users' },
]

async function convert(model: object) {
  const read = await convertSource(JSON.stringify(model), { variables: declared })
  if (!('format' in read)) throw new Error(read.message)
  const definition = await readDefinition(read.bpmnXml)
  const problems = findProblems(definition, declared)
  return { ...read, problems, imported: definition.imported }
}

/** One node behind the initiator's. */
const alone = (node: object) => ({
  key: 'one',
  name: 'One',
  nodeConfig: { type: 0, nodeKey: 'begin', childNode: { nodeKey: 'a', nodeName: 'A', ...node } },
})
const asked = { type: 1, setType: 1, nodeAssigneeList: [{ id: 'bob' }] }

const weighted = (weights: readonly unknown[], passWeight: unknown) => ({
  type: 1,
  setType: 1,
  examineMode: 4,
  passWeight,
  nodeAssigneeList: weights.map((weight, index) => ({ id: `u${index}`, weight })),
})

async function stepOf(node: object): Promise<TreeStep | undefined> {
  return (await convert(alone(node))).tree?.steps[0]
}

describe('a FlowLong model', () => {
  it('becomes steps that say the same, and a document that can be published', async () => {
    const { format, key, name, tree, problems, imported } = await convert(flowLongExpense)
    expect({ format, key, name, problems }).toEqual({
      format: 'flowlong',
      key: 'expense',
      name: '费用报销',
      problems: [],
    })
    const [boss, size, tell] = tree?.steps ?? []
    expect(boss).toMatchObject({
      id: 'boss',
      type: 'approve',
      candidates: [{ kind: 'managerLine', from: 1, to: 1 }],
      mode: 'sequential',
      onInitiator: 'skip',
      return: { to: 'initiator', resubmit: 'straightBack' },
      forbid: ['reject', 'transfer'],
      timeout: { in: 'PT48H', calendar: 'continuous', result: 'rejected' },
      remind: { in: 'P1D' },
    })
    expect(size).toMatchObject({
      kind: 'exclusive',
      branches: [
        {
          name: '大额',
          when: '(amount > 1000 && kind != "gift") || kind.contains("car")',
          steps: [{ id: 'finance', mode: 'weighted', threshold: 60, reject: 'any' }],
        },
        { name: '其他', otherwise: true, steps: [] },
      ],
    })
    expect(tell).toMatchObject({ type: 'cc', candidates: [{ kind: 'user', ref: 'cat' }] })
    expect(tree?.steps).toHaveLength(3)
    expect(imported).toEqual(
      expect.arrayContaining([
        { element: 'boss', name: 'examineLevel', value: '1', outcome: 'mapped' },
        { element: 'boss', name: 'extendConfig.formConfig', outcome: 'ignored' },
        { element: 'size', name: 'conditionNodes[0].conditionList', outcome: 'mapped' },
        { element: 'expense', name: 'name', value: '费用报销', outcome: 'mapped' },
      ]),
    )
  })

  it('runs as it did there', async () => {
    const { bpmnXml } = await convert(flowLongExpense)
    const game = await play(bpmnXml, {
      variables: { amount: 2000, kind: 'trip' },
      directory: { 'managerLine:ann:1-1:bottomUp': ['bob'] },
    })
    game.approve('boss', 'bob')
    expect(game.open()).toEqual(['finance/fay', 'finance/fred'])
    game.approve('finance', 'fred')
    expect(game.state().status).toBe('RUNNING')
    game.approve('finance', 'fay')
    expect(game.state().status).toBe('APPROVED')
  })

  it.each<[string, object, Partial<ApproveStep>]>([
    ['roles, taken by one', { setType: 3, nodeAssigneeList: [{ id: 'r' }] }, { mode: 'single' }],
    [
      'roles, one of each',
      { setType: 3, nodeAssigneeList: [{ id: 'r' }, { id: 's' }], examineMode: 2 },
      {
        mode: 'quorum',
        reject: 'any',
        candidates: [
          { kind: 'role', ref: 'r', atLeast: 1 },
          { kind: 'role', ref: 's', atLeast: 1 },
        ],
      },
    ],
    [
      'a role, all of it',
      { setType: 3, nodeAssigneeList: [{ id: 'r' }], groupStrategy: 1, examineMode: 2 },
      { mode: 'all', candidates: [{ kind: 'role', ref: 'r' }] },
    ],
    [
      'a department',
      { setType: 7, nodeAssigneeList: [{ id: 'd' }] },
      { candidates: [{ kind: 'department', ref: 'd' }] },
    ],
    ['whom the initiator chooses', { setType: 4 }, { candidates: [{ kind: 'initiatorSelects' }] }],
    ['the initiator', { setType: 5 }, { candidates: [{ kind: 'initiator' }] }],
    [
      'managers up to the top',
      { setType: 6, directorMode: 0, directorLevel: 2 },
      { candidates: [{ kind: 'managerLine', from: 1, to: 50 }] },
    ],
    [
      'managers up to a level',
      { setType: 6, directorMode: 1, directorLevel: 2 },
      { candidates: [{ kind: 'managerLine', from: 1, to: 2 }], mode: 'sequential' },
    ],
    ['all of them', { examineMode: 2 }, { mode: 'all' }],
    ['one of them', { examineMode: 3 }, { mode: 'any' }],
    [
      'back to the one before',
      { rejectStrategy: 2 },
      { return: { to: 'previous', resubmit: 'rerun' } },
    ],
    ['back to any', { rejectStrategy: 3 }, { return: { to: 'any', resubmit: 'rerun' } }],
    [
      'the end, and no way back',
      { rejectStrategy: 4, allowRollback: false },
      { forbid: ['return'] },
    ],
    [
      'nobody added',
      { rejectStrategy: 4, allowAppendNode: false },
      { forbid: ['addSign', 'removeSign'] },
    ],
  ])('asks %s', async (_, more, expected) => {
    const { tree, problems } = await convert(alone({ ...asked, ...more }))
    expect(problems).toEqual([])
    expect(tree?.steps[0]).toMatchObject(expected)
  })

  it.each([
    [[60, 40], 50, 50],
    [[30, 30], 50, 10],
    [[30, 30], 20, 1],
    [[80, 80], 50, 110],
    [[10, 10], undefined, 1],
  ])('counts what is left of a hundred: %j by %s', async (weights, passWeight, threshold) => {
    const { tree, problems } = await convert(alone(weighted(weights, passWeight)))
    expect(problems).toEqual([])
    expect(tree?.steps[0]).toMatchObject({ mode: 'weighted', threshold })
  })

  it.each<[unknown[], unknown, string]>([
    [[60, 'much'], 50, 'nodeAssigneeList'],
    [[60, 0], 50, 'nodeAssigneeList'],
    [[60, 39.5], 50, 'nodeAssigneeList'],
    [[60, 40], 'half', 'passWeight'],
    [[60, 40], 50.5, 'passWeight'],
  ])('refuses the weights %j by %s', async (weights, passWeight, name) => {
    const { problems } = await convert(alone(weighted(weights, passWeight)))
    expect(problems).toContainEqual(
      expect.objectContaining({ element: 'a', code: 'foreign_refused', subject: name }),
    )
  })

  it.each<[object, object]>([
    [
      { type: 1, typeOfApprove: 2 },
      { type: 'auto', otherwise: 'approved' },
    ],
    [
      { type: 1, typeOfApprove: 3 },
      { type: 'auto', otherwise: 'rejected' },
    ],
    [{ type: 30 }, { type: 'end', result: 'approved', all: true }],
    [{ type: 31 }, { type: 'end', result: 'rejected', all: true }],
    [
      { type: 6, extendConfig: { time: '3:h' } },
      { type: 'wait', in: 'PT3H' },
    ],
    [
      { type: 6, extendConfig: { time: '01:30:05' } },
      { type: 'wait', in: 'PT1H30M5S' },
    ],
    [
      { type: 5, callProcess: 'other' },
      { type: 'call', key: 'other' },
    ],
    [
      { type: 7, extendConfig: { trigger: 'org.example.Book' } },
      { type: 'callback', request: 'org.example.Book' },
    ],
    [
      { type: 2, nodeAssigneeList: [{ id: 'x' }], allowSelection: true },
      { type: 'cc', candidates: [{ kind: 'user', ref: 'x' }, { kind: 'initiatorSelects' }] },
    ],
  ])('has %j as %j', async (node, expected) => {
    expect(await stepOf(node)).toMatchObject(expected)
  })

  it('waits before a trigger that comes later', async () => {
    const { tree } = await convert(
      alone({ type: 7, triggerType: 2, extendConfig: { trigger: 'book', time: '2:d' } }),
    )
    expect(tree?.steps).toMatchObject([
      { id: 'a_wait', type: 'wait', in: 'P2D' },
      { id: 'a', type: 'callback' },
    ])
  })

  it('goes on at the node that a route names', async () => {
    const route = (nodeKey: string) => ({
      type: 23,
      nodeKey: 'route',
      nodeName: 'Route',
      routeNodes: [
        {
          nodeKey,
          nodeName: 'Back',
          conditionList: [[{ field: 'amount', operator: '>', value: '9' }]],
        },
      ],
    })
    const back = await convert(alone({ ...asked, childNode: route('route:a') }))
    expect(back.problems).toEqual([])
    expect(back.tree?.steps[1]).toMatchObject({
      type: 'branch',
      branches: [
        { when: 'amount > 9', steps: [{ type: 'jump', to: 'a' }] },
        { otherwise: true, steps: [] },
      ],
    })
    const game = await play(back.bpmnXml, { variables: { amount: 10 } })
    game.approve('a', 'bob')
    expect(game.open()).toEqual(['a/bob'])

    const away = await convert(alone({ ...asked, childNode: route('begin') }))
    expect(away.problems).toContainEqual(
      expect.objectContaining({
        element: 'route',
        code: 'foreign_refused',
        subject: 'routeNodes[0].nodeKey',
      }),
    )
  })

  it('names no step as what it makes of a route is called', async () => {
    const route = { type: 23, nodeKey: 'r', nodeName: 'R', routeNodes: [{ nodeKey: 'r_to_1' }] }
    const { tree, problems } = await convert(
      alone({ ...asked, nodeKey: 'r_to_1', childNode: route }),
    )
    expect(problems.filter(({ code }) => code === 'id_duplicate')).toEqual([])
    expect(tree?.steps).toMatchObject([
      { id: 'step_1' },
      { id: 'r', branches: [{ steps: [{ id: 'r_to_1', type: 'jump', to: 'step_1' }] }] },
    ])
  })

  it('loses nothing that is refused, however much a node says', async () => {
    const harmless = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, 1]))
    const one = await stepOf({ ...harmless, ...asked, callAi: 'agent' })
    expect(one?.imported).toHaveLength(100)
    expect(one?.imported?.[0]).toMatchObject({ name: 'callAi', outcome: 'refused' })
    const many = await stepOf({
      type: 4,
      conditionNodes: Array.from({ length: 130 }, (_, index) => ({
        nodeName: `w${index}`,
        conditionList: [[{ field: 'a.b', operator: '==', value: '1' }]],
      })),
    })
    expect(many?.imported).toHaveLength(100)
    expect(many?.imported?.at(-1)).toEqual({ name: '31 more members', outcome: 'refused' })
  })

  it.each([
    ['a program that decides', { ...asked, callAi: 'agent' }, 'callAi'],
    [
      'candidates of whom one is chosen',
      { type: 1, setType: 8, nodeCandidate: { type: 1, assignees: [{ id: 'r' }] } },
      'setType',
    ],
    ['people of a form', { ...asked, setType: 11 }, 'setType'],
    [
      'roles one after the other',
      { type: 1, setType: 3, nodeAssigneeList: [{ id: 'r' }, { id: 's' }] },
      'setType',
    ],
    ['a process by its number', { type: 5, callProcess: '17:Other' }, 'callProcess'],
    [
      'a process that nobody waits for',
      { type: 5, callProcess: 'other', callAsync: true },
      'callAsync',
    ],
    ['a time that only ends it', { ...asked, termAuto: true, term: 2 }, 'termAuto'],
    ['a way to decide that is no number', { ...asked, examineMode: 'most' }, 'examineMode'],
    ['a flag that is none', { ...asked, allowTransfer: 'perhaps' }, 'allowTransfer'],
    ['a time that is none', { ...asked, termAuto: true, term: 'soon', termMode: 0 }, 'term'],
    ['a reminder at no time', { ...asked, remind: true }, 'remind'],
    ['a delay of no length', { type: 6, extendConfig: { time: 'soon' } }, 'extendConfig.time'],
    ['what no version has', { type: 99 }, 'type'],
  ])('keeps %s from being published, until it is removed by name', async (_, node, name) => {
    const { problems, imported } = await convert(alone(node))
    expect(problems).toContainEqual(
      expect.objectContaining({ element: 'a', code: 'foreign_refused', subject: name }),
    )
    expect(imported).toContainEqual(
      expect.objectContaining({ element: 'a', name, outcome: 'refused' }),
    )
  })

  it.each([
    ['amount', '>=', '10', 'amount >= 10'],
    ['amount', '>', 'ten', undefined],
    ['kind', '==', 'a "b" \\ c', 'kind == "a \\"b\\" \\\\ c"'],
    ['kind', 'notinclude', 'car', '!kind.contains("car")'],
    ['code', '==', '007', 'code == "007"'],
    ['urgent', '==', 'true', 'urgent == true'],
    ['urgent', '>', 'true', undefined],
    ['from', '<', '2026-12-01', 'date(from) < date("2026-12-01")'],
    ['signers', 'include', 'bob', '"bob" in signers'],
    ['signers', '>', 'bob', undefined],
    ['signers', '==', 'bob', undefined],
    ['kind', '>', '9', undefined],
    ['signers', 'notinclude', 'bob', '!("bob" in signers)'],
    ['unknown', '>', '3', 'unknown > 3'],
    ['a.b', '>', '3', undefined],
    ['amount', '~', '3', undefined],
  ])('reads the condition %s %s %s', async (field, operator, value, when) => {
    const step = await stepOf({
      type: 4,
      conditionNodes: [
        { nodeName: 'x', priorityLevel: 1, conditionList: [[{ field, operator, value }]] },
        { nodeName: 'y', priorityLevel: 2, conditionList: [] },
      ],
    })
    expect(step).toMatchObject({
      branches: [when === undefined ? { name: 'x' } : { when }, { otherwise: true }],
    })
    const refused = step?.imported?.filter(({ outcome }) => outcome === 'refused')
    expect(refused).toHaveLength(when === undefined ? 1 : 0)
  })
})
