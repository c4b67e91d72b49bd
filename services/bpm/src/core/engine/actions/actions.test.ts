import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user, type Play } from '../../testing.ts'

const all = '<approval:decision mode="all"/>'
const game = (people = 'p', more = '') =>
  play(bpmn(start + user('t', people, more) + user('z') + end + flows('start -> t -> z -> end')))
const done = (play_: Play) => play_.open().includes('z/z')

describe('who may act', () => {
  it.each(['approve', 'reject', 'claim'] as const)('%s: nobody but a candidate', async (kind) => {
    const one = await game('p q')
    const outcome = one.try({ kind, task: one.task('t').key, actor: { userId: 'eve' } })
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'not_candidate' })
  })

  it('an administrator hands work on, but does not decide', async () => {
    const one = await game()
    const actor = { userId: 'root', administrator: true }
    const { key } = one.task('t')
    expect(one.try({ kind: 'approve', task: key, actor })).toMatchObject({
      reason: 'not_candidate',
    })
    one.must({ kind: 'transfer', to: 'q', task: key, actor })
    expect(one.open()).toEqual(['t/q'])
  })

  it('nobody on a task that is decided', async () => {
    const one = await game('p q', '<approval:decision mode="any"/>')
    const { key } = one.task('t', 'q')
    one.approve('t', 'p')
    const late = one.try({ kind: 'approve', task: key, actor: { userId: 'q' } })
    expect(late).toMatchObject({ kind: 'refused', reason: 'task_unknown' })
  })

  it('says in what state a task is that is decided while its node goes on', async () => {
    const one = await game('p q', all)
    const { key } = one.task('t', 'p')
    one.approve('t', 'p')
    const again = one.try({ kind: 'approve', task: key, actor: { userId: 'p' } })
    expect(again).toMatchObject({ reason: 'task_not_open', taskState: 'APPROVED' })
  })

  it('not what the definition forbids', async () => {
    const one = await game('p', '<approval:actions forbid="transfer reject"/>')
    expect(one.act('t', 'p', { kind: 'transfer', to: 'q' })).toMatchObject({
      reason: 'action_forbidden',
    })
    expect(one.act('t', 'p', { kind: 'reject' })).toMatchObject({ reason: 'action_forbidden' })
    expect(one.act('t', 'p', { kind: 'approve' })).toMatchObject({ kind: 'applied' })
  })

  it('not what the definition forbids: an administrator only hands on all the same', async () => {
    const one = await game('root', '<approval:actions forbid="transfer reject"/>')
    const by = { task: one.task('t').key, actor: { userId: 'root', administrator: true } }
    expect(one.try({ kind: 'reject', ...by })).toMatchObject({ reason: 'action_forbidden' })
    expect(one.try({ kind: 'transfer', to: 'q', ...by })).toMatchObject({ kind: 'applied' })
  })
})

describe('shared tasks', () => {
  it('are claimed by one, given back, and decided by another', async () => {
    const one = await game('p q')
    expect(one.open()).toEqual(['t/p|q'])
    one.act('t', 'p', { kind: 'claim' })
    const { key } = one.task('t')
    const late = one.try({ kind: 'approve', task: key, actor: { userId: 'q' } })
    expect(late).toMatchObject({ reason: 'task_not_open', taskState: 'CLAIMED' })
    one.act('t', 'p', { kind: 'unclaim' })
    one.act('t', 'q', { kind: 'approve' })
    expect(done(one)).toBe(true)
  })

  it('may be decided without claiming', async () => {
    const one = await game('p q')
    one.act('t', 'q', { kind: 'approve' })
    expect(done(one)).toBe(true)
  })

  it('are not claimed when they are somebody’s already', async () => {
    const one = await game('p')
    expect(one.act('t', 'p', { kind: 'claim' })).toMatchObject({ reason: 'task_not_claimable' })
  })
})

