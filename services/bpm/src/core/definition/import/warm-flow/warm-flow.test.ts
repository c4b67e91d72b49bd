import { describe, expect, it } from 'vitest'
import { play } from '../../../testing.ts'
import { compile, readDefinition } from '../../compile.ts'
import { findProblems } from '../../validate.ts'
import { warmFlowLeave } from '../samples.testing.ts'
import { convertSource } from '../source.ts'

const declared = [
  { name: 'days', type: 'number' },
  { name: 'boss', type: 'user' },
  { name: 'from', type: 'date' },
] as const

async function convert(model: object) {
  const read = await convertSource(JSON.stringify(model), { variables: declared })
  if (!('format' in read)) throw new Error(read.message)
  const definition = await readDefinition(read.bpmnXml)
  return { ...read, problems: findProblems(definition, declared), imported: definition.imported }
}

const to = (nextNodeCode: string, more: object = {}) => ({
  nextNodeCode,
  skipType: 'PASS',
  ...more,
})
/** start → first → a → end */
const withTask = (task: object, more: readonly object[] = []) => ({
  flowCode: 'one',
  nodeList: [
    { nodeType: 0, nodeCode: 'begin', skipList: [to('first')] },
    { nodeType: 1, nodeCode: 'first', permissionFlag: 'ann', skipList: [to('a')] },
    { nodeType: 1, nodeCode: 'a', permissionFlag: 'bob', skipList: [to('over')], ...task },
    ...more,
    { nodeType: 2, nodeCode: 'over', skipList: [] },
  ],
})

async function taskOf(task: object) {
  const { bpmnXml, problems } = await convert(withTask(task))
  expect(problems).toEqual([])
  return (await compile(bpmnXml)).nodes.get('a')
}

