import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'
import { isExpected } from './messages.ts'
import type { EngineTask } from '../state.ts'

const messageEvent = '<messageEventDefinition/>'
const messageCatch = (id: string) =>
  `<intermediateCatchEvent id="${id}">${messageEvent}</intermediateCatchEvent>`
const timerCatch = (id: string) =>
  `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>`
const border = (id: string, on: string, inside: string, more = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${on}" ${more}>${inside}</boundaryEvent>`
const beside = 'cancelActivity="false"'

const send = (game: Play, name: string) =>
  game.must({ kind: 'message', name, actor: { userId: 'app' } })
const timers = (game: Play) => (game.state().execution.timers ?? []).map(({ node }) => node)
const fire = (game: Play, node: string) => {
  const timer = (game.state().execution.timers ?? []).find((one) => one.node === node)?.id ?? 0
  return game.must({ kind: 'fireTimer', timer, actor: { userId: 'timer' } })
}
/** What somebody approved, and nobody has acted on since. */
const takingBack = (task: EngineTask) =>
  ({
    kind: 'takeBack',
    task: task.key,
    actor: { userId: task.assignee ?? '' },
    decided: [{ ...task, state: 'APPROVED' }],
    reopened: [],
    since: [],
  }) as const
const codesOf = async (content: string) =>
  (await validate(bpmn(content), [])).map(({ element, code }) => `${element} ${code}`)

/** What the application was asked for, at which element. */
const requestsIn = (game: Play) =>
  game.effects.flatMap((one) =>
    one.kind === 'callbackRequested' ? [`${one.node} ${one.request}`] : [],
  )

/** A document whose errors and escalations have codes. */
const withCodes = (content: string) =>
  bpmn(content).replace(
    '<process',
    `<error id="E1" errorCode="missing"/><error id="E2" errorCode="wrong"/><error id="E3" errorCode="missing"/>
     <escalation id="S1" escalationCode="late"/><process`,
  )
const error = (ref = '') => `<errorEventDefinition${ref === '' ? '' : ` errorRef="${ref}"`}/>`
const escalation = (ref = '') =>
  `<escalationEventDefinition${ref === '' ? '' : ` escalationRef="${ref}"`}/>`
const sub = (id: string, inside: string) =>
  `<subProcess id="${id}"><startEvent id="${id}_start"/>${inside}</subProcess>`

describe('what is done elsewhere', () => {
  it('is passed: manual and plain tasks, none throw events', async () => {
    const xml = bpmn(
      `${start}<task id="t"/><manualTask id="m"/><intermediateThrowEvent id="i"/>${user('a')}${end}${flows('start -> t -> m -> i -> a -> end')}`,
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['a/a'])
    expect(game.effects).toContainEqual({ kind: 'nodeLeft', node: 'm', outcome: 'passed' })
  })

  it('is asked of the application by a send task, by the name of its message or of a callback', async () => {
    const named = '<extensionElements><approval:callback name="book"/></extensionElements>'
    const drawn = (inside: string, attributes = '') =>
      bpmn(
        `${start}<sendTask id="t" ${attributes}>${inside}</sendTask>${user('a')}${end}${flows('start -> t -> a -> end')}`,
      ).replace('<process', '<message id="M" name="order"/><process')
    for (const [inside, request] of [
      ['', 'order'],
      [named, 'book'],
    ] as const) {
      const xml = drawn(inside, 'messageRef="M"')
      expect(await validate(xml, [])).toEqual([])
      const game = await play(xml)
      expect(game.effects).toContainEqual({ kind: 'callbackRequested', node: 't', request })
      expect(game.open()).toEqual(['a/a'])
    }
    expect((await validate(drawn(''), [])).map(({ code }) => code)).toEqual(['service_unknown'])
  })

  it('is asked of the application by a message that is thrown, as by a send task', async () => {
    const drawn = (inside: string, messages: string) =>
      bpmn(
        `${start}<intermediateThrowEvent id="t">${inside}${messages}</intermediateThrowEvent>${user('a')}${end}${flows('start -> t -> a -> end')}`,
      ).replace('<process', '<message id="M" name="order"/><signal id="S" name="s"/><process')
    const named = '<extensionElements><approval:callback name="book"/></extensionElements>'
    const message = '<messageEventDefinition messageRef="M"/>'
    for (const [inside, request] of [
      ['', 'order'],
      [named, 'book'],
    ] as const) {
      expect(await validate(drawn(inside, message), [])).toEqual([])
      const game = await play(drawn(inside, message))
      expect(game.effects).toContainEqual({ kind: 'callbackRequested', node: 't', request })
      expect(game.open()).toEqual(['a/a'])
    }
    const codes = async (xml: string) => (await validate(xml, [])).map(({ code }) => code)
    expect(await codes(drawn('', '<messageEventDefinition/>'))).toEqual(['service_unknown'])
    const signal = '<signalEventDefinition signalRef="S"/>'
    expect(await codes(drawn(named, signal))).toEqual(['extension_misplaced'])
    expect(await codes(drawn(named, message + signal))).toEqual(['extension_misplaced'])
    expect(await codes(drawn('', message + signal))).toEqual([])
    expect(requestsIn(await play(drawn('', message + signal)))).toEqual(['t order'])
  })

  describe('is asked of the application by a message end', () => {
    const message = '<messageEventDefinition messageRef="M"/>'
    const declared = (content: string) =>
      bpmn(content).replace(
        '<process',
        '<message id="M" name="order"/><message id="N" name="pack"/><process',
      )
    const ended = (inside: string, before = 'start -> a -> t') =>
      declared(`${start}${user('a')}<endEvent id="t">${inside}</endEvent>${flows(before)}`)
    const codes = async (xml: string) => (await validate(xml, [])).map(({ code }) => code)

    it('by the name of its message or of a callback, before the path ends', async () => {
      const named = '<extensionElements><approval:callback name="book"/></extensionElements>'
      for (const [inside, request] of [
        [message, 'order'],
        [named + message, 'book'],
      ] as const) {
        expect(await codes(ended(inside))).toEqual([])
        const game = await play(ended(inside))
        game.approve('a')
        expect(game.effects.slice(-3)).toMatchObject([
          { kind: 'nodeLeft', node: 't' },
          { kind: 'callbackRequested', node: 't', request },
          { kind: 'statusChanged', to: 'APPROVED' },
        ])
      }
      expect(await codes(ended('<messageEventDefinition/>'))).toEqual(['service_unknown'])
      expect(await codes(ended(named))).toEqual(['extension_misplaced'])
    })

    it('also among other events, in the order of the document, and with a result', async () => {
      const several = `${message}<messageEventDefinition messageRef="N"/><terminateEventDefinition/>`
      const result = '<extensionElements><approval:result value="rejected"/></extensionElements>'
      const game = await play(ended(result + several))
      game.approve('a')
      expect(requestsIn(game)).toEqual(['t order', 't pack'])
      expect(game.state().status).toBe('REJECTED')
    })

    it('once in each run of a sub-process, and anew when it is come to again', async () => {
      const inside = `${user('a')}<endEvent id="t">${message}</endEvent>${flows('s_start -> a -> t')}`
      const xml = declared(
        `${start}${sub('s', inside)}${user('b')}${end}${flows('start -> s -> b -> end')}`,
      )
      expect(await codes(xml)).toEqual([])
      const game = await play(xml)
      game.approve('a')
      expect([requestsIn(game), game.open()]).toEqual([['t order'], ['b/b']])
      game.act('b', 'b', { kind: 'return', to: 'initiator', resubmit: 'rerun' })
      game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'ann' } })
      game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
      expect(requestsIn(game)).toEqual(['t order'])
      game.approve('a')
      expect(requestsIn(game)).toEqual(['t order', 't order'])
    })

    it('also where the approval has moved to it from another definition', async () => {
      const game = await play(ended('').replace('id="t"', 'id="e"').replace('"t"', '"e"'))
      const moved = game.migrate(await compile(ended(message)), {
        definitionId: 'other',
        nodes: {},
      })
      expect(moved.kind).toBe('applied')
      game.approve('a')
      expect(requestsIn(game)).toEqual(['t order'])
    })
  })

  it('chooses by conditions as any other element, also the start', async () => {
    const drawn = (other: string) =>
      bpmn(
        start +
          user('a') +
          user('b') +
          end +
          flows('start -> a : x', `start -> b${other}`, 'a -> end', 'b -> end'),
      )
    const openWith = async (other: string, x: boolean) => {
      expect(await validate(drawn(other), [{ name: 'x', type: 'boolean' }])).toEqual([])
      return (await play(drawn(other), { variables: { x } })).open()
    }
    expect(await openWith(' : !x', true)).toEqual(['a/a'])
    expect(await openWith(' : !x', false)).toEqual(['b/b'])
    expect(await openWith('', true)).toEqual(['a/a', 'b/b'])
    expect(await openWith('', false)).toEqual(['b/b'])
  })

  it('is no rest for a loop', async () => {
    const loop = `${start}<exclusiveGateway id="x" default="x_end"/><manualTask id="m"/>${end}${flows('start -> x -> end', 'x -> m : true', 'm -> x')}`
    expect(await codesOf(loop)).toContain('x loop_without_task')
  })
})

