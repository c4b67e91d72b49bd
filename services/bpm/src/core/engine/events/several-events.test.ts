import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'
import { isExpected } from './messages.ts'

const signals = (xml: string) =>
  xml.replace(
    '<process',
    '<signal id="S1" name="one"/><signal id="S2" name="two"/><message id="M1" name="left"/><message id="M2" name="right"/><error id="E1" errorCode="wrong"/><escalation id="L1" escalationCode="late"/><process',
  )
const signal = (ref: string) => `<signalEventDefinition signalRef="${ref}"/>`
const message = (ref: string) => `<messageEventDefinition messageRef="${ref}"/>`
const anHour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'
const values = (text: string) =>
  `<conditionalEventDefinition><condition>${text}</condition></conditionalEventDefinition>`
const all = 'parallelMultiple="true"'
const caught = (id: string, inside: string, more = '') =>
  `<intermediateCatchEvent id="${id}" ${more}>${inside}</intermediateCatchEvent>`
const border = (inside: string, more = '') =>
  `<boundaryEvent id="b" attachedToRef="a" ${more}>${inside}</boundaryEvent>`
const beside = 'cancelActivity="false"'
const left = (game: Play) =>
  game.effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : []))
const app = { userId: 'app' }
const send = (game: Play, name: string) => game.must({ kind: 'message', name, actor: app })
const change = (game: Play, variables: Record<string, boolean>) =>
  game.must({ kind: 'updateVariables', variables, actor: app })
const timers = (game: Play) =>
  (game.state().execution.timers ?? []).filter((one) => one.left > 0).map(({ id }) => id)
const fire = (game: Play) =>
  game.must({ kind: 'fireTimer', timer: timers(game)[0] ?? 0, actor: { userId: 'timer' } })
const codesOf = async (content: string) =>
  (await validate(signals(bpmn(content)), [])).map(({ element, code }) => `${element} ${code}`)

/** A catch event of several, and a task behind it. */
const waiting = (inside: string, more = '') =>
  signals(
    bpmn(
      start + caught('c', inside, more) + user('after') + end + flows('start -> c -> after -> end'),
    ),
  )

describe('a catch event with several events', () => {
  it('goes on by any of them, and the others are not waited for any more', async () => {
    const xml = waiting(message('M1') + message('M2') + anHour + values('ready'))
    expect(await validate(xml, [{ name: 'ready', type: 'boolean' }])).toEqual([])
    const ways: ((game: Play) => unknown)[] = [
      (game) => send(game, 'left'),
      (game) => send(game, 'right'),
      fire,
      (game) => change(game, { ready: true }),
    ]
    for (const way of ways) {
      const game = await play(xml, { variables: { ready: false } })
      expect(game.open()).toEqual([])
      way(game)
      expect(game.open()).toEqual(['after/after'])
      expect(timers(game)).toEqual([])
      expect(game.try({ kind: 'message', name: 'left', actor: app })).toMatchObject({
        kind: 'refused',
      })
    }
  })

  it('goes on when all have come, in whatever order, each of which comes once', async () => {
    const xml = waiting(message('M1') + anHour + values('ready'), all)
    const ways: Readonly<Record<string, (game: Play) => unknown>> = {
      message: (game) => send(game, 'left'),
      time: fire,
      values: (game) => change(game, { ready: true }),
    }
    for (const order of [
      ['message', 'time', 'values'],
      ['values', 'message', 'time'],
      ['time', 'values', 'message'],
    ]) {
      const game = await play(xml, { variables: { ready: false } })
      for (const way of order) {
        expect(game.open()).toEqual([])
        ways[way]?.(game)
      }
      expect(game.open()).toEqual(['after/after'])
      expect(timers(game)).toEqual([])
      expect(game.state().execution.tokens.every(({ came }) => came === undefined)).toBe(true)
    }
  })

  it('keeps what has come while values change back, and tells a sender who sends twice', async () => {
    const game = await play(waiting(message('M1') + message('M2') + values('ready'), all), {
      variables: { ready: true },
    })
    change(game, { ready: false })
    send(game, 'left')
    expect(isExpected(game.process, game.state().execution, 'left')).toBe(false)
    expect(game.try({ kind: 'message', name: 'left', actor: app })).toMatchObject({
      reason: 'message_not_expected',
    })
    send(game, 'right')
    expect(game.open()).toEqual(['after/after'])
  })

  it('hears signals: any of them, or all', async () => {
    const drawn = (more: string, thrown: string) =>
      signals(
        bpmn(
          `${start}<parallelGateway id="fork"/>${caught('c', signal('S1') + signal('S2'), more)}${user('after')}${end}` +
            `${user('u')}<intermediateThrowEvent id="t">${signal(thrown)}</intermediateThrowEvent>${user('v')}` +
            `<intermediateThrowEvent id="t2">${signal('S2')}</intermediateThrowEvent>` +
            flows('start -> fork -> c -> after -> end', 'fork -> u -> t -> v -> t2 -> end'),
        ),
      )
    for (const [more, thrown, open] of [
      ['', 'S1', ['v/v', 'after/after']],
      ['', 'S2', ['v/v', 'after/after']],
      [all, 'S1', ['v/v']],
    ] as const) {
      const xml = drawn(more, thrown)
      const game = await play(xml)
      game.approve('u')
      expect(game.open().toSorted()).toEqual(open.toSorted())
      game.approve('v')
      expect(game.open()).toEqual(['after/after'])
    }
    expect(await validate(drawn('', 'S1'), [])).toEqual([])
    // One of any is enough; of all each has to be thrown.
    expect(await validate(drawn('', 'S2'), [])).toEqual([])
    expect((await validate(drawn(all, 'S2'), [])).map(({ code }) => code)).toEqual([
      'signal_not_thrown',
    ])
  })

  it('comes behind an event-based gateway, also where all are waited for', async () => {
    const xml = signals(
      bpmn(
        `${start}<eventBasedGateway id="g"/>${caught('one', message('M1') + anHour, all)}${caught('two', '<messageEventDefinition/>')}${user('x')}${user('y')}${end}` +
          flows('start -> g -> one -> x -> end', 'g -> two -> y -> end'),
      ),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    fire(game)
    expect(game.open()).toEqual([])
    send(game, 'left')
    expect(game.open()).toEqual(['x/x'])
    const other = await play(xml)
    send(other, 'left')
    send(other, 'two')
    expect(other.open()).toEqual(['y/y'])
    expect(timers(other)).toEqual([])
  })

  it('takes what has come along into another definition, and forgets what is not waited for there', async () => {
    const first = waiting(message('M1') + message('M2'), all)
    const game = await play(first)
    send(game, 'left')
    const later = await compile(first.replaceAll(/\bid="c"/g, 'id="c2"').replaceAll('"c"', '"c2"'))
    game.migrate(later, { definitionId: 'later', nodes: { c: 'c2' } })
    send(game, 'right')
    expect(game.open()).toEqual(['after/after'])
    const another = await play(first)
    const any = await compile(waiting(message('M1') + message('M2')))
    expect(another.migrate(any, { definitionId: 'any', nodes: {} })).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 'c', code: 'node_kind' }],
    })
  })
})

