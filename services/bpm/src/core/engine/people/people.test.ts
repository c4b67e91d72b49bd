import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, engineOptions, flows, play, start, user } from '../../testing.ts'
import { initialState } from '../engine.ts'
import { apply } from '../engine.ts'

const task = (candidates: string, more = '') =>
  `<userTask id="t"><extensionElements><approval:candidates>${candidates}</approval:candidates>${more}</extensionElements></userTask>`
const one = (candidates: string, more = '') =>
  bpmn(start + task(candidates, more) + end + flows('start -> t -> end'))
const all = '<approval:decision mode="all"/>'

describe('candidates', () => {
  it.each([
    ['kind="user" ref="ben"', 'user:ben', { kind: 'user', ref: 'ben' }],
    ['kind="role" ref="hr"', 'role:hr', { kind: 'role', ref: 'hr' }],
    ['kind="department" ref="d"', 'department:d', { kind: 'department', ref: 'd' }],
    ['kind="post" ref="cfo"', 'post:cfo', { kind: 'post', ref: 'cfo' }],
    ['kind="initiator"', 'user:ann', { kind: 'user', ref: 'ann' }],
    ['kind="variable" name="buyer"', 'user:bob', { kind: 'user', ref: 'bob' }],
    ['kind="expression" value="[buyer][0]"', 'user:bob', { kind: 'user', ref: 'bob' }],
    [
      'kind="departmentLeader" level="1"',
      'departmentLeader:ann:1',
      { kind: 'departmentLeader', userId: 'ann', level: 1 },
    ],
    [
      'kind="managerLine" from="1" to="3" direction="topDown"',
      'managerLine:ann:1-3:topDown',
      { kind: 'managerLine', userId: 'ann', from: 1, to: 3, direction: 'topDown' },
    ],
  ])('%s asks the directory for %s', async (attributes, key, request) => {
    const process = await compile(one(`<approval:candidate ${attributes}/>`))
    const state = initialState('ann', { buyer: 'bob' })
    const command = { kind: 'start', actor: { userId: 'ann' } } as const
    expect(apply(process, state, command, new Map(), engineOptions)).toEqual({
      kind: 'needs',
      requests: [{ key, ...request }],
    })
    const outcome = apply(process, state, command, new Map([[key, ['zoe']]]), engineOptions)
    if (outcome.kind !== 'applied') throw new Error(outcome.kind)
    expect(outcome.used).toEqual([key])
    expect(outcome.state.tasks).toMatchObject([{ state: 'OPEN', assignee: 'zoe' }])
  })

  it('asks for the people of all branches in one go', async () => {
    const process = await compile(
      bpmn(
        start +
          '<parallelGateway id="p"/>' +
          user('a') +
          user('b') +
          end +
          flows('start -> p -> a -> end', 'p -> b -> end'),
      ),
    )
    const command = { kind: 'start', actor: { userId: 'ann' } } as const
    const outcome = apply(process, initialState('ann', {}), command, new Map(), engineOptions)
    expect(outcome).toMatchObject({
      kind: 'needs',
      requests: [{ key: 'user:a' }, { key: 'user:b' }],
    })
  })

  it('asks for the people of the next node with the decision that leads there, not before', async () => {
    const game = await play(
      bpmn(start + user('s', 'p q', all) + user('z') + end + flows('start -> s -> z -> end')),
    )
    const approve = (userId: string) => {
      const { key } = game.task('s', userId)
      const command = { kind: 'approve', task: key, actor: { userId } } as const
      return apply(game.process, game.state(), command, new Map(), engineOptions)
    }
    expect(approve('p').kind).toBe('applied')
    game.approve('s', 'p')
    expect(approve('q')).toEqual({
      kind: 'needs',
      requests: [{ key: 'user:z', kind: 'user', ref: 'z' }],
    })
  })

  it('gives each person one task, whatever rules name them', async () => {
    const xml = one(
      '<approval:candidate kind="user" ref="p"/><approval:candidate kind="role" ref="hr"/>',
      all,
    )
    const game = await play(xml, { directory: { 'role:hr': ['q', 'p'] } })
    expect(game.open()).toEqual(['t/p', 't/q'])
  })

  it('wants people to be chosen where the definition says so, and refuses until they are', async () => {
    const process = await compile(one('<approval:candidate kind="initiatorSelects"/>'))
    const command = { kind: 'start', actor: { userId: 'ann' } } as const
    const state = initialState('ann', {})
    expect(apply(process, state, command, new Map(), engineOptions)).toMatchObject({
      kind: 'refused',
      reason: 'selection_required',
      names: ['t'],
    })
    const chosen = { ...command, selections: { t: ['bob'] } }
    const directory = new Map([['user:bob', ['bob']]])
    expect(apply(process, state, chosen, directory, engineOptions)).toMatchObject({
      kind: 'applied',
      state: { tasks: [{ assignee: 'bob' }] },
    })
  })
})