describe('a Warm-Flow model', () => {
  it('becomes BPMN that can be published and says the same', async () => {
    const { format, key, name, bpmnXml, problems, imported } = await convert(warmFlowLeave)
    expect({ format, key, name, problems }).toEqual({
      format: 'warm-flow',
      key: 'leave',
      name: '请假',
      problems: [],
    })
    const process = await compile(bpmnXml)
    expect(process.nodes.get('submit')).toMatchObject({ candidates: [{ kind: 'initiator' }] })
    expect(process.nodes.get('boss')).toMatchObject({
      candidates: [
        { kind: 'role', ref: 'boss' },
        { kind: 'user', ref: 'bob' },
      ],
      decision: { mode: 'any' },
      returns: { to: 'initiator' },
      forbidden: new Set(['reject']),
    })
    expect(process.nodes.get('board')).toMatchObject({
      decision: { mode: 'ratio', threshold: 0.5, reject: 'unreachable' },
    })
    expect(imported).toEqual(
      expect.arrayContaining([
        {
          element: 'days',
          name: 'skipList[0].skipCondition',
          value: 'gt@@days|7',
          outcome: 'mapped',
        },
        { element: 'board', name: 'formCustom', value: 'N', outcome: 'ignored' },
        { element: 'leave', name: 'modelValue', value: 'CLASSICS', outcome: 'ignored' },
      ]),
    )
    const game = await play(bpmnXml, { variables: { days: 9 } })
    game.approve('submit', 'ann')
    game.approve('board', 'u1')
    game.approve('board', 'u2')
    expect(game.state().status).toBe('APPROVED')
  })

  it.each([
    ['0', { mode: 'any' }],
    ['100', { mode: 'all', reject: 'any' }],
    ['66.6', { mode: 'ratio', threshold: 0.666 }],
    ['passCount=2', { mode: 'count', threshold: 2, reject: 'unreachable' }],
    ['rejectCount=2', { mode: 'all', reject: 'count', rejectThreshold: 2 }],
    ['100@@sequence', { mode: 'sequential' }],
  ])('decides by the ratio %s', async (nodeRatio, decision) => {
    expect(await taskOf({ nodeRatio })).toMatchObject({ decision })
  })

  it.each([
    [
      'user:1@@dept:2@@post:3',
      [
        { kind: 'user', ref: '1' },
        { kind: 'department', ref: '2' },
        { kind: 'post', ref: '3' },
      ],
    ],
    [
      '1,2',
      [
        { kind: 'user', ref: '1' },
        { kind: 'user', ref: '2' },
      ],
    ],
    ['warmFlowInitiator', [{ kind: 'initiator' }]],
    [
      'role:default@@role:2',
      [
        { kind: 'role', ref: 'default' },
        { kind: 'role', ref: '2' },
      ],
    ],
    ['${boss}', [{ kind: 'variable', name: 'boss' }]],
    [
      'default@@${boss}@@role:7',
      [
        { kind: 'variable', name: 'boss' },
        { kind: 'role', ref: '7' },
      ],
    ],
  ])('asks %s', async (permissionFlag, candidates) => {
    expect(await taskOf({ permissionFlag })).toMatchObject({ candidates })
  })

  it.each([
    ['to the node before', { anyNodeSkip: 'first' }, { to: 'previous' }],
    ['to the end', { skipList: [to('over'), to('over', { skipType: 'REJECT' })] }, { to: 'any' }],
    ['nowhere', {}, { to: 'any' }],
  ])('a rejection leads %s', async (_, task, returns) => {
    expect(await taskOf(task)).toMatchObject({ returns })
  })

  const first = (permissionFlag: object) => [
    { nodeType: 0, nodeCode: 'begin', skipList: [to('first')] },
    { nodeType: 1, nodeCode: 'first', ...permissionFlag, skipList: [to('a')] },
    { nodeType: 1, nodeCode: 'a', permissionFlag: 'bob', skipList: [to('b')] },
    {
      nodeType: 1,
      nodeCode: 'b',
      permissionFlag: 'cat',
      skipList: [to('over'), to('first', { skipType: 'REJECT' })],
    },
    { nodeType: 2, nodeCode: 'over', skipList: [] },
  ]

  it.each([{}, { permissionFlag: 'warmFlowInitiator' }])(
    'a rejection leads to the initiator where the first node is theirs: %j',
    async (flag) => {
      const { bpmnXml, problems } = await convert({ nodeList: first(flag) })
      expect(problems).toEqual([])
      const node = (await compile(bpmnXml)).nodes.get('b')
      expect(node).toMatchObject({ returns: { to: 'initiator' } })
    },
  )

  it.each(['ann', 'warmFlowInitiator@@ann'])(
    'a rejection to the first node of others, %s, is refused',
    async (permissionFlag) => {
      const { problems } = await convert({ nodeList: first({ permissionFlag }) })
      expect(problems).toMatchObject([
        { element: 'b', code: 'foreign_refused', subject: 'skipList[1].nextNodeCode' },
        { element: 'b', code: 'foreign_refused', subject: 'skipList[1].skipType' },
      ])
    },
  )

  it.each([
    ['a gateway', 'fork'],
    ['nothing', 'gone'],
  ])('refuses a rejection to %s', async (_, code) => {
    const task = { skipList: [to('fork'), to(code, { skipType: 'REJECT' })] }
    const fork = { nodeType: 3, nodeCode: 'fork', skipList: [to('over')] }
    const { problems } = await convert(withTask(task, [fork]))
    expect(problems).toContainEqual(
      expect.objectContaining({
        element: 'a',
        code: 'foreign_refused',
        subject: 'skipList[1].nextNodeCode',
      }),
    )
  })

  it('refuses a way to nothing', async () => {
    const { problems } = await convert(withTask({ skipList: [to('gone')] }))
    expect(problems).toContainEqual(
      expect.objectContaining({ element: 'a', subject: 'skipList[0].nextNodeCode' }),
    )
  })

  it('keeps the condition of the only way', async () => {
    const fork = {
      nodeType: 3,
      nodeCode: 'fork',
      skipList: [to('over', { skipCondition: 'gt@@days|3' })],
    }
    const { bpmnXml, problems } = await convert(withTask({ skipList: [to('fork')] }, [fork]))
    expect(bpmnXml).toContain('days &gt; 3')
    expect(problems).toMatchObject([{ element: 'fork', code: 'default_missing' }])
  })

  it('a rejection leads to the node before', async () => {
    const b = {
      nodeType: 1,
      nodeCode: 'b',
      permissionFlag: 'cat',
      anyNodeSkip: 'a',
      skipList: [to('over')],
    }
    const { bpmnXml, problems } = await convert(withTask({ skipList: [to('b')] }, [b]))
    expect(problems).toEqual([])
    const node = (await compile(bpmnXml)).nodes.get('b')
    expect(node).toMatchObject({ returns: { to: 'previous' }, forbidden: new Set(['reject']) })
  })

  it.each([
    ['listenerPath', { listenerType: 'create', listenerPath: 'org.example.Listener' }],
    ['permissionFlag', { permissionFlag: 'spel@@#{@people.of(1)}@@bob' }],
    ['nodeRatio', { nodeRatio: 'default@@${passNum > 1}' }],
    ['nodeRatio', { nodeRatio: '50@@sequence' }],
    ['anyNodeSkip', { anyNodeSkip: 'gone' }],
    ['nodeType', { nodeType: 9 }],
  ])('refuses %s that it cannot do: %j', async (name, task) => {
    const { problems } = await convert(withTask(task))
    expect(problems).toContainEqual(
      expect.objectContaining({ element: 'a', code: 'foreign_refused', subject: name }),
    )
  })

  it.each([
    ['eq@@days|3', 'days == 3'],
    ['gt@@days|many', undefined],
    ['gt@@boss|3', undefined],
    ['le@@from|2026-12-01', undefined],
    ['eq@@from|2026-12-01', 'date(from) == date("2026-12-01")'],
    ['notLike@@boss|x', '!boss.contains("x")'],
    ["default@@${days > 3 && boss == 'bob'}", "days > 3 && boss == 'bob'"],
    ['spel@@#{@leave.isLong(#days)}', undefined],
    ['default@@${T(java.lang.Runtime).exec()}', undefined],
    ['days > 3', undefined],
  ])('reads the condition %s', async (skipCondition, when) => {
    const fork = {
      nodeType: 3,
      nodeCode: 'fork',
      skipList: [to('over', { skipCondition }), to('first')],
    }
    const { bpmnXml, imported } = await convert(withTask({ skipList: [to('fork')] }, [fork]))
    const notes = imported.filter(({ name }) => name === 'skipList[0].skipCondition')
    expect(notes).toMatchObject([{ outcome: when === undefined ? 'refused' : 'mapped' }])
    if (when !== undefined)
      expect(bpmnXml).toContain(when.replaceAll('&', '&amp;').replaceAll('>', '&gt;'))
  })
})