describe('an event on a border with several events', () => {
  const drawn = (inside: string, more = '') =>
    signals(
      bpmn(
        start +
          user('a') +
          border(inside, more) +
          user('late') +
          end +
          flows('start -> a -> end', 'b -> late -> end'),
      ),
    )

  it('ends its activity by any, or by the last of all', async () => {
    const one = await play(drawn(message('M1') + anHour))
    fire(one)
    expect(one.open()).toEqual(['late/late'])
    const both = await play(drawn(message('M1') + anHour, all))
    send(both, 'left')
    expect(both.open()).toEqual(['a/a'])
    fire(both)
    expect(both.open()).toEqual(['late/late'])
  })

  it('begins beside it each time that all have come', async () => {
    const game = await play(drawn(message('M1') + message('M2'), `${beside} ${all}`))
    for (const name of ['left', 'right', 'right', 'left']) send(game, name)
    expect(game.open()).toEqual(['a/a', 'late/late', 'late/late'])
  })

  it('forgets what has come when the work is begun anew', async () => {
    const xml = drawn(message('M1') + message('M2'), all).replace(
      flows('start -> a -> end'),
      user('before') + flows('start -> before -> a -> end'),
    )
    const game = await play(xml)
    game.approve('before')
    send(game, 'left')
    game.act('a', 'a', { kind: 'return', to: ['before'] })
    game.approve('before')
    send(game, 'right')
    expect(game.open()).toEqual(['a/a'])
    send(game, 'left')
    expect(game.open()).toEqual(['late/late'])
  })

  it('catches what is thrown inside, or a time', async () => {
    const xml = signals(
      bpmn(
        `${start}<subProcess id="a"><startEvent id="s"/>${user('u')}<endEvent id="e"><errorEventDefinition errorRef="E1"/></endEvent>${flows('s -> u -> e')}</subProcess>` +
          border('<errorEventDefinition errorRef="E1"/>' + anHour) +
          user('late') +
          end +
          flows('start -> a -> end', 'b -> late -> end'),
      ),
    )
    expect(await validate(xml, [])).toEqual([])
    const thrown = await play(xml)
    thrown.approve('u')
    expect(thrown.open()).toEqual(['late/late'])
    const timed = await play(xml)
    fire(timed)
    expect(timed.open()).toEqual(['late/late'])
  })
})