describe('handing on', () => {
  it('transfer ends the task and gives its place to another', async () => {
    const one = await game('p q', all)
    one.act('t', 'p', { kind: 'transfer', to: 's' })
    expect(one.open()).toEqual(['t/q', 't/s'])
    one.approve('t', 's')
    one.approve('t', 'q')
    expect(done(one)).toBe(true)
  })

  it('transfer to somebody who decides there already is refused', async () => {
    const one = await game('p q', all)
    expect(one.act('t', 'p', { kind: 'transfer', to: 'q' })).toMatchObject({
      reason: 'user_already_there',
    })
    expect(one.act('t', 'p', { kind: 'transfer', to: 'p' })).toMatchObject({
      reason: 'user_already_there',
    })
  })

  it('transfer to nobody is refused', async () => {
    const one = await play(bpmn(start + user('t', 'p') + end + flows('start -> t -> end')), {
      directory: { 'user:gone': [] },
    })
    expect(one.act('t', 'p', { kind: 'transfer', to: 'gone' })).toMatchObject({
      reason: 'user_unknown',
    })
  })

  it('delegate asks for an opinion, resolve gives it back, the owner decides', async () => {
    const one = await game()
    one.act('t', 'p', { kind: 'delegate', to: 'q' })
    expect(one.open()).toEqual(['t/q'])
    expect(one.act('t', 'q', { kind: 'approve' })).toMatchObject({ taskState: 'DELEGATED' })
    one.act('t', 'q', { kind: 'resolve' })
    expect(one.open()).toEqual(['t/p'])
    one.approve('t')
    expect(done(one)).toBe(true)
  })
})

describe('add-sign', () => {
  it('before: they decide first, then it comes back', async () => {
    const one = await game()
    one.act('t', 'p', { kind: 'addSign', position: 'before', users: ['x', 'y'] })
    expect(one.open()).toEqual(['t/x', 't/y'])
    one.approve('t', 'y')
    one.approve('t', 'x')
    expect(one.open()).toEqual(['t/p'])
    one.approve('t', 'p')
    expect(done(one)).toBe(true)
  })

  it('before, each by the one before them: it comes back through all of them', async () => {
    const one = await game('u0')
    const depth = 40
    for (let n = 0; n < depth; n += 1) {
      one.act('t', `u${n}`, { kind: 'addSign', position: 'before', users: [`u${n + 1}`] })
    }
    for (let n = depth; n >= 0; n -= 1) {
      expect(one.open()).toEqual([`t/u${n}`])
      one.approve('t', `u${n}`)
    }
    expect(done(one)).toBe(true)
  })

  it('after: they decide when it is approved', async () => {
    const one = await game()
    one.act('t', 'p', { kind: 'addSign', position: 'after', users: ['x'] })
    expect(one.open()).toEqual(['t/p'])
    one.approve('t', 'p')
    expect(one.open()).toEqual(['t/x'])
    one.approve('t', 'x')
    expect(done(one)).toBe(true)
  })

  it('parallel: they have a vote of their own', async () => {
    const one = await game()
    one.act('t', 'p', { kind: 'addSign', position: 'parallel', users: ['x'] })
    expect(one.open()).toEqual(['t/p', 't/x'])
    one.approve('t', 'p')
    expect(done(one)).toBe(false)
    one.approve('t', 'x')
    expect(done(one)).toBe(true)
  })

  it('a rejection by somebody added is one of the seat', async () => {
    const one = await game('p q', '<approval:decision mode="all" reject="all"/>')
    one.act('t', 'p', { kind: 'addSign', position: 'before', users: ['x'] })
    one.reject('t', 'x')
    expect(one.open()).toEqual(['t/q'])
    one.approve('t', 'q')
    expect(done(one)).toBe(true)
  })

  it('nests: somebody added adds somebody else', async () => {
    const one = await game()
    one.act('t', 'p', { kind: 'addSign', position: 'before', users: ['x'] })
    one.act('t', 'x', { kind: 'addSign', position: 'before', users: ['y'] })
    expect(one.open()).toEqual(['t/y'])
    one.approve('t', 'y')
    one.approve('t', 'x')
    expect(one.open()).toEqual(['t/p'])
  })

  it('is taken back by the one who added, while they have not decided', async () => {
    const one = await game()
    const { key } = one.task('t', 'p')
    one.act('t', 'p', { kind: 'addSign', position: 'before', users: ['x', 'y'] })
    one.approve('t', 'x')
    const remove = (users: string[], userId = 'p') =>
      one.try({ kind: 'removeSign', users, task: key, actor: { userId } })
    expect(remove(['x'])).toMatchObject({ reason: 'nobody_to_remove', names: ['x'] })
    expect(remove(['y'], 'y')).toMatchObject({ reason: 'not_candidate' })
    one.must({ kind: 'removeSign', users: ['y'], task: key, actor: { userId: 'p' } })
    expect(one.open()).toEqual(['t/p'])
  })

  it('is taken back one by one where it nests, or all of it at once', async () => {
    const nested = async () => {
      const one = await game()
      one.act('t', 'p', { kind: 'addSign', position: 'before', users: ['x'] })
      one.act('t', 'x', { kind: 'addSign', position: 'before', users: ['y'] })
      const remove = (userId: string, users: string[]) => {
        const { key } = one.task('t', userId)
        one.must({ kind: 'removeSign', users, task: key, actor: { userId } })
        return one.open()
      }
      return remove
    }
    const oneByOne = await nested()
    expect(oneByOne('x', ['y'])).toEqual(['t/x'])
    expect(oneByOne('p', ['x'])).toEqual(['t/p'])
    const atOnce = await nested()
    expect(atOnce('p', ['x'])).toEqual(['t/p'])
  })

  it('of somebody who is there already is refused', async () => {
    const one = await game('p q', all)
    const outcome = one.act('t', 'p', { kind: 'addSign', position: 'after', users: ['q'] })
    expect(outcome).toMatchObject({ reason: 'user_already_there' })
  })

  it('moves with a transfer', async () => {
    const one = await game()
    one.act('t', 'p', { kind: 'addSign', position: 'after', users: ['x'] })
    one.act('t', 'p', { kind: 'transfer', to: 's' })
    one.approve('t', 's')
    expect(one.open()).toEqual(['t/x'])
  })
})

