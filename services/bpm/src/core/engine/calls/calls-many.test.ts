import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, user, type Play } from '../../testing.ts'
import type { Call } from '../state.ts'

const actor = { userId: 'lee' }
const root = { userId: 'root', administrator: true }
const signers = { signers: ['kim', 'lou', 'max'] }

interface Many {
  readonly loop?: string
  readonly inside?: string
  readonly rules?: string
}
const each = '<extensionElements><approval:each value="signers" as="signer"/></extensionElements>'
const handed = '<approval:in source="signer" target="reviewer"/>'

/** A task, a call with multi-instance, and a task. */
const calling = ({
  loop = '',
  inside = each,
  rules = `<approval:call>${handed}</approval:call>`,
}: Many = {}) =>
  bpmn(
    start +
      user('a') +
      `<callActivity id="review" calledElement="legal-review"><extensionElements>${rules}</extensionElements>
        <multiInstanceLoopCharacteristics ${loop}>${inside}</multiInstanceLoopCharacteristics></callActivity>` +
      user('b') +
      end +
      flows('start -> a -> review -> b -> end'),
  )

const inTurn = 'isSequential="true"'
const lenient = `<approval:call onReject="continue">${handed}</approval:call>`
const until = (condition: string) =>
  `${each}<completionCondition><![CDATA[${condition}]]></completionCondition>`

const calls = (game: Play): readonly Call[] => game.state().execution.calls ?? []
const items = (game: Play) => calls(game).map(({ item }) => item)
const finish = (
  game: Play,
  item: number,
  result: 'approved' | 'rejected' | 'returned' = 'approved',
  variables: Readonly<Record<string, string>> = {},
) => {
  const call = calls(game).find((one) => one.item === item)
  return game.must({ kind: 'callEnded', call: call?.id ?? 0, result, variables, actor })
}
const stopped = (game: Play) => game.effects.filter(({ kind }) => kind === 'callStopped').length

async function begun(
  many: Many = {},
  variables: Readonly<Record<string, number | string[]>> = signers,
) {
  const game = await play(calling(many), { variables })
  game.approve('a')
  return game
}