describe('an event sub-process with several events', () => {
  const drawn = (inside: string, more: string) =>
    signals(
      bpmn(
        `${start}${user('a')}${end}${flows('start -> a -> end')}<subProcess id="h" triggeredByEvent="true">` +
          `<startEvent id="hs" ${more}>${inside}</startEvent>${user('handle')}<endEvent id="he"/>${flows('hs -> handle -> he')}</subProcess>`,
      ),
    )

  it('begins by any of them, or when all have come', async () => {
    const any = await play(drawn(message('M1') + anHour, 'isInterrupting="true"'))
    fire(any)
    expect(any.open()).toEqual(['handle/handle'])
    const both = await play(drawn(message('M1') + message('M2'), `isInterrupting="false" ${all}`))
    send(both, 'left')
    expect(both.try({ kind: 'message', name: 'left', actor: app }).kind).toBe('refused')
    expect(both.open()).toEqual(['a/a'])
    send(both, 'right')
    expect(both.open()).toEqual(['a/a', 'handle/handle'])
    expect(both.state().execution.came).toBeUndefined()
  })
})

describe('a throw with several events', () => {
  const listening =
    caught('one', signal('S1')) + caught('two', signal('S2')) + user('x') + user('y')

  it.each(['intermediateThrowEvent', 'endEvent'])('throws each of them: %s', async (element) => {
    const last = element === 'endEvent' ? 'fork -> t' : 'fork -> t -> end'
    const xml = signals(
      bpmn(
        `${start}<parallelGateway id="fork"/>${listening}<${element} id="t">${signal('S1')}${signal('S2')}</${element}>${end}` +
          flows('start -> fork -> one -> x -> end', 'fork -> two -> y -> end', last),
      ),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['x/x', 'y/y'])
    expect(left(game).filter((id) => id === 't')).toHaveLength(1)
  })

  it('throws nothing more once its own path has been ended', async () => {
    const xml = signals(
      bpmn(
        `${start}<parallelGateway id="fork"/>${caught('two', signal('S2'))}${user('y')}${end}` +
          `<subProcess id="a"><startEvent id="s"/><endEvent id="t"><escalationEventDefinition escalationRef="L1"/>${signal('S2')}</endEvent>${flows('s -> t')}</subProcess>` +
          border('<escalationEventDefinition escalationRef="L1"/>') +
          user('late') +
          flows('start -> fork -> a -> end', 'fork -> two -> y -> end', 'b -> late -> end'),
      ),
    )
    const game = await play(xml)
    expect(game.open()).toEqual(['late/late'])
  })

  it('ends as the one says that ends, after what is thrown before', async () => {
    const xml = signals(
      bpmn(
        `${start}<parallelGateway id="fork"/>${caught('one', signal('S1'))}<task id="t1"/>${user('other')}${end}` +
          `<endEvent id="t"><terminateEventDefinition/>${signal('S1')}</endEvent>` +
          flows('start -> fork -> one -> t1 -> end', 'fork -> other -> end', 'fork -> t'),
      ),
    )
    const game = await play(xml)
    expect(game.state().status).toBe('APPROVED')
    expect(left(game)).toContain('one')
  })
})

describe('what of several events is refused by name', () => {
  const one = (inside: string, more = '') =>
    codesOf(start + caught('c', inside, more) + user('u') + end + flows('start -> c -> u -> end'))

  it.each([
    ['two times', anHour + anHour, ''],
    ['two conditions', values('a') + values('b'), ''],
    ['a link among them', `${anHour}<linkEventDefinition name="l"/>`, ''],
    ['an error', `${anHour}<errorEventDefinition/>`, ''],
  ])('%s', async (_, inside, more) => {
    expect(await one(inside, more)).toContain('c element_unsupported')
  })

  it('what is thrown inside together with others, and two that end', async () => {
    const drawn = (inside: string, more: string) =>
      codesOf(
        `${start}<subProcess id="a"><startEvent id="s"/>${user('u')}<endEvent id="e"/>${flows('s -> u -> e')}</subProcess>` +
          border(inside, more) +
          end +
          flows('start -> a -> end', 'b -> end'),
      )
    expect(await drawn('<errorEventDefinition/>' + anHour, '')).toEqual([])
    expect(await drawn('<errorEventDefinition/>' + anHour, all)).toContain('b element_unsupported')
    expect(
      await codesOf(
        `${start}${user('u')}<endEvent id="end"><terminateEventDefinition/><errorEventDefinition/></endEvent>${flows('start -> u -> end')}`,
      ),
    ).toContain('end element_unsupported')
  })

  it('a loop through any of its signals that asks nobody', async () => {
    const drawn = (inside: string, more = '') =>
      codesOf(
        `${start}<parallelGateway id="fork"/><exclusiveGateway id="again"/>${caught('c', inside, more)}${user('u')}${end}` +
          `<exclusiveGateway id="turn"/><intermediateThrowEvent id="t">${signal('S1')}${signal('S2')}</intermediateThrowEvent>` +
          flows(
            'start -> fork -> again -> c -> again',
            'fork -> turn -> t -> turn',
            'fork -> u -> end',
          ),
      )
    expect(await drawn(signal('S1') + message('M1'))).toContain('again loop_without_task')
    expect(await drawn(signal('S1') + message('M1'), all)).not.toContain('again loop_without_task')
  })
})
