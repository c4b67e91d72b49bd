import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user, type Play } from '../../testing.ts'

const call = (id: string, rules = '') =>
  `<callActivity id="${id}" calledElement="legal-review"><extensionElements>${rules}</extensionElements></callActivity>`
const actor = { userId: 'lee' }
const root = { userId: 'root', administrator: true }

const calling = (rules = '') =>
  bpmn(
    start +
      user('a') +
      call('review', rules) +
      user('b') +
      end +
      flows('start -> a -> review -> b -> end'),
  )

const calls = (game: Play) => game.state().execution.calls ?? []
const finish = (
  game: Play,
  result: 'approved' | 'rejected' | 'returned',
  variables: Readonly<Record<string, string | number>> = {},
) => game.must({ kind: 'callEnded', call: calls(game)[0]?.id ?? 0, result, variables, actor })

describe('a call activity', () => {
  it('hands values over, waits, and goes on with those that come back', async () => {
    const game = await play(
      calling(
        '<approval:call><approval:in source="amount * 2" target="sum"/><approval:out source="note" target="legalNote"/></approval:call>',
      ),
      { variables: { amount: 5 } },
    )
    const { effects } = game.approve('a')
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'called', node: 'review', variables: { sum: 10 } }),
    )
    expect(game.open()).toEqual([])
    expect(game.state().status).toBe('RUNNING')

    finish(game, 'approved', { note: 'fine' })
    expect(game.state().variables).toEqual({ amount: 5, legalNote: 'fine' })
    expect(game.open()).toEqual(['b/b'])
    expect(calls(game)).toEqual([])
  })

  it('ends the approval with a rejection, or leaves it to conditions', async () => {
    const strict = await play(calling())
    strict.approve('a')
    finish(strict, 'rejected')
    expect(strict.state().status).toBe('REJECTED')

    const lenient = await play(calling('<approval:call onReject="continue"/>'))
    lenient.approve('a')
    finish(lenient, 'rejected')
    expect(lenient.open()).toEqual(['b/b'])
    expect(lenient.state().execution.outcomes).toContainEqual(['review', 'rejected'])
  })

  it('returns the whole approval when somebody in the called one sends it to the initiator', async () => {
    const game = await play(calling())
    game.approve('a')
    finish(game, 'returned')
    expect(game.state()).toMatchObject({
      status: 'RETURNED',
      execution: { returned: { by: 'lee' } },
    })
    game.must({ kind: 'updateVariables', variables: {}, actor })
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
    expect(game.open()).toEqual(['a/a'])
  })

  it.each([
    ['withdraw', { kind: 'withdraw', actor: { userId: 'ann' } }],
    ['terminate', { kind: 'terminate', actor: root }],
    ['jump', { kind: 'jump', to: 'b', actor: root }],
  ] as const)('is stopped by %s', async (_, command) => {
    const game = await play(calling())
    game.approve('a')
    const { effects } = game.must(command)
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'callStopped', node: 'review' }))
    expect(calls(game)).toEqual([])
  })

  it('is stopped by a time on its border, and no other end counts afterwards', async () => {
    const late =
      '<boundaryEvent id="late" attachedToRef="review"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>'
    const game = await play(
      bpmn(
        start +
          call('review') +
          late +
          user('b') +
          user('c') +
          end +
          flows('start -> review -> b -> end', 'late -> c -> end'),
      ),
    )
    const [waiting] = calls(game)
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor })
    expect(game.open()).toEqual(['c/c'])
    expect(
      game.try({
        kind: 'callEnded',
        call: waiting?.id ?? 0,
        result: 'approved',
        variables: {},
        actor,
      }),
    ).toMatchObject({ kind: 'refused', reason: 'call_unknown' })
  })

  it('calls anew each time it is reached: after a return, and in a loop', async () => {
    const game = await play(calling())
    game.approve('a')
    const [first] = calls(game)
    finish(game, 'approved')
    game.act('b', 'b', { kind: 'return', to: ['a'] })
    game.approve('a')
    expect(calls(game)).toHaveLength(1)
    expect(calls(game)[0]?.id).not.toBe(first?.id)
  })

  it('calls anew when the time on its border leads back to it', async () => {
    const late =
      '<boundaryEvent id="late" attachedToRef="review"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>'
    const game = await play(
      bpmn(start + call('review') + late + end + flows('start -> review -> end', 'late -> review')),
    )
    const [first] = calls(game)
    const [timer] = game.state().execution.timers ?? []
    const { effects } = game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor })
    expect(effects).toContainEqual({ kind: 'callStopped', call: first?.id, node: 'review' })
    expect(calls(game)).toHaveLength(1)
    expect(calls(game)[0]?.id).not.toBe(first?.id)
  })

  it('refuses values that are none', async () => {
    const game = await play(
      calling('<approval:call><approval:in source="missing + 1" target="sum"/></approval:call>'),
    )
    const task = game.task('a')
    expect(game.try({ kind: 'approve', task: task.key, actor: { userId: 'a' } })).toMatchObject({
      kind: 'refused',
      reason: 'expression_failed',
    })
  })
})

describe('a called approval', () => {
  const called = async () => {
    const game = await play(
      bpmn(start + user('x') + user('y') + end + flows('start -> x -> y -> end')),
      {
        started: false,
      },
    )
    game.must({ kind: 'start', called: true, actor: { userId: 'ann' } })
    return game
  }

  it('is withdrawn, ended and suspended with the one that called it, not by itself', async () => {
    const game = await called()
    for (const kind of ['terminate', 'suspend'] as const) {
      expect(game.try({ kind, actor: root })).toMatchObject({ kind: 'refused', reason: 'called' })
    }
    expect(game.try({ kind: 'withdraw', actor: { userId: 'ann' } })).toMatchObject({
      reason: 'called',
    })
    game.must({ kind: 'caller', does: 'suspend', actor: root })
    expect(game.state().status).toBe('SUSPENDED')
    game.must({ kind: 'caller', does: 'resume', actor: root })
    expect(game.open()).toEqual(['x/x'])
    game.must({ kind: 'caller', does: 'stop', why: 'withdrawal', actor: root })
    expect(game.state()).toMatchObject({
      status: 'WITHDRAWN',
      tasks: [],
      execution: { tokens: [] },
    })
  })

  it('returns to its own nodes, and to the initiator by ending for the one that called it', async () => {
    const game = await called()
    game.approve('x')
    game.act('y', 'y', { kind: 'return', to: ['x'] })
    expect(game.open()).toEqual(['x/x'])
    const returned = game.act('x', 'x', { kind: 'return', to: 'initiator' })
    expect(returned).toMatchObject({ kind: 'applied' })
    expect(game.effects).toContainEqual({ kind: 'returnedToCaller' })
    expect(game.state().status).toBe('TERMINATED')
  })
})
