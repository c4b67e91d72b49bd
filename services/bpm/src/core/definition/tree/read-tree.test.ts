import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../../testing.ts'
import { compileTree } from './compile-tree.ts'
import { readTree } from './read-tree.ts'

/** Everything that a step can say, once. */
const whole: TreeStep = {
  id: 'whole',
  type: 'approve',
  name: 'All of it',
  candidates: [
    { kind: 'managerLine', from: 1, to: 2, direction: 'topDown' },
    { kind: 'role', ref: 'finance', weight: 2 },
  ],
  mode: 'ratio',
  threshold: 0.6,
  reject: 'count',
  rejectThreshold: 2,
  onReject: 'continue',
  onEmpty: 'users',
  emptyUsers: ['x', 'y'],
  onInitiator: 'skip',
  duplicates: 'any',
  return: { to: 'initiator', resubmit: 'rerun' },
  comment: { reject: 'required' },
  change: { open: 'keep', decided: 'refuse' },
  forbid: ['transfer'],
  fields: [{ name: 'amount', access: 'write' }],
  due: { decision: 'times' },
  remind: { in: 'P1D', times: 3 },
  escalate: { in: 'P3D', calendar: 'continuous', candidates: [{ kind: 'user', ref: 'boss' }] },
  timeout: { at: '2027-01-31', result: 'rejected' },
  imported: [{ name: 'callAi', value: 'x', outcome: 'ignored' }],
}

const plain: readonly TreeStep[] = [
  whole,
  { id: 'x', type: 'cc', name: 'Tell', candidates: [{ kind: 'initiatorSelects' }] },
  { id: 'x', type: 'wait', name: 'A while', in: 'PT2H', calendar: 'working' },
  { id: 'x', type: 'wait', name: 'Until', at: '2027-01-31' },
  { id: 'x', type: 'wait', name: 'Booked', message: 'booked' },
  {
    id: 'x',
    type: 'auto',
    name: 'Rules',
    rules: [{ when: 'amount > 1', result: 'rejected' }],
    otherwise: 'approved',
  },
  { id: 'x', type: 'callback', name: 'Book', request: 'book' },
  { id: 'x', type: 'decision', name: 'Level', table: 'level' },
  {
    id: 'x',
    type: 'call',
    name: 'Opinion',
    key: 'opinion',
    inheritVariables: true,
    onReject: 'continue',
    in: [{ source: 'amount', target: 'sum' }],
    out: [{ source: 'note', target: 'note' }],
    many: { each: 'signers', as: 'one', sequential: true, until: 'nrOfInstances > 1' },
  },
  { id: 'x', type: 'call', name: 'Twice', key: 'opinion', many: { times: '2' } },
]

const { steps: rows } = fc.letrec<{ steps: TreeStep[] }>((tie) => ({
  steps: fc.array(
    fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom(...plain),
      fc
        .tuple(
          fc.constantFrom('exclusive' as const, 'inclusive' as const, 'parallel' as const),
          fc.array(fc.tuple(tie('steps'), fc.constantFrom('on', 'end', 'jump')), {
            minLength: 2,
            maxLength: 3,
          }),
        )
        .map(([kind, branches]): TreeStep => branching(kind, branches)),
      tie('steps').map((steps): TreeStep => ({ id: 'x', type: 'sub', name: 'Within', steps })),
    ),
    { maxLength: 3 },
  ),
}))

function branching(
  kind: 'exclusive' | 'inclusive' | 'parallel',
  branches: readonly (readonly [TreeStep[], string])[],
): TreeStep {
  const last: Readonly<Record<string, readonly TreeStep[]>> = {
    end: [{ id: 'x', type: 'end', result: 'rejected', all: true }],
    jump: [{ id: 'x', type: 'jump', to: 'first' }],
  }
  return {
    id: 'x',
    type: 'branch',
    kind,
    branches: branches.map(([steps, then], index) => ({
      name: `way ${index}`,
      ...(kind === 'parallel' ? {} : index === 0 ? { otherwise: true } : { when: 'amount > 1' }),
      // The first goes on, so that something is behind the branches.
      steps: [...steps, ...(index === 0 ? [] : (last[then] ?? []))],
    })),
  }
}

/** Each step by an id of its own; what is jumped to from within a sub-process stands in front of it there. */
function numbered(steps: readonly TreeStep[], count: { at: number }, within: string): TreeStep[] {
  return steps.map((step) => {
    const id = `s${(count.at += 1)}`
    switch (step.type) {
      case 'jump':
        return { ...step, id, to: within }
      case 'branch':
        return {
          ...step,
          id,
          branches: step.branches.map((one) => ({
            ...one,
            steps: numbered(one.steps, count, within),
          })),
        }
      case 'sub': {
        const first = { ...whole, id: `${id}_first` }
        return { ...step, id, steps: [first, ...numbered(step.steps, count, first.id)] }
      }
      default:
        return { ...step, id }
    }
  })
}

it('gives the tree back that a document was made of', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (drawn) => {
      const first: TreeStep = { ...whole, id: 'first' }
      const tree: ApprovalTree = {
        steps: [first, ...numbered(drawn, { at: 0 }, 'first')],
        separations: [{ nodes: ['first', 'second'], rounds: 'all' }],
      }
      const xml = await compileTree(tree, { key: 'tree', name: 'Tree', isDrawn: false })
      expect(await readTree(xml)).toEqual(tree)
    }),
    { numRuns: 60 },
  )
})

it('reads what somebody drew with other ids, without names, and with ends of its own', async () => {
  const tree = await readTree(
    bpmn(
      `<startEvent id="go"/>${user('a')}<exclusiveGateway id="g" default="g_meet"/>${user('b')}<exclusiveGateway id="meet"/><endEvent id="over"/>${flows('go -> a -> g', 'g -> b : amount > 1', 'g -> meet', 'b -> meet -> over')}`,
    ),
  )
  const step = (id: string) => ({
    id,
    type: 'approve',
    name: id,
    candidates: [{ kind: 'user', ref: id }],
  })
  expect(tree).toEqual({
    steps: [
      step('a'),
      {
        id: 'g',
        type: 'branch',
        kind: 'exclusive',
        branches: [
          { name: '1', when: 'amount > 1', steps: [step('b')] },
          { name: '2', otherwise: true, steps: [] },
        ],
      },
    ],
  })
})

const row = flows('start -> a -> end')
it.each([
  ['an event on a border', `<boundaryEvent id="late" attachedToRef="a"/>${row}`],
  ['what another tool said', row.replace('<sequenceFlow', '<sequenceFlow kept="yes"')],
  ['documentation', `<documentation>why</documentation>${row}`],
  ['a note', `<textAnnotation id="n"><text>why</text></textAnnotation>${row}`],
  ['two starts', `<startEvent id="other"/>${row}${flows('other -> a')}`],
  [
    'ways that meet without a gateway',
    `<parallelGateway id="g"/>${user('b')}${flows('start -> g -> a -> end', 'g -> b -> a')}`,
  ],
  [
    'gateways that do not match',
    `<parallelGateway id="g"/>${user('b')}<exclusiveGateway id="m"/>${flows('start -> g -> a -> m -> end', 'g -> b -> m')}`,
  ],
])('leaves a document to the diagram that says more: %s', async (_, content) => {
  expect(await readTree(bpmn(start + user('a') + end + row))).toBeDefined()
  expect(await readTree(bpmn(start + user('a') + end + content))).toBeUndefined()
})
