import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import {
  bpmn,
  end,
  flows,
  migrateWith,
  play,
  playProcess,
  start,
  type Play,
  user,
  validate,
} from '../../testing.ts'

const holds = (condition: string) =>
  `<conditionalEventDefinition><condition>${condition}</condition></conditionalEventDefinition>`
const caught = (id: string, condition: string) =>
  `<intermediateCatchEvent id="${id}">${holds(condition)}</intermediateCatchEvent>`
const border = (id: string, on: string, condition: string, more = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${on}" ${more}>${holds(condition)}</boundaryEvent>`
const beside = 'cancelActivity="false"'
const sub = (id: string, inside: string) =>
  `<subProcess id="${id}"><startEvent id="${id}_start"/>${inside}</subProcess>`
const handler = (id: string, condition: string, more = '') =>
  `<subProcess id="${id}" triggeredByEvent="true"><startEvent id="${id}_start" ${more}>${holds(condition)}</startEvent>${user(`${id}_task`)}<endEvent id="${id}_end"/>${flows(`${id}_start -> ${id}_task -> ${id}_end`)}</subProcess>`
const here = 'isInterrupting="false"'

const declared = [
  { name: 'amount', type: 'number' as const },
  { name: 'ready', type: 'boolean' as const },
]
const set = (game: Play, variables: Readonly<Record<string, unknown>>) =>
  game.must({ kind: 'updateVariables', variables, actor: { userId: 'app' } })
const codesOf = async (content: string) =>
  (await validate(bpmn(content), declared)).map(({ element, code }) => `${element} ${code}`)
const left = (game: Play) =>
  game.effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : []))

describe('a catch event that waits for values', () => {
  const drawn = bpmn(
    start +
      user('a') +
      caught('c', 'ready') +
      user('b') +
      end +
      flows('start -> a -> c -> b -> end'),
  )

  it('goes on in the command that makes them so', async () => {
    expect(await validate(drawn, declared)).toEqual([])
    const game = await play(drawn, { variables: { ready: false } })
    game.approve('a')
    expect(game.open()).toEqual([])
    expect(game.effects.filter(({ kind }) => kind === 'incident')).toEqual([])
    set(game, { amount: 5 })
    expect(game.open()).toEqual([])
    set(game, { ready: true })
    expect(game.open()).toEqual(['b/b'])
  })

  it('is passed where they are so already, and waits while one of them is missing', async () => {
    const so = await play(drawn, { variables: { ready: true } })
    so.approve('a')
    expect(so.open()).toEqual(['b/b'])
    const missing = await play(drawn, { variables: {} })
    missing.approve('a')
    expect(missing.open()).toEqual([])
    set(missing, { ready: true })
    expect(missing.open()).toEqual(['b/b'])
  })

  it('hears of what whoever decides writes, and of outcomes', async () => {
    const fields =
      '<approval:fields><approval:field name="ready" access="write"/></approval:fields>'
    const xml = bpmn(
      start +
        '<parallelGateway id="f"/>' +
        user('a', 'a', fields) +
        user('z', 'z', '<approval:decision onReject="continue"/>') +
        caught('c', 'ready') +
        caught('d', 'outcomes.z == "rejected"') +
        user('b') +
        user('e') +
        end +
        flows(
          'start -> f -> a -> end',
          'f -> c -> b -> end',
          'f -> z -> end',
          'f -> d -> e -> end',
        ),
    )
    expect(await validate(xml, declared)).toEqual([])
    const game = await play(xml, { variables: { ready: false } })
    game.act('a', 'a', { kind: 'approve', variables: { ready: true } })
    expect(game.open()).toEqual(['z/z', 'b/b'])
    game.reject('z')
    expect(game.open()).toEqual(['b/b', 'e/e'])
  })

  it('comes first behind an event-based gateway, and the others are not waited for', async () => {
    const message =
      '<intermediateCatchEvent id="m"><messageEventDefinition/></intermediateCatchEvent>'
    const xml = bpmn(
      `${start}<eventBasedGateway id="g"/>${message}${caught('c', 'amount > 1000')}${user('b')}${user('x')}${end}${flows('start -> g -> c -> b -> end', 'g -> m -> x -> end')}`,
    )
    expect(await validate(xml, declared)).toEqual([])
    const game = await play(xml, { variables: { amount: 10 } })
    set(game, { amount: 2000 })
    expect(game.open()).toEqual(['b/b'])
    expect(game.try({ kind: 'message', name: 'm', actor: { userId: 'app' } })).toMatchObject({
      reason: 'message_not_expected',
    })
  })
})