describe('people chosen on the way', () => {
  const second = (kind: string) =>
    bpmn(
      start +
        user('a') +
        task(`<approval:candidate kind="${kind}"/>`) +
        end +
        flows('start -> a -> t -> end'),
    )

  it('by the previous approver, who must', async () => {
    const game = await play(second('previousApproverSelects'))
    expect(game.act('a', 'a', { kind: 'approve' })).toMatchObject({ reason: 'selection_required' })
    game.act('a', 'a', { kind: 'approve', selections: { t: ['zoe'] } })
    expect(game.open()).toEqual(['t/zoe'])
  })

  it('by the initiator, for whom no approver has to', async () => {
    const game = await play(second('initiatorSelects'), { directory: { 'role:admin': ['root'] } })
    game.approve('a')
    expect(game.open()).toEqual(['t/root'])
  })

  it.each(['initiatorSelects', 'previousApproverSelects'])(
    'by nobody who resubmits, which brings values alone: %s',
    async (kind) => {
      const xml = bpmn(
        start +
          '<exclusiveGateway id="x" default="x_a"/>' +
          user('a', 'a', '<approval:return to="initiator" resubmit="rerun"/>') +
          task(`<approval:candidate kind="${kind}"/>`) +
          end +
          flows('start -> x -> a -> end', 'x -> t : amount > 5', 't -> end'),
      )
      const game = await play(xml, {
        variables: { amount: 1 },
        directory: { 'role:admin': ['root'] },
      })
      game.act('a', 'a', { kind: 'return', to: 'initiator' })
      const variables = { amount: 9 }
      game.must({ kind: 'updateVariables', variables, actor: { userId: 'app' } })
      game.must({ kind: 'resubmit', variables, actor: { userId: 'ann' } })
      expect(game.open()).toEqual(['t/root'])
    },
  )
})

describe('nobody found', () => {
  const nobody = (policy: string) =>
    one('<approval:candidate kind="role" ref="none"/>', `<approval:policy ${policy}/>`)

  it('approve: passes on', async () => {
    expect((await play(nobody('onEmpty="approve"'))).state().status).toBe('APPROVED')
  })

  it('reject: ends the approval', async () => {
    expect((await play(nobody('onEmpty="reject"'))).state().status).toBe('REJECTED')
  })

  it('administrators: they stand in, any of them', async () => {
    const options = { directory: { 'role:admin': ['root', 'toor'] } }
    const game = await play(nobody('onEmpty="administrators"'), options)
    expect(game.open()).toEqual(['t/root|toor'])
    game.approve('t', 'toor')
    expect(game.state().status).toBe('APPROVED')
  })

  it('users: those named stand in', async () => {
    const game = await play(
      nobody('onEmpty="users" users="zoe yan"').replace(
        '</extensionElements>',
        `${all}</extensionElements>`,
      ),
    )
    expect(game.open()).toEqual(['t/zoe', 't/yan'])
  })

  it('block, or no administrator either: waits for an administrator to hand it to somebody', async () => {
    for (const policy of ['onEmpty="block"', 'onEmpty="administrators"']) {
      const game = await play(nobody(policy))
      expect(game.effects).toContainEqual({ kind: 'incident', node: 't', reason: 'nobody_found' })
      const actor = { userId: 'root', administrator: true }
      game.must({ kind: 'transfer', to: 'zoe', task: game.task('t').key, actor })
      expect(game.open()).toEqual(['t/zoe'])
    }
  })
})