describe('a link', () => {
  const link = (name: string) => `<linkEventDefinition name="${name}"/>`
  const thrown = (id: string, name = 'on') =>
    `<intermediateThrowEvent id="${id}">${link(name)}</intermediateThrowEvent>`
  const caught = (id: string, name = 'on') =>
    `<intermediateCatchEvent id="${id}">${link(name)}</intermediateCatchEvent>`
  const choice = '<exclusiveGateway id="x" default="x_t1"/>'

  it('leads from each of its throws to its one catch, as a flow would', async () => {
    const xml = bpmn(
      `${start}${choice}${thrown('t1')}${thrown('t2')}${caught('c')}${user('a')}${end}${flows('start -> x -> t1', 'x -> t2 : v', 'c -> a -> end')}`,
    )
    expect(await validate(xml, [{ name: 'v', type: 'boolean' }])).toEqual([])
    for (const v of [true, false]) {
      const game = await play(xml, { variables: { v } })
      const left = game.effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : []))
      expect(left).toEqual(['start', 'x', v ? 't2' : 't1', 'c'])
      game.approve('a')
      expect(game.state().status).toBe('APPROVED')
    }
  })

  it('is that of its own level, so the same name may be used in a sub-process', async () => {
    const inside = `${thrown('t2')}${caught('c2')}${user('a')}<endEvent id="e"/>${flows('s_start -> t2', 'c2 -> a -> e')}`
    const xml = bpmn(
      `${start}${thrown('t1')}${caught('c1')}${sub('s', inside)}${end}${flows('start -> t1', 'c1 -> s -> end')}`,
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['a/a'])
    const apart = bpmn(
      `${start}${thrown('t1')}${sub('s', `${caught('c')}<endEvent id="e"/>${flows('s_start -> e', 'c -> e')}`)}${end}${flows('start -> t1', 's -> end')}`,
    )
    expect((await validate(apart, [])).map(({ element, code }) => `${element} ${code}`)).toEqual(
      expect.arrayContaining(['t1 link_unpaired', 'c link_unpaired']),
    )
  })

  it('is refused by a rule of its own where it leads nowhere, comes from nowhere, or leads to two', async () => {
    const rest = user('a') + end
    expect(await codesOf(start + thrown('t') + rest + flows('start -> t', 'a -> end'))).toContain(
      't link_unpaired',
    )
    expect(
      await codesOf(start + caught('c') + rest + flows('start -> a', 'c -> a -> end')),
    ).toEqual(['c link_unpaired'])
    const unnamed = thrown('t', '') + caught('c', '')
    expect(await codesOf(start + unnamed + rest + flows('start -> t', 'c -> a -> end'))).toEqual(
      expect.arrayContaining(['t link_unpaired', 'c link_unpaired']),
    )
    const twice = thrown('t') + caught('c') + caught('d')
    expect(
      await codesOf(start + twice + rest + flows('start -> t', 'c -> a -> end', 'd -> a')),
    ).toContain('d link_doubled')
  })

  it('has no flows where it leads on, and makes loops as flows do', async () => {
    const drawn = thrown('t') + caught('c') + user('a') + end
    expect(await codesOf(start + drawn + flows('start -> t -> a -> end', 'a -> c -> a'))).toEqual(
      expect.arrayContaining(['t_a end_left', 'a_c start_entered']),
    )
    const loop = `${start}${caught('c')}<manualTask id="m"/><exclusiveGateway id="x" default="x_end"/>${thrown('t')}${end}${flows('start -> m -> x -> end', 'x -> t : true', 'c -> m')}`
    expect((await codesOf(loop)).join()).toContain('loop_without_task')
  })
})

