import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, user, validate, type Play } from '../../testing.ts'
import { replay } from '../testing/random-actions.testing.ts'
import { expectSound } from '../testing/soundness.testing.ts'

const news = '<signalEventDefinition signalRef="N"/>'
const withNews = (content: string, scope = ' approval:scope="tenant"') =>
  bpmn(content).replace('<process', `<signal id="N" name="news"${scope}/><process`)
const hearing = (id: string) =>
  `<intermediateCatchEvent id="${id}">${news}</intermediateCatchEvent>`
const telling = (id: string) =>
  `<intermediateThrowEvent id="${id}">${news}</intermediateThrowEvent>`
const border = (more = '') =>
  `<boundaryEvent id="b" attachedToRef="a" ${more}>${news}</boundaryEvent>`
const beside = 'cancelActivity="false"'
const handler = (interrupting: boolean, throws = '') =>
  `<subProcess id="h" triggeredByEvent="true"><startEvent id="h_start" isInterrupting="${interrupting}">${news}</startEvent>${throws}${user('x')}<endEvent id="h_end"/>${flows(throws === '' ? 'h_start -> x -> h_end' : 'h_start -> t -> x -> h_end')}</subProcess>`
const root = { userId: 'root', administrator: true }

const waits = (game: Play) => game.state().execution.subscriptions ?? []
const numbers = (game: Play) => waits(game).map(({ id }) => id)
const tell = (game: Play, ids: readonly number[] = numbers(game)) => {
  const applied = game.must({
    kind: 'signal',
    name: 'news',
    waits: ids,
    actor: { userId: 'signal' },
  })
  expectSound(game)
  return applied
}
const tryTell = (game: Play, ids: readonly number[]) =>
  game.try({ kind: 'signal', name: 'news', waits: ids, actor: { userId: 'signal' } })
const codesOf = async (xml: string) =>
  (await validate(xml, [])).map(({ element, code }) => `${element} ${code}`)

const caught = withNews(start + hearing('c') + user('a') + end + flows('start -> c -> a -> end'))
const crossed = (more = '') =>
  withNews(
    start +
      user('a') +
      border(more) +
      user('x') +
      end +
      flows('start -> a -> end', 'b -> x -> end'),
  )

describe('a signal of another approval', () => {
  it('leads on what waits for it', async () => {
    for (const [xml, before, after] of [
      [caught, [], ['a/a']],
      [crossed(), ['a/a'], ['x/x']],
      [crossed(beside), ['a/a'], ['a/a', 'x/x']],
      [
        withNews(start + user('a') + end + flows('start -> a -> end') + handler(true)),
        ['a/a'],
        ['x/x'],
      ],
      [
        withNews(start + user('a') + end + flows('start -> a -> end') + handler(false)),
        ['a/a'],
        ['a/a', 'x/x'],
      ],
    ] as const) {
      expect(await codesOf(xml)).toEqual([])
      const game = await play(xml)
      expect([game.open(), waits(game).map(({ name }) => name)]).toEqual([before, ['news']])
      tell(game)
      expect(game.open()).toEqual(after)
      expect(replay(game, {})).toEqual(game.state())
    }
  })

  it('comes again beside its work, and not to what is over', async () => {
    const game = await play(crossed(beside))
    const [first] = numbers(game)
    tell(game)
    expect(numbers(game)).toEqual([first])
    tell(game)
    expect(game.open()).toEqual(['a/a', 'x/x', 'x/x'])
    game.approve('a')
    expect(waits(game)).toEqual([])
    expect(tryTell(game, [first ?? 0])).toMatchObject({ reason: 'signal_not_expected' })
  })

  it('is heard by those alone that waited as it was thrown', async () => {
    const two = withNews(
      `${start}<parallelGateway id="f"/>${hearing('c')}${user('first')}${hearing('d')}${user('a')}${user('b')}${end}${flows('start -> f -> c -> a -> end', 'f -> first -> d -> b -> end')}`,
    )
    const game = await play(two)
    const before = numbers(game)
    game.approve('first')
    tell(game, before)
    expect(game.open()).toEqual(['a/a'])
    expect(waits(game)).toMatchObject([{ event: 'd' }])
  })

  it('leads to the next that waits for the same, which does not hear it once more', async () => {
    const twice = withNews(
      start + hearing('c') + hearing('d') + user('a') + end + flows('start -> c -> d -> a -> end'),
    )
    const game = await play(twice)
    const before = numbers(game)
    tell(game)
    expect(tryTell(game, before)).toMatchObject({ reason: 'signal_not_expected' })
    tell(game)
    expect(game.open()).toEqual(['a/a'])
  })

  it('has another number where the same path comes to the same place again', async () => {
    const round = withNews(
      `${start}<exclusiveGateway id="m"/>${hearing('c')}<exclusiveGateway id="x" default="x_end"/>${end}${flows('start -> m -> c -> x -> end', 'x -> m : more')}`,
    )
    expect(await validate(round, [{ name: 'more', type: 'boolean' }])).toEqual([])
    const game = await play(round, { variables: { more: true } })
    const before = numbers(game)
    tell(game)
    expect(numbers(game)).not.toEqual(before)
    expect(tryTell(game, before)).toMatchObject({ reason: 'signal_not_expected' })
  })

  it('is waited for anew after a return, a jump and a resubmission', async () => {
    const game = await play(crossed())
    const [first = 0] = numbers(game)
    game.act('a', 'a', { kind: 'return', to: 'initiator' })
    expect([game.state().status, waits(game)]).toEqual(['RETURNED', []])
    expect(tryTell(game, [first])).toMatchObject({ reason: 'not_running' })
    game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
    const [second = 0] = numbers(game)
    expect(second).toBeGreaterThan(first)
    game.must({ kind: 'jump', to: 'a', actor: root })
    const [third = 0] = numbers(game)
    expect(third).toBeGreaterThan(second)
    expect(tryTell(game, [first, second])).toMatchObject({ reason: 'signal_not_expected' })
    tell(game, [first, third])
    expect(game.open()).toEqual(['x/x'])
  })

  it('is waited for while the approval is suspended, and heard once it goes on', async () => {
    const game = await play(caught)
    game.must({ kind: 'suspend', actor: root })
    expect(tryTell(game, numbers(game))).toMatchObject({ reason: 'not_running' })
    const before = numbers(game)
    game.must({ kind: 'resume', actor: root })
    tell(game, before)
    expect(game.open()).toEqual(['a/a'])
  })

  it('is waited for since then in another definition, under another name of its event', async () => {
    const game = await play(caught)
    const before = numbers(game)
    const other = await compile(caught.replaceAll('"c"', '"e"').replaceAll('_c"', '_e"'))
    expect(game.migrate(other, { definitionId: 'other', nodes: { c: 'e' } }).kind).toBe('applied')
    expect(waits(game)).toMatchObject([{ id: before[0], event: 'e' }])
    tell(game, before)
    expect(game.open()).toEqual(['a/a'])
  })

  it('is waited for no more, or from then on, where another definition says otherwise', async () => {
    const own = withNews(
      `${start}${user('a')}${border()}${user('x')}<endEvent id="end">${news}</endEvent>${flows('start -> a -> end', 'b -> x -> end')}`,
      '',
    )
    const game = await play(crossed())
    const [first = 0] = numbers(game)
    game.migrate(await compile(own), { definitionId: 'own', nodes: {} })
    expect(waits(game)).toEqual([])
    game.migrate(await compile(crossed()), { definitionId: 'first', nodes: {} })
    expect(numbers(game)).not.toEqual([first])
    expect(waits(game)).toHaveLength(1)
  })
})