describe('a condition on a border', () => {
  const on = (event: string) =>
    bpmn(start + user('a') + event + user('x') + end + flows('start -> a -> end', 'b -> x -> end'))

  it('ends its activity when it holds', async () => {
    const game = await play(on(border('b', 'a', 'amount > 1000')), { variables: { amount: 1 } })
    set(game, { amount: 1001 })
    expect(game.open()).toEqual(['x/x'])
    expect(left(game)).toContain('b')
  })

  it('comes before anything is done in a sub-process where it holds at once', async () => {
    const inside = `<manualTask id="m"/><endEvent id="e"/>${flows('s_start -> m -> e')}`
    const xml = bpmn(
      `${start}${sub('s', inside)}${border('b', 's', 'ready')}${user('x')}${user('y')}${end}${flows('start -> s -> y -> end', 'b -> x -> end')}`,
    )
    expect((await play(xml, { variables: { ready: true } })).open()).toEqual(['x/x'])
    expect((await play(xml, { variables: { ready: false } })).open()).toEqual(['y/y'])
  })

  it('comes beside its activity once each time that it begins to hold', async () => {
    const game = await play(on(border('b', 'a', 'amount > 1000', beside)), {
      variables: { amount: 1 },
    })
    set(game, { amount: 2000 })
    set(game, { amount: 3000 })
    expect(game.open()).toEqual(['a/a', 'x/x'])
    set(game, { amount: 1 })
    set(game, { amount: 5000 })
    expect(game.open()).toEqual(['a/a', 'x/x', 'x/x'])
  })

  it('does not come again for work that is put back, nor under another definition', async () => {
    const returns = '<approval:return to="any" resubmit="returner"/>'
    const xml = bpmn(
      start +
        user('first') +
        user('a', 'a', returns) +
        border('b', 'a', 'ready', beside) +
        user('x') +
        end +
        flows('start -> first -> a -> end', 'b -> x -> end'),
    )
    const game = await play(xml, { variables: { ready: true } })
    game.approve('first')
    expect(game.open()).toEqual(['a/a', 'x/x'])
    game.act('a', 'a', { kind: 'return', to: ['first'], resubmit: 'straightBack' })
    game.approve('first')
    expect(game.open().toSorted()).toEqual(['a/a', 'x/x'])
    const renamed = await compile(xml.replaceAll('"b"', '"later"'))
    const moved = migrateWith(await compile(xml), renamed, game.state(), {
      kind: 'migrate',
      actor: { userId: 'root' },
      definitionId: 'other',
      nodes: { b: 'later' },
    })
    expect(moved).toMatchObject({ kind: 'applied' })
    if (moved.kind === 'applied') expect(moved.state.tasks).toHaveLength(2)
  })

  it('is not looked at where the activity is only visited on a way straight back', async () => {
    const returns = '<approval:return to="any" resubmit="returner"/>'
    const xml = bpmn(
      start +
        user('a') +
        border('b', 'a', 'ready') +
        user('c', 'c', returns) +
        user('x') +
        end +
        flows('start -> a -> c -> end', 'b -> x -> end'),
    )
    const game = await play(xml, { variables: { ready: false } })
    game.approve('a')
    game.act('c', 'c', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    set(game, { ready: true })
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.open()).toEqual(['c/c'])
  })

  it('keeps a decision from being taken back, which others have gone on by', async () => {
    const xml = bpmn(
      start +
        '<parallelGateway id="f"/>' +
        user('a') +
        user('w') +
        border('b', 'w', 'outcomes.a == "approved"') +
        user('x') +
        user('y') +
        end +
        flows('start -> f -> a -> y -> end', 'f -> w -> end', 'b -> x -> end'),
    )
    const game = await play(xml)
    const [mine] = game.state().tasks.filter(({ node }) => node === 'a')
    game.approve('a')
    expect(game.open()).toEqual(['y/y', 'x/x'])
    if (mine === undefined) throw new Error('nobody is asked')
    const back = {
      kind: 'takeBack',
      task: mine.key,
      actor: { userId: 'a' },
      decided: [{ ...mine, state: 'APPROVED' }],
      reopened: [],
      since: [],
    } as const
    expect(game.try({ ...back, signals: ['b'] })).toMatchObject({
      kind: 'refused',
      reason: 'decided_since',
      names: ['b'],
    })
  })
})

