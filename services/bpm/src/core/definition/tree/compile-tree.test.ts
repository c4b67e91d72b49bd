import { describe, expect, it } from 'vitest'
import { play, validate } from '../../testing.ts'
import { compileTree } from './compile-tree.ts'
import { compile } from '../compile.ts'
import type { ApprovalTree, TreeStep } from '@countersign/contracts'

const approve = (id: string, more: object = {}): TreeStep => ({
  id,
  type: 'approve',
  name: `${id} & <co>`,
  candidates: [{ kind: 'user', ref: id }],
  ...more,
})
const jumpTo = (to: string): TreeStep => ({ id: `to_${to}_`, type: 'jump', to })
const xmlOf = (...steps: TreeStep[]) =>
  compileTree({ steps } as ApprovalTree, { key: 'tree', name: 'A "tree"' })

describe('compileTree', () => {
  it('gives a document without problems, drawn, with the key as process id', async () => {
    const xml = await xmlOf(
      approve('a', { mode: 'ratio', threshold: 0.6, onEmpty: 'users', emptyUsers: ['x', 'y'] }),
      {
        id: 'fork',
        type: 'branch',
        kind: 'parallel',
        branches: [
          { name: 'left', steps: [approve('b', { return: { to: 'initiator' } })] },
          { name: 'right', steps: [] },
        ],
      },
      { id: 'tell', type: 'cc', name: 'Tell', candidates: [{ kind: 'role', ref: 'hr' }] },
    )
    expect(await validate(xml, [])).toEqual([])
    const process = await compile(xml)
    expect(process).toMatchObject({ id: 'tree', name: 'A "tree"' })
    for (const id of [...process.nodes.keys(), ...process.flows.keys()]) {
      expect(xml).toContain(`bpmnElement="${id}"`)
    }
    expect(process.nodes.get('a')).toMatchObject({
      name: 'a & <co>',
      decision: { mode: 'ratio', threshold: 0.6, reject: 'unreachable' },
      policy: { onEmpty: 'users', emptyUsers: ['x', 'y'] },
    })
    expect(process.nodes.get('b')).toMatchObject({ returns: { to: 'initiator' } })
  })

  it.each([
    [1500, ['large/large']],
    [10, ['small/small']],
  ])('takes the branch whose condition holds for %d', async (amount, open) => {
    const xml = await xmlOf({
      id: 'size',
      type: 'branch',
      kind: 'exclusive',
      branches: [
        { name: 'large', when: 'amount > 1000', steps: [approve('large')] },
        { name: 'small', otherwise: true, steps: [approve('small')] },
      ],
    })
    const game = await play(xml, { variables: { amount } })
    expect(game.open()).toEqual(open)
    game.approve(open[0]?.split('/')[0] ?? '')
    expect(game.state().status).toBe('APPROVED')
  })

  it.each([
    [12, 'z/z'],
    [7, 'x/x'],
    [1, 'y/y'],
  ])('takes the first branch that fits, also one without steps, for %d', async (amount, open) => {
    const xml = await xmlOf(
      {
        id: 'size',
        type: 'branch',
        kind: 'exclusive',
        branches: [
          { name: 'free', when: 'amount > 10', steps: [] },
          { name: 'some', when: 'amount > 5', steps: [approve('x')] },
          { name: 'rest', otherwise: true, steps: [approve('y')] },
        ],
      },
      approve('z'),
    )
    expect((await play(xml, { variables: { amount } })).open()).toEqual([open])
  })

  it('shows a repeated step id as a problem', async () => {
    const problems = await validate(await xmlOf(approve('a'), approve('a')), [])
    expect(problems.map(({ code }) => code)).toContain('id_duplicate')
  })

  it('nests branches', async () => {
    const inner: TreeStep = {
      id: 'inner',
      type: 'branch',
      kind: 'inclusive',
      branches: [
        { name: 'x', when: 'amount > 5', steps: [approve('x')] },
        { name: 'y', otherwise: true, steps: [approve('y')] },
      ],
    }
    const xml = await xmlOf({
      id: 'outer',
      type: 'branch',
      kind: 'parallel',
      branches: [
        { name: 'l', steps: [inner] },
        { name: 'r', steps: [approve('r')] },
      ],
    })
    expect(await validate(xml, [{ name: 'amount', type: 'number' }])).toEqual([])
  })
})

