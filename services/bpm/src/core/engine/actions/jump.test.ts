import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user } from '../../testing.ts'

const root = { userId: 'root', administrator: true }
const jump = (to: string | readonly string[], force?: true) =>
  ({ kind: 'jump', to, actor: root, ...(force === undefined ? {} : { force }) }) as const

const split = (gateway: string) =>
  bpmn(
    start +
      user('first') +
      `<${gateway}Gateway id="split"/><${gateway}Gateway id="join"/>` +
      user('a') +
      user('b') +
      user('last') +
      end +
      flows('start -> first -> split -> a -> join -> last -> end', 'split -> b -> join'),
  )

describe('a jump', () => {
  it('into one branch of several is refused, since the join would wait for the others', async () => {
    const game = await play(split('parallel'))
    expect(game.try(jump('a'))).toMatchObject({ reason: 'jump_refused', names: ['join'] })
    expect(game.open()).toEqual(['first/first'])
  })

  it('into all branches goes on behind the join', async () => {
    const game = await play(split('parallel'))
    game.must(jump(['a', 'b']))
    expect(game.open()).toEqual(['a/a', 'b/b'])
    game.approve('a')
    game.approve('b')
    expect(game.open()).toEqual(['last/last'])
  })

  it('into one branch before an inclusive join is none to wait for', async () => {
    const game = await play(split('inclusive'))
    game.must(jump(['a']))
    game.approve('a')
    expect(game.open()).toEqual(['last/last'])
  })

  it('with two tokens for one branch is refused: one of them would be left over', async () => {
    const xml = bpmn(
      start +
        '<parallelGateway id="split"/><parallelGateway id="join"/>' +
        user('a') +
        user('c') +
        user('b') +
        end +
        flows('start -> split -> a -> c -> join -> end', 'split -> b -> join'),
    )
    const game = await play(xml)
    expect(game.try(jump(['a', 'b', 'c']))).toMatchObject({ reason: 'jump_refused' })
  })

  it('that was forced says what it risks, and the approval that it is stuck', async () => {
    const game = await play(split('parallel'))
    const { effects } = game.must(jump('a', true))
    expect(effects).toContainEqual({
      kind: 'jumpForced',
      stranded: ['join'],
      unproven: false,
      unvoted: false,
    })
    const { stuck } = game.approve('a')
    expect(stuck).toEqual([{ node: 'join', reason: 'join_waits_forever' }])
  })

  it.each([
    ['end', ''],
    ['skipped', '<approval:policy onInitiator="skip"/>'],
    ['skipped', '<approval:policy onEmpty="approve"/>'],
  ])('to %s, which nobody has to decide, is refused: %s', async (to, policy) => {
    const xml = bpmn(
      start +
        user('a') +
        user('skipped', 'ann', policy) +
        end +
        flows('start -> a -> skipped -> end'),
    )
    const directory = policy.includes('onEmpty') ? { 'user:ann': [] } : {}
    const game = await play(xml, { directory })
    expect(game.try(jump(to))).toMatchObject({ reason: 'jump_refused', names: [] })
    const { effects, state } = game.must(jump(to, true))
    expect(state.status).toBe('APPROVED')
    expect(effects).toContainEqual({
      kind: 'jumpForced',
      stranded: [],
      unproven: false,
      unvoted: true,
    })
  })

  it('to a wait behind which nobody decides is refused, and to one before a decision is not', async () => {
    const hour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'
    const wait = (id: string) =>
      `<intermediateCatchEvent id="${id}">${hour}</intermediateCatchEvent>`
    const xml = bpmn(
      start +
        wait('early') +
        user('a') +
        wait('late') +
        end +
        flows('start -> early -> a -> late -> end'),
    )
    const game = await play(xml)
    expect(game.try(jump('late'))).toMatchObject({ reason: 'jump_refused' })
    expect(game.try(jump('early')).kind).toBe('applied')
  })

  it('to a path that ends as refused approves nothing', async () => {
    const xml = bpmn(
      start +
        user('a') +
        end +
        '<endEvent id="no"><errorEventDefinition/></endEvent>' +
        '<exclusiveGateway id="x" default="x_end"/>' +
        flows('start -> a -> x -> end', 'x -> no : false'),
    )
    const game = await play(xml)
    game.must(jump('no'))
    expect(game.state().status).toBe('REJECTED')
  })

  it('into two branches of a sub-process makes one run of it', async () => {
    const inner =
      '<startEvent id="in"/><parallelGateway id="fork"/><parallelGateway id="meet"/>' +
      user('a') +
      user('b') +
      '<endEvent id="out"/>' +
      flows('in -> fork -> a -> meet -> out', 'fork -> b -> meet')
    const xml = bpmn(
      start +
        user('x') +
        `<subProcess id="s">${inner}</subProcess>` +
        user('y') +
        end +
        flows('start -> x -> s -> y -> end'),
    )
    const game = await play(xml)
    expect(game.try(jump('a'))).toMatchObject({ reason: 'jump_refused', names: ['meet'] })
    game.must(jump(['a', 'b']))
    game.approve('a')
    game.approve('b')
    expect(game.open()).toEqual(['y/y'])
  })

  it('leaves what every approval of the process risks to the process', async () => {
    const xml = bpmn(
      start +
        user('a') +
        '<exclusiveGateway id="x" default="x_b"/>' +
        user('b') +
        user('c') +
        '<parallelGateway id="both"/>' +
        end +
        flows('start -> a -> x -> b -> both -> end', 'x -> c : false', 'c -> both'),
    )
    const game = await play(xml)
    expect(game.try(jump('a')).kind).toBe('applied')
  })
})