describe('a signal for all approvals', () => {
  it('is told of, and heard in its own approval in the same command', async () => {
    const xml = withNews(
      `${start}<parallelGateway id="f"/>${telling('t')}${hearing('c')}${user('a')}${user('b')}${end}${flows('start -> f -> t -> a -> end', 'f -> c -> b -> end')}`,
    )
    const game = await play(xml)
    expect(game.open()).toEqual(['b/b', 'a/a'])
    expect(game.effects).toContainEqual({ kind: 'signalThrown', node: 't', name: 'news' })
    expect(waits(game)).toEqual([])
  })

  it('is told of by an end event, and by each of many as it ends', async () => {
    const ends = await play(
      withNews(`${start}<endEvent id="end">${news}</endEvent>${flows('start -> end')}`),
    )
    expect(ends.effects).toContainEqual({ kind: 'signalThrown', node: 'end', name: 'news' })
    const loop =
      '<multiInstanceLoopCharacteristics behavior="None" noneBehaviorEventRef="D"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const many = withNews(
      `${start}<manualTask id="m">${loop}</manualTask>${end}${flows('start -> m -> end')}`,
    ).replace('<process', '<signalEventDefinition id="D" signalRef="N"/><process')
    expect(await codesOf(many)).toEqual([])
    const thrown = (await play(many)).effects.filter(({ kind }) => kind === 'signalThrown')
    expect(thrown).toEqual(Array(3).fill({ kind: 'signalThrown', node: 'm', name: 'news' }))
  })

  it('stays within its approval unless the signal says so', async () => {
    for (const scope of ['', ' approval:scope="approval"']) {
      const xml = withNews(start + telling('t') + end + flows('start -> t -> end'), scope)
      expect(await codesOf(xml)).toEqual([])
      expect((await play(xml)).effects.filter(({ kind }) => kind === 'signalThrown')).toEqual([])
      const waiting = withNews(start + hearing('c') + end + flows('start -> c -> end'), scope)
      expect(await codesOf(waiting)).toEqual(['c signal_not_thrown'])
    }
  })

  it('keeps the decision that led to it from being taken back', async () => {
    const game = await play(
      withNews(
        start + user('a') + telling('t') + user('z') + end + flows('start -> a -> t -> z -> end'),
      ),
    )
    const task = game.task('a')
    game.approve('a')
    expect(
      game.try({
        kind: 'takeBack',
        task: task.key,
        actor: { userId: 'a' },
        decided: [{ ...task, state: 'APPROVED' }],
        reopened: [],
        since: [],
        signals: ['t'],
      }),
    ).toMatchObject({ reason: 'decided_since', names: ['t'] })
  })

  it('is refused with a scope that there is none of, or a name that is too long', async () => {
    const drawn = start + telling('t') + end + flows('start -> t -> end')
    expect(await codesOf(withNews(drawn, ' approval:scope="world"'))).toEqual(['t value_invalid'])
    const long = withNews(drawn).replace('name="news"', `name="${'n'.repeat(201)}"`)
    expect(await codesOf(long)).toEqual(['t value_invalid'])
  })

  it('is refused where what begins by it throws it back without asking anybody', async () => {
    const xml = withNews(
      start + user('a') + end + flows('start -> a -> end') + handler(false, telling('t')),
    )
    expect(await codesOf(xml)).toContain('h loop_without_task')
  })
})