it('says all that a user task and a call can say', async () => {
  const xml = await compileTree(
    {
      steps: [
        {
          id: 'manager',
          type: 'approve',
          name: 'Manager',
          candidates: [{ kind: 'managerLine' }],
          forbid: ['transfer', 'takeBack'],
          fields: [{ name: 'amount', access: 'write' }],
          due: { in: 'P2D' },
          remind: { in: 'P1D', times: 3 },
          escalate: {
            in: 'P3D',
            calendar: 'continuous',
            candidates: [{ kind: 'role', ref: 'hr' }],
          },
          timeout: { at: '2026-12-31', result: 'rejected' },
        },
        {
          id: 'legal',
          type: 'call',
          name: 'Legal',
          key: 'legal-review',
          inheritVariables: true,
          onReject: 'continue',
          in: [{ source: 'amount * 2.0', target: 'sum' }],
          out: [{ source: 'opinion', target: 'note' }],
        },
      ],
    },
    { key: 'form', name: 'Form' },
  )
  const declared = [{ name: 'amount', type: 'number' }] as const
  expect(await validate(xml, declared)).toEqual([])
  const { nodes } = await compile(xml)
  expect(nodes.get('manager')).toMatchObject({
    forbidden: new Set(['transfer', 'takeBack']),
    fields: new Map([['amount', 'write']]),
    timing: {
      due: { kind: 'in', value: 'P2D', working: true },
      remind: { delay: { value: 'P1D' }, times: 3 },
      escalate: {
        delay: { value: 'P3D', working: false },
        candidates: [{ kind: 'role', ref: 'hr' }],
      },
      timeout: { delay: { kind: 'at', value: '2026-12-31' }, result: 'rejected' },
    },
  })
  expect(nodes.get('legal')).toMatchObject({
    calledElement: 'legal-review',
    inheritVariables: true,
    onReject: 'continue',
    inputs: [{ source: { text: 'amount * 2.0' }, target: 'sum' }],
    outputs: [{ source: { text: 'opinion' }, target: 'note' }],
  })
})

const wait = { id: 'w', type: 'wait', name: 'Wait' } as const