describe('a condition of an event sub-process', () => {
  it('ends all else in its run', async () => {
    const xml = bpmn(
      start + user('a') + end + flows('start -> a -> end') + handler('h', 'amount > 1000'),
    )
    expect(await validate(xml, declared)).toEqual([])
    const game = await play(xml, { variables: { amount: 1 } })
    set(game, { amount: 2000 })
    expect(game.open()).toEqual(['h_task/h_task'])
    const atOnce = await play(xml, { variables: { amount: 2000 } })
    expect(atOnce.open()).toEqual(['h_task/h_task'])
    expect(left(atOnce)).not.toContain('start')
  })

  it('begins beside it once each time that it begins to hold, of the approval and of each run', async () => {
    const inside = `${user('a')}<endEvent id="e"/>${flows('s_start -> a -> e')}${handler('h', 'ready', here)}`
    const xml = bpmn(
      start + sub('s', inside) + end + flows('start -> s -> end') + handler('k', 'ready', here),
    )
    const game = await play(xml, { variables: { ready: true } })
    expect(game.open().toSorted()).toEqual(['a/a', 'h_task/h_task', 'k_task/k_task'])
    set(game, { amount: 1 })
    expect(game.open()).toHaveLength(3)
    set(game, { ready: false })
    set(game, { ready: true })
    expect(game.open()).toHaveLength(5)
    expect(playProcess(game.process, { variables: { ready: false } }).open()).toEqual(['a/a'])
  })
})

describe('before publishing', () => {
  it('a condition is asked for, and is to be one', async () => {
    const wait = (inside: string) =>
      `${start}<intermediateCatchEvent id="c"><conditionalEventDefinition>${inside}</conditionalEventDefinition></intermediateCatchEvent>${user('a')}${end}${flows('start -> c -> a -> end')}`
    expect(await codesOf(wait(''))).toEqual(['c condition_missing'])
    expect(await codesOf(wait('<condition> </condition>'))).toEqual(['c condition_missing'])
    expect(await codesOf(wait('<condition>amount</condition>'))).toEqual(['c expression_type'])
    expect(await codesOf(wait('<condition>unknown</condition>'))).toEqual(['c expression_type'])
    expect(await codesOf(wait('<condition>amount ></condition>'))).toEqual(['c expression_invalid'])
    const juel =
      '<condition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="tFormalExpression" language="juel">ready</condition>'
    expect(await codesOf(wait(juel))).toEqual(['c expression_language'])
  })

  it('a loop that only a condition is in would never rest, and one that somebody is asked in does', async () => {
    const gateway = '<exclusiveGateway id="x" default="x_end"/>'
    const ways = flows('start -> c -> x -> end', 'x -> c : amount > 1')
    expect(await codesOf(start + caught('c', 'ready') + gateway + end + ways)).toEqual([
      'c loop_without_task',
    ])
    const asked = flows('start -> c -> a -> x -> end', 'x -> c : amount > 1')
    expect(await codesOf(start + caught('c', 'ready') + user('a') + gateway + end + asked)).toEqual(
      [],
    )
  })

  it('one that leads from the border of an activity back to it would never rest', async () => {
    for (const more of ['', beside]) {
      const around = border('b', 'a', 'ready', more)
      expect(
        await codesOf(start + user('a') + around + end + flows('start -> a -> end', 'b -> a')),
      ).toEqual(['b loop_without_task'])
    }
  })
})

describe('a hundred at once that each wait for values', () => {
  const loop =
    '<multiInstanceLoopCharacteristics><loopCardinality>100</loopCardinality></multiInstanceLoopCharacteristics>'
  const drawn = (inside: string) =>
    bpmn(
      start +
        sub('s', loop + inside + '<endEvent id="s_end"/>') +
        user('z') +
        end +
        flows('start -> s -> z -> end'),
    )

  it('are looked at as they begin, and each for what it has come to alone', async () => {
    const late = border('late', 'x', 'ready') + '<endEvent id="e2"/>' + flows('late -> e2')
    const xml = drawn(
      user('x', 'p', '<approval:decision onReject="continue"/>') +
        caught('c', 'ready || outcomes.x == "rejected"') +
        late +
        handler('h', 'amount > 5', here) +
        flows('s_start -> x -> c -> s_end'),
    )
    expect(await validate(xml, declared)).toEqual([])
    const game = await play(xml, { variables: { amount: 1, ready: false } })
    expect(game.open()).toHaveLength(100)
    game.reject('x')
    expect(game.open()).toHaveLength(99)
    game.approve('x')
    expect(game.open()).toHaveLength(98)
    set(game, { amount: 9 })
    expect(game.open().filter((one) => one.startsWith('h_task'))).toHaveLength(99)
    set(game, { ready: true })
    expect(game.open().filter((one) => one.startsWith('h_task'))).toHaveLength(99)
    for (let at = 0; at < 99; at += 1) game.approve('h_task')
    expect(game.open()).toEqual(['z/z'])
  })
})
