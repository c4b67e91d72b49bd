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