const handler = (id: string, definition: string, inside = user(`${id}_task`), more = '') =>
  `<subProcess id="${id}" triggeredByEvent="true"><startEvent id="${id}_start" ${more}>${definition}</startEvent>${inside}<endEvent id="${id}_end"/>${flows(`${id}_start -> ${id}_task -> ${id}_end`)}</subProcess>`
const here = 'isInterrupting="false"'
const anHour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'
const signalDefinition = '<signalEventDefinition signalRef="stop"/>'
const withSignal = (content: string) =>
  bpmn(content).replace('<process', '<signal id="stop" name="stop"/><process')
const plain = user('a') + end + flows('start -> a -> end')

describe('an event sub-process', () => {
  it('ends all else in its run, by a message, and then the approval', async () => {
    const xml = bpmn(start + plain + handler('h', messageEvent))
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    send(game, 'h_start')
    expect(game.open()).toEqual(['h_task/h_task'])
    expect(game.effects).toContainEqual(expect.objectContaining({ kind: 'nodeEntered', node: 'h' }))
    expect(game.try({ kind: 'message', name: 'h_start', actor: { userId: 'app' } })).toMatchObject({
      kind: 'refused',
      reason: 'message_not_expected',
    })
    game.approve('h_task')
    expect(game.state().status).toBe('APPROVED')
  })

  it('goes on beside, as often as its message comes', async () => {
    const game = await play(bpmn(start + plain + handler('h', messageEvent, undefined, here)))
    send(game, 'h_start')
    send(game, 'h_start')
    expect(game.open()).toEqual(['a/a', 'h_task/h_task', 'h_task/h_task'])
    game.approve('a')
    expect(game.state().status).toBe('RUNNING')
  })

  it('waits for a time that is dropped with its run, and set once', async () => {
    const game = await play(bpmn(start + plain + handler('h', anHour, undefined, here)))
    expect(timers(game)).toEqual(['h'])
    fire(game, 'h')
    expect(game.open()).toEqual(['a/a', 'h_task/h_task'])
    expect((game.state().execution.timers ?? []).map(({ left }) => left)).toEqual([0])
    game.approve('a')
    game.approve('h_task')
    expect([game.state().status, timers(game)]).toEqual(['APPROVED', []])
  })

  it('catches errors of its run and below before the border does, and none of its own', async () => {
    const throwing = `<endEvent id="bad">${error()}</endEvent>`
    const inside = sub('s', throwing + handler('h', error()) + flows('s_start -> bad'))
    const game = await play(
      bpmn(
        start +
          inside +
          border('b', 's', error()) +
          user('x') +
          end +
          flows('start -> s -> end', 'b -> x -> end'),
      ),
    )
    expect(game.open()).toEqual(['h_task/h_task'])
    game.approve('h_task')
    expect(game.state().status).toBe('APPROVED')
    const again = `<endEvent id="h_end">${error()}</endEvent>`
    const own = handler('h', error()).replace('<endEvent id="h_end"/>', again)
    const both = sub('s', throwing + own + flows('s_start -> bad'))
    const second = await play(
      bpmn(
        start +
          both +
          border('b', 's', error()) +
          user('x') +
          end +
          flows('start -> s -> end', 'b -> x -> end'),
      ),
    )
    second.approve('h_task')
    expect(second.open()).toEqual(['x/x'])
  })

  it('is not begun by a message while its run is only set up for a way straight back', async () => {
    const returns = '<approval:return to="any" resubmit="returner"/>'
    const inside = user('a') + '<endEvent id="over"/>' + flows('s_start -> a -> over')
    const game = await play(
      bpmn(
        start +
          sub('s', inside + handler('h', messageEvent)) +
          user('b', 'b', returns) +
          end +
          flows('start -> s -> b -> end'),
      ),
    )
    game.approve('a')
    game.act('b', 'b', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    expect(game.open()).toEqual(['a/a'])
    expect(game.try({ kind: 'message', name: 'h_start', actor: { userId: 'app' } })).toMatchObject({
      reason: 'message_not_expected',
    })
    const { tokens } = game.state().execution
    expect(isExpected(game.process, { tokens }, 'h_start')).toBe(false)
    game.approve('a')
    expect(game.open()).toEqual(['b/b'])
  })

  it('waits for no time once another one has taken its run over by a jump', async () => {
    const both = handler('late', anHour) + handler('news', messageEvent)
    const game = await play(bpmn(start + plain + both))
    expect(timers(game)).toEqual(['late'])
    const actor = { userId: 'r', administrator: true }
    game.must({ kind: 'jump', to: 'news_task', force: true, actor })
    expect(game.open()).toEqual(['news_task/news_task'])
    expect(timers(game)).toEqual([])
  })

  it('brings nothing back of the paths that had ended in the run it has interrupted', async () => {
    const again = '<approval:change decided="askAgain"/>'
    const ways = flows('start -> f -> a -> e1', 'f -> b -> end')
    const forked = `<parallelGateway id="f"/>${user('a', 'a', again)}${user('b')}<endEvent id="e1"/>`
    const game = await play(bpmn(start + forked + end + ways + handler('h', messageEvent)))
    game.approve('a')
    send(game, 'h_start')
    game.must({ kind: 'updateVariables', variables: { n: 1 }, actor: { userId: 'app' } })
    expect(game.open()).toEqual(['h_task/h_task'])
  })

  it('is told of a time that cannot be computed', async () => {
    const computed = anHour.replace('PT1H', '${amount > 1}')
    expect(await codesOf(start + plain + handler('h', computed))).toEqual(['h expression_type'])
  })

  it('holds a decision in another one that it came of, once somebody decided there', async () => {
    const thrown = `<endEvent id="asks_end">${escalation('S1')}</endEvent>`
    const asks = handler('asks', messageEvent, undefined, here)
    const throwing = asks.replace('<endEvent id="asks_end"/>', thrown)
    const more = user('h_task') + user('h_more') + flows('h_start -> h_more')
    const game = await play(
      withCodes(start + plain + throwing + handler('h', escalation('S1'), more, here)),
    )
    send(game, 'asks_start')
    const task = game.task('asks_task')
    game.approve('asks_task')
    game.approve('h_task')
    expect(game.open()).toEqual(['a/a', 'h_more/h_more'])
    expect(game.try({ ...takingBack(task), since: ['h_task'] })).toMatchObject({
      reason: 'decided_since',
      names: ['h_task'],
    })
  })

  it('holds what led into its run once a message has begun it, and nothing beside it', async () => {
    const inside =
      user('b') + user('c') + '<endEvent id="over"/>' + flows('s_start -> b -> c -> over')
    const run = sub('s', inside + handler('h', messageEvent, undefined, here))
    const game = await play(bpmn(start + user('a') + run + end + flows('start -> a -> s -> end')))
    const before = game.task('a')
    game.approve('a')
    const within = game.task('b')
    game.approve('b')
    send(game, 'h_start')
    expect(game.try({ ...takingBack(before), since: ['h_start'] })).toMatchObject({
      reason: 'decided_since',
      names: ['h_start'],
    })
    game.must({ ...takingBack(within), since: ['h_start'] })
    expect(game.open()).toEqual(['h_task/h_task', 'b/b'])
  })

  it('is told of what is wrong with it', async () => {
    const none = handler('h', '')
    const led = handler('h', messageEvent) + flows('a -> h')
    expect(await codesOf(start + plain + none)).toContain('h_start element_unsupported')
    expect(await codesOf(start + plain + led)).toContain('a_h start_entered')
    expect(
      await codesOf(
        start +
          plain +
          handler('h', messageEvent) +
          border('b', 'h', messageEvent) +
          flows('b -> end'),
      ),
    ).toContain('b boundary_host')
  })
})

describe('a signal', () => {
  const thrower = `<intermediateThrowEvent id="t">${signalDefinition}</intermediateThrowEvent>`
  const fork = '<parallelGateway id="f"/>'

  it('is heard by all that waits in the approval, also by who comes in the same step', async () => {
    const catching = `<intermediateCatchEvent id="c">${signalDefinition}</intermediateCatchEvent>`
    const xml = withSignal(
      `${start}${fork}${thrower}${catching}<manualTask id="m"/>${user('a')}${user('b')}${end}${flows('start -> f -> t -> a -> end', 'f -> m -> c -> b -> end')}`,
    )
    expect(await validate(xml, [])).toEqual([])
    expect((await play(xml)).open()).toEqual(['b/b', 'a/a'])
  })

  it('ends what it crosses, also where it is thrown', async () => {
    const inside = sub(
      's',
      thrower + user('a') + '<endEvent id="over"/>' + flows('s_start -> t -> a -> over'),
    )
    const game = await play(
      withSignal(
        start +
          inside +
          border('b', 's', signalDefinition) +
          user('x') +
          end +
          flows('start -> s -> end', 'b -> x -> end'),
      ),
    )
    expect(game.open()).toEqual(['x/x'])
  })

  it('begins event sub-processes, not those that it is thrown in', async () => {
    const throwing = `<endEvent id="h_end">${signalDefinition}</endEvent>`
    const h = handler('h', signalDefinition, undefined, here).replace(
      '<endEvent id="h_end"/>',
      throwing,
    )
    const game = await play(
      withSignal(start + thrower + user('a') + end + flows('start -> t -> a -> end') + h),
    )
    game.approve('h_task')
    expect(game.open()).toEqual(['a/a'])
  })

  it('that nobody waits for is passed, and one that calls itself for ever is refused', async () => {
    const alone = withSignal(start + thrower + user('a') + end + flows('start -> t -> a -> end'))
    expect((await play(alone)).open()).toEqual(['a/a'])
    const round = `${start}${user('a')}${border('b', 'a', signalDefinition, beside)}${thrower}${end}${flows('start -> a -> end', 'b -> t -> end')}`
    expect((await validate(withSignal(round), [])).map(({ code }) => code)).toEqual([
      'loop_without_task',
    ])
  })

  it('that comes again only when somebody has decided beside is no loop without an end', async () => {
    const other = `${user('other')}<intermediateThrowEvent id="t2">${signalDefinition}</intermediateThrowEvent>`
    const rests = `${start}${fork}<exclusiveGateway id="m"/>${thrower}${user('review')}${border('b', 'review', signalDefinition)}${other}${end}${flows('start -> f -> m -> t -> review -> end', 'b -> m', 'f -> other -> t2 -> end')}`
    expect(await validate(withSignal(rests), [])).toEqual([])
    const game = await play(withSignal(rests))
    game.approve('other')
    expect(game.open()).toEqual(['review/review'])
    game.approve('review')
    expect(game.state().status).toBe('APPROVED')

    const alone = `<intermediateCatchEvent id="c">${signalDefinition}</intermediateCatchEvent><exclusiveGateway id="m"/><exclusiveGateway id="x" default="x_end"/>`
    const waits = `${start}${alone}${thrower}${end}${flows('start -> m -> t -> c -> x -> end', 'x -> m : more')}`
    expect(await validate(withSignal(waits), [{ name: 'more', type: 'boolean' }])).toEqual([])

    const within = sub('s', `${thrower}<endEvent id="over"/>${flows('s_start -> t -> over')}`)
    const itself = `${start}<exclusiveGateway id="m"/>${within}${border('b', 's', signalDefinition)}${end}${flows('start -> m -> s -> end', 'b -> m')}`
    expect((await validate(withSignal(itself), [])).map(({ code }) => code)).toContain(
      'loop_without_task',
    )
  })

  it('that two branches throw to each other for ever is refused, one that ends is not', async () => {
    const named = (signal: string) => signalDefinition.replace('stop', signal)
    const thrown = (id: string, signal: string) =>
      `<intermediateThrowEvent id="${id}">${named(signal)}</intermediateThrowEvent>`
    const branch = (id: string, heard: string, said: string) =>
      `<exclusiveGateway id="m${id}"/><intermediateCatchEvent id="c${id}">${named(heard)}</intermediateCatchEvent>` +
      `${thrown(`t${id}`, said)}<exclusiveGateway id="x${id}" default="x${id}_end"/>` +
      flows(`f -> m${id} -> c${id} -> t${id} -> x${id} -> end`)
    const drawn = (first: string, ...back: readonly string[]) =>
      withSignal(
        `${start}${fork}${first}${branch('2', 'go', 'stop')}${user('a')}${end}${flows('start -> f', ...back)}`,
      ).replace('<process', '<signal id="go" name="go"/><process')
    const codes = async (first: string, ...back: readonly string[]) =>
      (await validate(drawn(first, ...back), [{ name: 'x', type: 'boolean' }])).map(
        ({ code }) => code,
      )
    const one = branch('1', 'stop', 'go')
    expect(await codes(one, 'x1 -> m1 : x', 'x2 -> m2 : x', 'x1 -> a : !x', 'a -> end')).toEqual([
      'loop_without_task',
    ])
    expect(await codes(one, 'x1 -> m1 : x', 'x2 -> a : x', 'a -> m2')).toEqual([])
    const ended = border('b', 'a', named('stop')) + thrown('t1', 'go')
    expect(await codes(ended, 'f -> a', 'x2 -> m2 : x', 'b -> t1 -> a', 'a -> end')).toEqual([
      'loop_without_task',
    ])
  })

  it('that nothing throws is refused wherever it is waited for', async () => {
    const catching = `<intermediateCatchEvent id="c">${signalDefinition}</intermediateCatchEvent>`
    const waiting = `${start}${user('a')}${catching}${border('b', 'a', signalDefinition, beside)}${user('x')}${end}${flows('start -> a -> c -> end', 'b -> x -> end')}${handler('h', signalDefinition)}`
    const codes = async (content: string) =>
      (await validate(withSignal(content), [])).map(({ element, code }) => `${element} ${code}`)
    expect(await codes(waiting)).toEqual([
      'c signal_not_thrown',
      'b signal_not_thrown',
      'h signal_not_thrown',
    ])
    expect(await codes(waiting + thrower + flows('a -> t -> end'))).toEqual([])
  })

  it('without a name is refused once, by what it lacks', async () => {
    const nameless = '<signalEventDefinition/>'
    const content = `${start}<intermediateThrowEvent id="t">${nameless}</intermediateThrowEvent><intermediateCatchEvent id="c">${nameless}</intermediateCatchEvent><endEvent id="end">${nameless}</endEvent>${flows('start -> t -> c -> end')}`
    const found = await validate(bpmn(content), [])
    expect(found.map(({ element, code }) => `${element} ${code}`)).toEqual([
      't signal_missing',
      'c signal_missing',
      'end signal_missing',
    ])
  })

  it('is not taken back with the decision that led to it, once something has gone on by it', async () => {
    const catching = `<intermediateCatchEvent id="c">${signalDefinition}</intermediateCatchEvent>`
    const game = await play(
      withSignal(
        `${start}${fork}${user('a')}${thrower}${user('b')}${catching}${user('x')}${end}${flows('start -> f -> a -> t -> b -> end', 'f -> c -> x -> end')}`,
      ),
    )
    const task = game.task('a')
    game.approve('a')
    expect(game.open()).toEqual(['x/x', 'b/b'])
    const takeBack = takingBack(task)
    expect(game.try({ ...takeBack, signals: ['t', 'c'] })).toMatchObject({
      reason: 'decided_since',
      names: ['t'],
    })
    // What a definition of before called otherwise may have told it.
    expect(game.try({ ...takeBack, signals: ['told'] })).toMatchObject({ names: ['told'] })
    game.must({ ...takeBack, signals: ['t'] })
    expect(game.open()).toEqual(['x/x', 'a/a'])
  })
})

describe('an event that refers to a definition of the document', () => {
  it('ends with the error that is defined there', async () => {
    const end = '<endEvent id="end"><eventDefinitionRef>D1</eventDefinitionRef></endEvent>'
    const xml = bpmn(start + end + flows('start -> end')).replace(
      '<process',
      '<errorEventDefinition id="D1"/><process',
    )
    expect((await play(xml)).state().status).toBe('REJECTED')
  })
})

describe('errors', () => {
  const drawn = (thrown: string, ...caught: readonly string[]) =>
    withCodes(
      start +
        sub(
          's',
          `<parallelGateway id="fork"/>${user('a')}${user('b')}<endEvent id="failed">${error(thrown)}</endEvent><endEvent id="done"/>` +
            flows('s_start -> fork -> a -> failed', 'fork -> b -> done'),
        ) +
        caught.map((ref, index) => border(`c${index}`, 's', error(ref))).join('') +
        caught
          .map((_, index) => user(`h${index}`) + flows(`c${index} -> h${index} -> end`))
          .join('') +
        user('after') +
        end +
        flows('start -> s -> after -> end'),
    )

  it.each([
    ['by its code, before any', 'E1', ['', 'E2', 'E1'], 'h2/h2'],
    ['by the code of another reference', 'E1', ['E3'], 'h0/h0'],
    ['by one without a code', 'E1', ['E2', ''], 'h1/h1'],
    ['without a code, by one without', '', ['E1', ''], 'h1/h1'],
  ])('are caught %s, and end the sub-process', async (_, thrown, caught, asked) => {
    const xml = drawn(thrown, ...caught)
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    game.approve('a')
    expect(game.open()).toEqual([asked])
    expect(game.effects).toContainEqual(
      expect.objectContaining({ kind: 'taskChanged', cause: 'event', from: 'OPEN' }),
    )
    expect(game.state().execution.scopes).toEqual([])
    game.approve(asked.slice(0, 2))
    expect(game.state().status).toBe('APPROVED')
  })

  it('that nothing catches reject the approval', async () => {
    for (const caught of [[], ['E2']]) {
      const game = await play(drawn('E1', ...caught))
      game.approve('a')
      expect(game.state().status).toBe('REJECTED')
    }
  })

  it('go out to the sub-process that catches them, through those that do not', async () => {
    const inner = sub(
      'inner',
      `${user('a')}<endEvent id="failed">${error('E1')}</endEvent>${flows('inner_start -> a -> failed')}`,
    )
    const game = await play(
      withCodes(
        start +
          sub('outer', `${inner}<endEvent id="done"/>${flows('outer_start -> inner -> done')}`) +
          border('other', 'outer', error('E2')) +
          border('caught', 'outer', error('E1')) +
          user('h') +
          end +
          flows('start -> outer -> end', 'other -> end', 'caught -> h -> end'),
      ),
    )
    game.approve('a')
    expect(game.open()).toEqual(['h/h'])
    expect(game.state().execution.scopes).toEqual([])
  })

  it('leave a join inside to what it is: nothing comes from outside', async () => {
    const inside =
      `<parallelGateway id="join"/><endEvent id="failed">${error()}</endEvent><exclusiveGateway id="x" default="x_join"/>${user('a')}${user('b')}<parallelGateway id="fork"/>` +
      flows(
        's_start -> fork -> a -> x -> join -> failed',
        'fork -> b -> join',
        'x -> failed : false',
      )
    const game = await play(
      withCodes(
        start +
          sub('s', inside) +
          border('c', 's', error()) +
          end +
          flows('start -> s -> end', 'c -> end'),
      ),
    )
    game.must({ kind: 'jump', to: 'x', force: true, actor: { userId: 'r', administrator: true } })
    expect(game.effects).toContainEqual(expect.objectContaining({ reason: 'join_waits_forever' }))
  })

  it('are refused where nothing could throw them', async () => {
    const on = (host: string, id: string) =>
      codesOf(
        start + host + border('c', id, error()) + end + flows(`start -> ${id} -> end`, 'c -> end'),
      )
    expect(await on(user('a'), 'a')).toContain('c error_not_thrown')
    expect(await on('<manualTask id="p"/>', 'p')).toContain('c element_unsupported')
  })
})

describe('escalations', () => {
  const drawn = (thrower: string, more = '') =>
    withCodes(
      start +
        sub(
          's',
          `${user('a')}${thrower}${user('b')}<endEvent id="done"/>${flows('s_start -> a')}`,
        ) +
        border('told', 's', escalation('S1'), more) +
        user('boss') +
        `<endEvent id="e2"/>${user('after')}${end}${flows('start -> s -> after -> end', 'told -> boss -> e2')}`,
    )
  const onTheWay = `<intermediateThrowEvent id="x">${escalation('S1')}</intermediateThrowEvent>${flows('a -> x -> b -> done')}`
  const atTheEnd = `<endEvent id="x">${escalation('S1')}</endEvent><exclusiveGateway id="g" default="g_x"/>${flows('a -> g -> x', 'g -> b : false', 'b -> done')}`

  it('go on beside the sub-process', async () => {
    const xml = drawn(onTheWay, beside)
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    game.approve('a')
    expect(game.open()).toEqual(['boss/boss', 'b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['boss/boss', 'after/after'])
    game.approve('boss')
    game.approve('after')
    expect(game.state().status).toBe('APPROVED')
  })

  it('end it when they interrupt, from the way and from an end', async () => {
    for (const thrower of [onTheWay, atTheEnd]) {
      const game = await play(drawn(thrower))
      game.approve('a')
      expect(game.open()).toEqual(['boss/boss'])
      game.approve('boss')
      expect(game.state().status).toBe('APPROVED')
    }
  })

  it('that nothing catches go on as if they were not there', async () => {
    const game = await play(
      drawn(onTheWay)
        .replace('escalationRef="S1"/></bound', 'escalationRef="S9"/></bound')
        .replace(
          '<escalation id="S1"',
          '<escalation id="S9" escalationCode="other"/><escalation id="S1"',
        ),
    )
    game.approve('a')
    expect(game.open()).toEqual(['b/b'])
  })

  it('are undone with what they came of: what goes on beside goes, and comes again', async () => {
    const game = await play(drawn(onTheWay, beside))
    game.approve('a')
    game.act('b', 'b', { kind: 'return', to: ['a'], resubmit: 'rerun' })
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.open()).toEqual(['boss/boss', 'b/b'])
  })
})

describe('messages', () => {
  it('are waited for by a catch event, as by a receive task', async () => {
    const xml = bpmn(
      start + messageCatch('paid') + user('a') + end + flows('start -> paid -> a -> end'),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    expect(game.try({ kind: 'message', name: 'other', actor: { userId: 'x' } })).toMatchObject({
      reason: 'message_not_expected',
    })
    send(game, 'paid')
    expect(game.open()).toEqual(['a/a'])
  })

  const onTask = (more = '') =>
    bpmn(
      start +
        user('a') +
        border('changed', 'a', messageEvent, more) +
        user('b') +
        `<endEvent id="e2"/>${end}${flows('start -> a -> end', 'changed -> b -> e2')}`,
    )

  it('end the task they are on the border of', async () => {
    const game = await play(onTask())
    send(game, 'changed')
    expect(game.open()).toEqual(['b/b'])
    expect(game.try({ kind: 'message', name: 'changed', actor: { userId: 'x' } })).toMatchObject({
      reason: 'message_not_expected',
    })
  })

  it('go on beside it, each time they come', async () => {
    const game = await play(onTask(beside))
    send(game, 'changed')
    send(game, 'changed')
    expect(game.open()).toEqual(['a/a', 'b/b', 'b/b'])
    game.approve('a')
    expect(game.state().status).toBe('RUNNING')
  })

  it('go to what is outermost first: what it ends does not go on', async () => {
    const inside = `${messageCatch('in')}${user('a')}<endEvent id="done"/>${flows('s_start -> in -> a -> done')}`
    const xml = bpmn(
      start +
        sub('s', inside) +
        border('out', 's', '<messageEventDefinition messageRef="M"/>') +
        user('b') +
        end +
        flows('start -> s -> end', 'out -> b -> end'),
    )
      .replace('<process', '<message id="M" name="news"/><process')
      .replace(`id="in">${messageEvent}`, 'id="in"><messageEventDefinition messageRef="M"/>')
    const game = await play(xml)
    send(game, 'news')
    expect(game.open()).toEqual(['b/b'])
    expect(game.effects).not.toContainEqual(
      expect.objectContaining({ node: 'in', outcome: 'passed' }),
    )
  })

  it('cross no border while a node is only visited again', async () => {
    const game = await play(
      bpmn(
        start +
          user('a') +
          border('changed', 'a', messageEvent) +
          user('b', 'b', '<approval:return to="any" resubmit="returner"/>') +
          user('c') +
          end +
          flows('start -> a -> b -> end', 'changed -> c -> end'),
      ),
    )
    game.approve('a')
    game.act('b', 'b', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    expect(game.try({ kind: 'message', name: 'changed', actor: { userId: 'x' } })).toMatchObject({
      reason: 'message_not_expected',
    })
    game.approve('a')
    expect(game.open()).toEqual(['b/b'])
  })
})

describe('event-based gateways', () => {
  const first =
    start +
    '<eventBasedGateway id="g"/>' +
    timerCatch('late') +
    messageCatch('paid') +
    '<receiveTask id="refused"/>' +
    user('a') +
    user('b') +
    user('c') +
    end +
    flows('start -> g -> late -> a -> end', 'g -> paid -> b -> end', 'g -> refused -> c -> end')

  it.each([
    ['a time', 'late', 'a/a'],
    ['a message', 'paid', 'b/b'],
    ['the message of a receive task', 'refused', 'c/c'],
  ])(
    'go on with %s when it comes first, and wait for the others no more',
    async (_, event, asked) => {
      expect(await validate(bpmn(first), [])).toEqual([])
      const game = await play(bpmn(first))
      expect(timers(game)).toEqual(['late'])
      if (event === 'late') fire(game, event)
      else send(game, event)
      expect(game.open()).toEqual([asked])
      expect(timers(game)).toEqual([])
      for (const name of ['paid', 'refused']) {
        expect(game.try({ kind: 'message', name, actor: { userId: 'x' } })).toMatchObject({
          reason: 'message_not_expected',
        })
      }
      expect(game.effects).toContainEqual({ kind: 'nodeLeft', node: event, outcome: 'passed' })
    },
  )

  it('keep the time that is set when the approval is moved, and wait for new messages', async () => {
    const game = await play(bpmn(first))
    const [timer] = game.state().execution.timers ?? []
    const to = await compile(bpmn(first.replaceAll('paid', 'settled')))
    expect(game.migrate(to, { definitionId: 'later', nodes: {} }).kind).toBe('applied')
    expect(game.state().execution.timers).toEqual([timer])
    send(game, 'settled')
    expect(game.open()).toEqual(['b/b'])
  })

  it('hold a join that waits for what they lead to', async () => {
    const game = await play(
      bpmn(
        `${start}<inclusiveGateway id="fork"/><inclusiveGateway id="join"/><eventBasedGateway id="g"/><exclusiveGateway id="merge"/>` +
          `${timerCatch('late')}${messageCatch('paid')}${user('a')}${user('b')}${end}` +
          flows(
            'start -> fork',
            'fork -> a : true',
            'fork -> g : true',
            'g -> late -> merge -> join -> b -> end',
            'g -> paid -> merge',
            'a -> join',
          ),
      ),
    )
    game.approve('a')
    expect(game.open()).toEqual([])
    send(game, 'paid')
    expect(game.open()).toEqual(['b/b'])
  })

  it('are refused with conditions, with one flow, and before what is no event', async () => {
    const drawn = (...paths: readonly string[]) =>
      codesOf(
        `${start}<eventBasedGateway id="g"/>${timerCatch('late')}${messageCatch('paid')}${user('a')}${end}${flows('start -> g', 'late -> end', 'paid -> end', 'a -> end', ...paths)}`,
      )
    expect(await drawn('g -> late : true', 'g -> paid', 'start -> a')).toContain(
      'g condition_misplaced',
    )
    expect(await drawn('g -> late', 'start -> a', 'start -> paid')).toContain(
      'g event_gateway_target',
    )
    expect(await drawn('g -> late', 'g -> a', 'start -> paid')).toContain(
      'g_a event_gateway_target',
    )
    expect(await drawn('g -> late', 'g -> paid', 'start -> a', 'a -> paid')).toContain(
      'g_paid event_gateway_target',
    )
  })
})