describe('fields', () => {
  const fields = '<approval:fields><approval:field name="note" access="write"/></approval:fields>'

  it('are written with a decision where the definition allows it', async () => {
    const one = await game('p', fields)
    one.act('t', 'p', { kind: 'approve', variables: { note: 'fine' } })
    expect(one.state().variables).toEqual({ note: 'fine' })
    expect(one.effects).toContainEqual({ kind: 'variablesChanged', names: ['note'] })
  })

  it('are gone when they are written as null, as when the application does it', async () => {
    const one = await game('p q', fields + all)
    one.act('t', 'p', { kind: 'approve', variables: { note: 'fine' } })
    one.act('t', 'q', { kind: 'approve', variables: { note: null } })
    expect(one.state().variables).toEqual({})
  })

  it('[BPM-16] are refused otherwise', async () => {
    const one = await game('p', fields)
    const outcome = one.act('t', 'p', { kind: 'approve', variables: { note: 'x', amount: 5 } })
    expect(outcome).toMatchObject({ reason: 'field_not_writable', names: ['amount'] })
  })
})

describe('rejection', () => {
  it('ends the approval, and says which node rejected it and what was cancelled', async () => {
    const one = await play(
      bpmn(
        start +
          '<parallelGateway id="p"/>' +
          user('t', 'p q', all) +
          user('u') +
          end +
          flows('start -> p -> t -> end', 'p -> u -> end'),
      ),
    )
    const { effects } = one.reject('t', 'q')
    expect(
      effects.map((effect) =>
        'task' in effect
          ? `${effect.task.assignee} ${effect.task.state}`
          : 'outcome' in effect
            ? `${effect.node} ${effect.outcome}`
            : effect.kind,
      ),
    ).toEqual([
      'q REJECTED',
      'p CANCELLED',
      't rejected',
      'u CANCELLED',
      'u cancelled',
      'statusChanged',
    ])
    expect(one.state()).toMatchObject({ status: 'REJECTED', tasks: [], execution: { tokens: [] } })
  })

  it('goes on where the definition leaves it to the conditions', async () => {
    const one = await game('p', '<approval:decision onReject="continue"/>')
    one.reject('t', 'p')
    expect(done(one)).toBe(true)
  })
})