describe('a jump to a task with 40 times on its border', () => {
  const times = Array.from({ length: 40 }, (_, index) => `t${index}`)
  const day = '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>'
  const onBorder = (to: (time: string) => string) =>
    bpmn(
      start +
        user('a') +
        '<parallelGateway id="fork"/><parallelGateway id="join"/><exclusiveGateway id="x"/>' +
        user('b') +
        user('c') +
        end +
        times
          .map(
            (id) =>
              `<boundaryEvent id="${id}" attachedToRef="a" cancelActivity="false">${day}</boundaryEvent>${user(`${id}_a`)}<endEvent id="${id}_end"/>`,
          )
          .join('') +
        flows(
          'start -> a -> fork -> b -> x -> join -> end',
          'fork -> c -> join',
          ...times.map((id) => `${id} -> ${id}_a -> ${to(id)}`),
        ),
    )

  it('is done when no join has to do with them', async () => {
    const game = await play(onBorder((id) => `${id}_end`))
    expect(game.try(jump('a')).kind).toBe('applied')
    expect(game.try(jump('b'))).toMatchObject({ reason: 'jump_refused', names: ['join'] })
  })

  it('is refused as too large to prove when they come to a join, and can be forced', async () => {
    const game = await play(onBorder(() => 'x'))
    const begun = performance.now()
    expect(game.try(jump('a'))).toMatchObject({
      reason: 'jump_refused',
      detail: expect.stringContaining('too large to prove'),
    })
    expect(performance.now() - begun).toBeLessThan(2000)
    const { effects } = game.must(jump('a', true))
    expect(effects).toContainEqual(expect.objectContaining({ unproven: true }))
  })
})

describe('looking again', () => {
  const xml = bpmn(
    start + user('a', 'p', '<approval:policy onEmpty="block"/>') + end + flows('start -> a -> end'),
  )
  const retry = { kind: 'retry', node: 'a', reason: 'nobody_found', actor: root } as const

  it('asks those who are found now', async () => {
    const stuck = await play(xml, { directory: { 'user:p': [] } })
    expect(stuck.effects).toContainEqual({ kind: 'incident', node: 'a', reason: 'nobody_found' })
    const game = await play(xml, { from: stuck.state() })
    expect(game.must(retry).stuck).toEqual([])
    expect(game.open()).toEqual(['a/p'])
    game.approve('a')
    expect(game.state().status).toBe('APPROVED')
  })

  it('changes nothing while nobody is found', async () => {
    const game = await play(xml, { directory: { 'user:p': [] } })
    expect(game.try(retry)).toMatchObject({ kind: 'refused', reason: 'still_stuck', names: ['a'] })
  })

  it('is for administrators', async () => {
    const game = await play(xml, { directory: { 'user:p': [] } })
    const actor = { userId: 'ann' }
    expect(game.try({ ...retry, actor })).toMatchObject({ reason: 'administrator_only' })
  })
})