describe('nobody found by any kind of candidate', () => {
  const kinds = [
    'kind="user" ref="ben"',
    'kind="role" ref="hr"',
    'kind="department" ref="d"',
    'kind="post" ref="cfo"',
    'kind="departmentLeader" level="1"',
    'kind="managerLine" from="1" to="3"',
    'kind="initiator"',
    'kind="initiatorSelects"',
    'kind="previousApproverSelects"',
    'kind="variable" name="buyer"',
    'kind="expression" value="[buyer][0]"',
  ]
  const policies = [
    ['approve', 'APPROVED', []],
    ['reject', 'REJECTED', []],
    ['block', 'RUNNING', ['t/']],
    ['administrators', 'RUNNING', ['t/root']],
    ['users', 'RUNNING', ['t/zoe']],
  ] as const
  const rows = kinds.flatMap((kind) => policies.map((policy) => [kind, ...policy] as const))

  it.each(rows)('%s, onEmpty %s: the approval is %s', async (kind, onEmpty, status, open) => {
    const users = onEmpty === 'users' ? ' users="zoe"' : ''
    const policy = `<approval:policy onEmpty="${onEmpty}"${users}/>`
    const directory = { 'user:ben': [], 'user:bob': [], 'user:ann': [], 'role:admin': ['root'] }
    const variables = { buyer: 'bob' }
    const options = { directory, variables, started: false }
    const game = await play(one(`<approval:candidate ${kind}/>`, policy), options)
    // As called: where an initiator chooses, a start without a choice would be refused before.
    game.must({ kind: 'start', called: true, actor: { userId: 'ann' } })
    expect(game.state().status).toBe(status)
    expect(game.open()).toEqual(open)
  })
})

describe('the initiator as approver', () => {
  const policy = (onInitiator: string) => `<approval:policy onInitiator="${onInitiator}"/>`
  const both =
    '<approval:candidate kind="user" ref="ann"/><approval:candidate kind="user" ref="bob"/>'
  const alone = '<approval:candidate kind="initiator"/>'

  it.each([
    ['self', both, ['t/ann', 't/bob']],
    ['skip', both, ['t/bob']],
    ['manager', both, ['t/bob', 't/max']],
    ['departmentLeader', both, ['t/bob', 't/lea']],
    ['manager', alone, ['t/max']],
  ])('%s', async (onInitiator, candidates, open) => {
    const game = await play(one(candidates, all + policy(onInitiator)), {
      directory: { 'managerLine:ann:1-1:bottomUp': ['max'], 'departmentLeader:ann:0': ['lea'] },
    })
    expect(game.open()).toEqual(open)
  })

  it('skip passes a task that has nobody else', async () => {
    const { state, effects } = await play(one(alone, policy('skip')))
    expect(state().status).toBe('APPROVED')
    expect(effects).toContainEqual({ kind: 'nodePassed', node: 't', because: 'onInitiator' })
  })
})

describe('duplicates', () => {
  const duplicates = (value: string) => `<approval:policy duplicates="${value}"/>`
  const row = (last: string, policy: string) =>
    bpmn(
      start +
        user('a', 'p') +
        user('b', 'q') +
        user('c', last, policy) +
        user('d') +
        end +
        flows('start -> a -> b -> c -> d -> end'),
    )

  it.each([
    ['none', 'p', ['c/p']],
    ['any', 'p', ['d/d']],
    ['consecutive', 'p', ['c/p']],
    ['consecutive', 'q', ['d/d']],
  ])('%s: %s has approved before', async (value, last, open) => {
    const game = await play(row(last, duplicates(value)))
    game.approve('a')
    game.approve('b')
    expect(game.open()).toEqual(open)
  })

  it('records the skipped task, and counts the vote', async () => {
    const game = await play(row('p r', all + duplicates('any')))
    game.approve('a')
    const { effects } = game.approve('b')
    expect(effects).toContainEqual(
      expect.objectContaining({
        kind: 'taskCreated',
        cause: 'duplicate',
        task: expect.objectContaining({ assignee: 'p', state: 'SKIPPED' }) as unknown,
      }),
    )
    game.approve('c', 'r')
    expect(game.open()).toEqual(['d/d'])
  })

  it('counts no approval that a return has undone', async () => {
    const game = await play(row('p', duplicates('any')))
    game.approve('a')
    game.act('b', 'q', { kind: 'return', to: ['a'] })
    expect(game.open()).toEqual(['a/p'])
  })
})