describe('[BPM-08] a call activity with multi-instance', () => {
  it('calls for each of a list at once, and goes on when all have ended', async () => {
    const game = await begun()
    const called = game.effects.flatMap((one) => (one.kind === 'called' ? [one] : []))
    expect(called.map(({ item, variables }) => [item, variables])).toEqual([
      [0, { reviewer: 'kim' }],
      [1, { reviewer: 'lou' }],
      [2, { reviewer: 'max' }],
    ])
    finish(game, 1)
    finish(game, 0)
    expect(game.open()).toEqual([])
    finish(game, 2)
    expect(game.open()).toEqual(['b/b'])
    expect(game.state().execution.outcomes).toContainEqual(['review', 'approved'])
    expect(
      game.effects.filter((one) => one.kind === 'nodeLeft' && one.node === 'review'),
    ).toHaveLength(1)
  })

  it('calls one after the other when it is sequential', async () => {
    const game = await begun({ loop: inTurn })
    for (const item of [0, 1, 2]) {
      expect(items(game)).toEqual([item])
      finish(game, item)
    }
    expect(game.open()).toEqual(['b/b'])
  })

  it('calls as often as the cardinality says, and tells each which one it is', async () => {
    const rules =
      '<approval:call><approval:in source="loopCounter + 1" target="number"/></approval:call>'
    const inside = '<loopCardinality>size(signers) - 1</loopCardinality>'
    const game = await begun({ rules, inside })
    const called = game.effects.flatMap((one) => (one.kind === 'called' ? [one.variables] : []))
    expect(called).toEqual([{ number: 1 }, { number: 2 }])
  })

  it('looks at list and cardinality when it is reached, and not again', async () => {
    const game = await begun({ loop: inTurn })
    game.must({ kind: 'updateVariables', variables: { signers: ['zoe'] }, actor })
    for (const item of [0, 1, 2]) finish(game, item)
    expect(game.open()).toEqual(['b/b'])
  })

  it('goes on at once when there is nothing to call for', async () => {
    const game = await begun({}, { signers: [] })
    expect([game.open(), calls(game)]).toEqual([['b/b'], []])
  })

  it.each([
    ['signers', 'expression_failed', {}],
    ['amount', 'expression_failed', { amount: 3 }],
    ['signers', 'too_many_calls', { signers: Array.from({ length: 101 }, String) }],
  ] as const)('refuses %s when it is %s', async (value, reason, variables) => {
    const inside = each.replace('signers', value)
    const game = await play(calling({ inside, rules: '' }), { variables })
    const task = game.task('a').key
    const outcome = game.try({ kind: 'approve', task, actor: { userId: 'a' } })
    expect(outcome).toMatchObject({ kind: 'refused', reason, names: ['review'] })
  })

  it.each([[-1], [1.5], [101]])('refuses a cardinality of %d', async (number) => {
    const inside = '<loopCardinality>number</loopCardinality>'
    const game = await play(calling({ inside, rules: '' }), { variables: { number } })
    const task = game.task('a').key
    const outcome = game.try({ kind: 'approve', task, actor: { userId: 'a' } })
    expect(outcome).toMatchObject({ kind: 'refused', names: ['review'] })
  })

  it.each([
    ['nrOfCompletedInstances / nrOfInstances >= 0.5', ['approved', 'approved']],
    ['nrOfApprovedInstances == 1', ['rejected', 'approved']],
    ['nrOfRejectedInstances > 1 || nrOfActiveInstances == 0', ['rejected', 'rejected']],
  ] as const)('stops the others once %s', async (condition, results) => {
    const game = await begun({ inside: until(condition), rules: lenient })
    results.forEach((result, item) => finish(game, item, result))
    expect(game.open()).toEqual(['b/b'])
    expect([calls(game), stopped(game)]).toEqual([[], 1])
  })

  it('begins no further one once the condition holds', async () => {
    const game = await begun({ loop: inTurn, inside: until('nrOfCompletedInstances == 2') })
    finish(game, 0)
    finish(game, 1)
    expect([game.open(), stopped(game)]).toEqual([['b/b'], 0])
  })

  it('is rejected by the first rejection, or goes on with one in its outcome', async () => {
    const strict = await begun()
    finish(strict, 1, 'rejected')
    expect([strict.state().status, stopped(strict)]).toEqual(['REJECTED', 2])

    const going = await begun({ rules: lenient })
    finish(going, 2, 'rejected')
    finish(going, 0)
    finish(going, 1)
    expect(going.state().execution.outcomes).toContainEqual(['review', 'rejected'])
  })

  it('takes the values of each as it ends', async () => {
    const rules = '<approval:call><approval:out source="note" target="note"/></approval:call>'
    const game = await begun({ rules })
    finish(game, 2, 'approved', { note: 'third' })
    finish(game, 0, 'approved', { note: 'first' })
    finish(game, 1, 'approved')
    expect(game.state().variables['note']).toBe('first')
  })

  it('stops all when one of them sends the matter to the initiator', async () => {
    const game = await begun()
    finish(game, 0)
    finish(game, 1, 'returned')
    expect([game.state().status, calls(game), stopped(game)]).toEqual(['RETURNED', [], 1])
  })

  it.each([
    ['withdraw', { kind: 'withdraw', actor: { userId: 'ann' } }],
    ['terminate', { kind: 'terminate', actor: root }],
    ['jump', { kind: 'jump', to: 'b', actor: root }],
  ] as const)('stops those under way by %s', async (_, command) => {
    const game = await begun()
    finish(game, 0)
    game.must(command)
    expect([calls(game), stopped(game)]).toEqual([[], 2])
  })

  it('begins anew, with all of them, where a jump leads to it', async () => {
    const game = await begun()
    finish(game, 0)
    game.must({ kind: 'jump', to: 'review', actor: root })
    expect([items(game), stopped(game)]).toEqual([[0, 1, 2], 2])
  })

  it('stops those under way when a decision before it is taken back', async () => {
    const game = await play(calling(), { variables: signers })
    const decided = game.task('a')
    game.approve('a')
    const mine = { ...decided, state: 'APPROVED' as const }
    const evidence = { decided: [mine], reopened: [], since: [] }
    game.must({ kind: 'takeBack', task: mine.key, actor: { userId: 'a' }, ...evidence })
    expect([game.open(), stopped(game)]).toEqual([['a/a'], 3])
  })

  const rule = '<approval:return to="any" resubmit="returner"/>'
  const beside = () =>
    bpmn(
      start +
        '<parallelGateway id="fork"/><parallelGateway id="join"/>' +
        `<callActivity id="review" calledElement="legal-review"><multiInstanceLoopCharacteristics>${each}</multiInstanceLoopCharacteristics></callActivity>` +
        user('a', 'a', rule) +
        user('b', 'b', rule) +
        end +
        flows('start -> a -> fork -> review -> join -> end', 'fork -> b -> join'),
    )

  it('goes on with those that had not ended when work is put back as it was', async () => {
    const game = await play(beside(), { variables: signers })
    game.approve('a')
    finish(game, 1)
    game.act('b', 'b', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    expect([items(game), stopped(game)]).toEqual([[], 2])
    game.approve('a')
    expect(items(game)).toEqual([0, 2])
    finish(game, 0)
    finish(game, 2)
    game.approve('b')
    expect(game.state().status).toBe('APPROVED')
  })

  it('begins anew after a return that undoes it', async () => {
    const game = await play(beside(), { variables: signers })
    game.approve('a')
    finish(game, 1)
    game.act('b', 'b', { kind: 'return', to: ['a'], resubmit: 'rerun' })
    game.approve('a')
    expect(items(game)).toEqual([0, 1, 2])
  })

  const limited = (interrupting: boolean) =>
    bpmn(
      start +
        `<callActivity id="review" calledElement="legal-review"><multiInstanceLoopCharacteristics>${each}</multiInstanceLoopCharacteristics></callActivity>` +
        `<boundaryEvent id="late" attachedToRef="review" cancelActivity="${interrupting}"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>` +
        user('b') +
        user('c') +
        end +
        flows('start -> review -> b -> end', 'late -> c -> end'),
    )
  const letTimeCome = (game: Play) =>
    game.must({ kind: 'fireTimer', timer: game.state().execution.timers?.[0]?.id ?? 0, actor })

  it('is interrupted as a whole by a time on its border, which waits until all have ended', async () => {
    const game = await play(limited(true), { variables: signers })
    finish(game, 0)
    letTimeCome(game)
    expect([game.open(), calls(game), stopped(game)]).toEqual([['c/c'], [], 2])
  })

  it('goes on beside a time that does not interrupt it', async () => {
    const game = await play(limited(false), { variables: signers })
    letTimeCome(game)
    expect([game.open(), items(game)]).toEqual([['c/c'], [0, 1, 2]])
  })

  it('moves to another definition with what has ended, where it is repeated alike', async () => {
    const game = await begun()
    finish(game, 0)
    const inOrder = await compile(calling({ loop: inTurn }))
    expect(game.migrate(inOrder, { definitionId: 'new', nodes: {} })).toMatchObject({
      kind: 'applied',
    })
    expect([items(game), stopped(game)]).toEqual([[1, 2], 0])
    finish(game, 2)
    finish(game, 1)
    expect(game.open()).toEqual(['b/b'])
  })

  it.each([
    ['once', calling().replace(/<multiInstance.*Characteristics>/s, '')],
    ['a number of times', calling({ inside: '<loopCardinality>3</loopCardinality>' })],
  ])('is not moved to where it is called %s', async (_, xml) => {
    const game = await begun()
    const outcome = game.migrate(await compile(xml), { definitionId: 'new', nodes: {} })
    expect(outcome).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 'review', code: 'node_kind' }],
    })
  })
})