describe('the whole approval', () => {
  const administrator = { userId: 'root', administrator: true }

  it('is withdrawn by its initiator alone', async () => {
    const one = await game()
    expect(one.try({ kind: 'withdraw', actor: { userId: 'p' } })).toMatchObject({
      reason: 'initiator_only',
    })
    one.must({ kind: 'withdraw', actor: { userId: 'ann' } })
    expect(one.state().status).toBe('WITHDRAWN')
    expect(one.try({ kind: 'withdraw', actor: { userId: 'ann' } })).toMatchObject({
      reason: 'not_running',
    })
  })

  it('stands still while it is suspended, and goes on from where it was', async () => {
    const one = await game()
    const before = one.state()
    one.must({ kind: 'suspend', actor: administrator })
    expect(one.act('t', 'p', { kind: 'approve' })).toMatchObject({ reason: 'not_running' })
    one.must({ kind: 'resume', actor: administrator })
    expect(one.state()).toEqual(before)
  })

  it.each(['terminate', 'suspend', 'resume', 'jump'] as const)(
    '%s is for administrators',
    async (kind) => {
      const one = await game()
      const outcome = one.try({ kind, to: 'z', actor: { userId: 'ann' } })
      expect(outcome).toMatchObject({ reason: 'administrator_only' })
    },
  )

  it('jumps into a sub-process, and out of RETURNED', async () => {
    const xml = bpmn(
      start +
        user('a') +
        '<subProcess id="s"><startEvent id="in"/>' +
        user('x') +
        '<endEvent id="out"/>' +
        flows('in -> x -> out') +
        '</subProcess>' +
        end +
        flows('start -> a -> s -> end'),
    )
    const one = await play(xml)
    one.act('a', 'a', { kind: 'return', to: 'initiator' })
    one.must({ kind: 'jump', to: 'x', actor: administrator })
    expect(one.state().status).toBe('RUNNING')
    one.approve('x')
    expect(one.state().status).toBe('APPROVED')
  })

  it.each(['start', 'late', 'moon'])('refuses to jump to %s, where no work can go', async (to) => {
    const late =
      '<boundaryEvent id="late" attachedToRef="a"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>'
    const one = await play(
      bpmn(start + user('a') + late + end + flows('start -> a -> end', 'late -> end')),
    )
    expect(one.try({ kind: 'jump', to, actor: administrator })).toMatchObject({
      reason: 'node_unknown',
      names: [to],
    })
  })

  it('keeps a value that null takes away out of the variables', async () => {
    const one = await game()
    const owner = { userId: 'app' }
    one.must({ kind: 'updateVariables', variables: { note: 'x', amount: 1 }, actor: owner })
    one.must({ kind: 'updateVariables', variables: { note: null }, actor: owner })
    expect(one.state().variables).toEqual({ amount: 1 })
  })

  it('refuses a decision that leads to a condition which cannot be told', async () => {
    const xml = bpmn(
      start +
        user('a') +
        '<exclusiveGateway id="x" default="x_end"/>' +
        user('b') +
        end +
        flows('start -> a -> x -> end', 'x -> b : amount > 5', 'b -> end'),
    )
    const one = await play(xml)
    expect(one.act('a', 'a', { kind: 'approve' })).toMatchObject({
      reason: 'expression_failed',
      names: ['x_b'],
    })
  })

  it.each([
    'duration(note) > duration("1s")',
    'bool(note)',
    'outcomes[note + "x"] == ""',
    'date(note) < date("2026-01-01")',
  ])('keeps the values to itself when %s fails', async (condition) => {
    const xml = bpmn(
      start +
        user('a') +
        '<exclusiveGateway id="x" default="x_end"/>' +
        user('b') +
        end +
        flows('start -> a -> x -> end', `x -> b : ${condition}`, 'b -> end'),
    )
    const one = await play(xml, { variables: { note: 'for few eyes' } })
    const outcome = one.act('a', 'a', { kind: 'approve' })
    expect(outcome).toMatchObject({ reason: 'expression_failed' })
    expect(JSON.stringify(outcome)).not.toContain('for few eyes')
  })
})

describe('automatic nodes', () => {
  const auto = (rule: string) =>
    bpmn(
      start +
        `<serviceTask id="s"><extensionElements><approval:auto otherwise="approved">${rule}</approval:auto></extensionElements></serviceTask>` +
        end +
        flows('start -> s -> end'),
    )

  it('decide by their rules', async () => {
    const xml = auto('<approval:rule when="amount &gt; 5" result="rejected"/>')
    expect((await play(xml, { variables: { amount: 6 } })).state().status).toBe('REJECTED')
    expect((await play(xml, { variables: { amount: 5 } })).state().status).toBe('APPROVED')
  })

  it('copy it to people without waiting for them', async () => {
    const copy =
      '<serviceTask id="s"><extensionElements><approval:copy/><approval:candidates><approval:candidate kind="user" ref="hr"/></approval:candidates></extensionElements></serviceTask>'
    const one = await play(bpmn(start + copy + end + flows('start -> s -> end')))
    expect(one.effects).toContainEqual({ kind: 'copied', node: 's', users: ['hr'] })
    expect(one.state().status).toBe('APPROVED')
  })

  it('end as REJECTED at an error end or where the end says so', async () => {
    const ending = (xml: string) => play(bpmn(start + xml + flows('start -> e')))
    const error = await ending('<endEvent id="e"><errorEventDefinition/></endEvent>')
    expect(error.state().status).toBe('REJECTED')
    const result = '<extensionElements><approval:result value="rejected"/></extensionElements>'
    expect((await ending(`<endEvent id="e">${result}</endEvent>`)).state().status).toBe('REJECTED')
  })
})