describe('a step that asks nobody', () => {
  it.each<[TreeStep, object]>([
    [
      { ...wait, in: 'PT2H' },
      { kind: 'timer', delay: { kind: 'in', value: 'PT2H', working: false } },
    ],
    [
      { ...wait, in: 'P2D', calendar: 'working' },
      { kind: 'timer', delay: { value: 'P2D', working: true } },
    ],
    [
      { ...wait, at: '2026-12-24' },
      { kind: 'timer', delay: { kind: 'at', value: '2026-12-24' } },
    ],
    [
      { ...wait, message: 'booked' },
      { kind: 'receive', hears: { on: 'message', message: 'booked' } },
    ],
    [
      {
        id: 'w',
        type: 'auto',
        name: 'Auto',
        rules: [{ when: '1 < 2', result: 'rejected' }],
        otherwise: 'approved',
      },
      { kind: 'auto', otherwise: 'approved', rules: [{ result: 'rejected' }] },
    ],
    [
      { id: 'w', type: 'callback', name: 'Book', request: 'book' },
      { kind: 'callback', request: 'book' },
    ],
    [
      { id: 'w', type: 'decision', name: 'Level', table: 'level' },
      { kind: 'decision', ref: 'level' },
    ],
    [
      {
        id: 'w',
        type: 'call',
        name: 'Opinions',
        key: 'opinion',
        many: {
          each: '["a", "b"]',
          as: 'one',
          sequential: true,
          until: 'nrOfApprovedInstances >= 1',
        },
      },
      { kind: 'call', calledElement: 'opinion', loop: { as: 'one' } },
    ],
    [
      { id: 'w', type: 'call', name: 'Opinions', key: 'opinion', many: { times: '3' } },
      { kind: 'call', calledElement: 'opinion' },
    ],
  ])('is what BPMN has for it: %j', async (step, node) => {
    const xml = await xmlOf(approve('a'), step)
    expect(await validate(xml, [])).toEqual([])
    const compiled = (await compile(xml)).nodes.get('w')
    expect(compiled).toMatchObject(node)
    expect(compiled?.name).toBe(step.name)
  })

  it('ends a branch, or everything', async () => {
    const branches = (all: boolean): TreeStep => ({
      id: 'fork',
      type: 'branch',
      kind: 'parallel',
      branches: [
        { name: 'x', steps: [approve('x'), { id: 'stop', type: 'end', result: 'approved', all }] },
        { name: 'y', steps: [approve('y')] },
      ],
    })
    for (const all of [false, true]) {
      const game = await play(await xmlOf(branches(all), approve('z')))
      game.approve('x')
      expect(game.state().status).toBe(all ? 'APPROVED' : 'RUNNING')
    }
  })

  it('goes on further up, and with what follows where the other branch is taken', async () => {
    const xml = await xmlOf(approve('a'), {
      id: 'again',
      type: 'branch',
      kind: 'exclusive',
      branches: [
        { name: 'x', when: 'amount > 10.0', steps: [{ id: 'back', type: 'jump', to: 'a' }] },
        { name: 'y', otherwise: true, steps: [approve('b')] },
      ],
    })
    const declared = [{ name: 'amount', type: 'number' } as const]
    expect(await validate(xml, declared)).toEqual([])
    const back = await play(xml, { variables: { amount: 11 } })
    back.approve('a')
    expect(back.open()).toEqual(['a/a'])
    const on = await play(xml, { variables: { amount: 1 } })
    on.approve('a')
    expect(on.open()).toEqual(['b/b'])
  })

  it('holds steps under one name, and parts of them know each other', async () => {
    const sub: TreeStep = {
      id: 'sub',
      type: 'sub',
      name: 'Both',
      steps: [approve('a'), approve('b')],
    }
    const xml = await xmlOf(sub, approve('c'))
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    for (const id of ['a', 'b', 'c']) game.approve(id)
    expect(game.state().status).toBe('APPROVED')
  })

  it.each<[TreeStep[], string, string]>([
    [[{ id: 'j', type: 'jump', to: 'nowhere' }], 'j', 'dead_end'],
    [
      [
        { id: 'sub', type: 'sub', name: 'S', steps: [{ id: 'j', type: 'jump', to: 'a' }] },
        approve('a'),
      ],
      'j_jump',
      'flow_crosses_border',
    ],
    [[{ id: 'e', type: 'end' }, approve('late')], 'late', 'unreachable'],
    [[{ ...wait, in: '' }], 'w', 'timer_invalid'],
    [[approve('a', { due: { in: '' } })], 'a', 'timer_invalid'],
    [[approve('a', { due: { decision: '' } })], 'a', 'timer_invalid'],
    [
      [{ id: 'c', type: 'call', name: 'C', key: 'k', in: [{ source: '', target: '' }] }],
      'c',
      'value_invalid',
    ],
    [[{ id: 'd', type: 'decision', name: 'D', table: '' }], 'd', 'decision_missing'],
    [[{ id: 'k', type: 'callback', name: 'K', request: '' }], 'k', 'value_invalid'],
    [[{ id: 'c', type: 'call', name: 'C', key: '' }], 'c', 'called_missing'],
    [[{ ...approve('a'), imported: [{ name: 'x', outcome: 'refused' }] }], 'a', 'foreign_refused'],
  ])('that is unfinished is told by its id: %j', async (steps, element, code) => {
    const problems = await validate(await xmlOf(...steps), [])
    expect(problems).toContainEqual(expect.objectContaining({ element, code }))
  })

  it.each<[string, TreeStep[][], boolean]>([
    ['from the last branch', [[approve('a')], [approve('b')], [approve('c'), jumpTo('b')]], true],
    ['into two branches', [[approve('a'), jumpTo('c')], [approve('b')], [approve('c')]], true],
    ['where the layout gives up', [[], [jumpTo('c')], [approve('c')]], false],
  ])('jumps %s, drawn or not', async (_, branches, isDrawn) => {
    const fork: TreeStep = {
      id: 'fork',
      type: 'branch',
      kind: 'exclusive',
      branches: branches.map((steps, index) => ({
        name: String(index),
        ...(index === 0 ? { otherwise: true } : { when: `amount == ${index}` }),
        steps,
      })),
    }
    const xml = await xmlOf(fork)
    expect(await validate(xml, [{ name: 'amount', type: 'number' }])).toEqual([])
    expect(xml.includes('BPMNShape')).toBe(isDrawn)
  })

  it('shows copies to whom the initiator chooses, who need not choose', async () => {
    const tell: TreeStep = {
      id: 'tell',
      type: 'cc',
      name: 'Tell',
      candidates: [{ kind: 'user', ref: 'x' }, { kind: 'initiatorSelects' }],
    }
    const game = await play(await xmlOf(tell, approve('a')))
    expect(game.effects).toContainEqual({ kind: 'copied', node: 'tell', users: ['x'] })
    expect(game.open()).toEqual(['a/a'])
  })
})
