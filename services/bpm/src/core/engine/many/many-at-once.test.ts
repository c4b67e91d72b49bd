import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'
import {
  abc,
  decide,
  drawn,
  free,
  goesOn,
  many,
  of,
  reviewed,
  sub,
  times,
  until,
} from '../testing/many.testing.ts'

const root = { userId: 'root', administrator: true }
const declared = [
  { name: 'n', type: 'number' },
  { name: 'one', type: 'string' },
] as const
const codesOf = async (xml: string) =>
  (await validate(xml, declared.slice(0, 1))).map(({ element, code }) => `${element} ${code}`)
describe('a sub-process that is done many times at once', () => {
  it('asks people of each item beside each other, and goes on when all have ended', async () => {
    const xml = drawn(sub(many(abc), reviewed))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['x/a', 'x/b', 'x/c'])
    for (const person of ['b', 'a', 'c']) decide(game, person)
    expect(game.open()).toEqual(['y/y', 'y/y', 'y/y'])
    for (const _ of [1, 2, 3]) game.approve('y')
    expect(game.open()).toEqual(['z/z'])
  })

  it('is done so often as a number says, and goes on at once where it is none', async () => {
    const xml = drawn(sub(many(times('int(n)')), user('x', 'p') + flows('ss -> x -> se')))
    expect((await play(xml, { variables: { n: 2 } })).open()).toEqual(['x/p', 'x/p'])
    expect((await play(xml, { variables: { n: 0 } })).open()).toEqual(['z/z'])
    const game = await play(xml, { variables: { n: 101 }, started: false })
    expect(game.try({ kind: 'start', actor: { userId: 'ann' } })).toMatchObject({
      reason: 'too_many_calls',
    })
  })

  it('never has more than so many under way in one approval', async () => {
    const inner = user('x', 'p') + flows('ts -> x -> te')
    const nested = `<subProcess id="t">${many(times(30))}<startEvent id="ts"/><endEvent id="te"/>${inner}</subProcess>`
    const xml = drawn(sub(many(times(30)), nested + flows('ss -> t -> se')))
    const game = await play(xml, { started: false })
    expect(game.try({ kind: 'start', actor: { userId: 'ann' } })).toMatchObject({
      reason: 'too_many_calls',
    })
  })

  it('keeps what was decided in one from the others, and tells of all together behind', async () => {
    const choose = `<exclusiveGateway id="g" default="g_se"/>${user('y', 'y', free)}`
    const inner =
      of('x', 'one', goesOn) +
      user('w', 'w') +
      choose +
      flows('ss -> x -> w -> g -> se', 'g -> y : outcomes.x == "rejected" && one == "b"', 'y -> se')
    const behind =
      '<exclusiveGateway id="h" default="h_z"/>' +
      user('v', 'v') +
      flows('s -> h -> z -> end', 'h -> v : outcomes.x == "rejected"', 'v -> end')
    const xml = bpmn(
      start + sub(many(abc), inner) + user('z', 'z') + end + behind + flows('start -> s'),
    )
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    decide(game, 'b', 'reject')
    decide(game, 'a')
    decide(game, 'c')
    for (const _ of [1, 2, 3]) game.approve('w')
    expect(game.open()).toEqual(['y/y'])
    game.approve('y')
    expect(game.open()).toEqual(['v/v'])
  })

  it('ends the others where enough have ended, and a decision taken back brings them back', async () => {
    const loop = many(abc + until('nrOfCompletedInstances >= 2 && nrOfActiveInstances < 2'))
    const game = await play(drawn(sub(loop, of('x', 'one') + flows('ss -> x -> se'))))
    decide(game, 'a')
    const { key } = game.task('x', 'b')
    decide(game, 'b')
    expect(game.open()).toEqual(['z/z'])
    const mine = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.key === key ? [one.task] : [],
    )
    const decided = mine.slice(-1)
    const back = { kind: 'takeBack', task: key, actor: { userId: 'b' } } as const
    game.must({ ...back, decided, reopened: [], since: [] })
    expect(game.open().toSorted()).toEqual(['x/b', 'x/c'])
    decide(game, 'c')
    expect(game.open()).toEqual(['z/z'])
  })

  it('a decision is taken back while the others go on, and theirs stay', async () => {
    const game = await play(drawn(sub(many(abc), of('x', 'one') + flows('ss -> x -> se'))))
    const { key } = game.task('x', 'a')
    decide(game, 'a')
    decide(game, 'b')
    const decided = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.key === key ? [one.task] : [],
    )
    game.must({
      kind: 'takeBack',
      task: key,
      actor: { userId: 'a' },
      decided: decided.slice(-1),
      reopened: [],
      since: [],
    })
    expect(game.open().toSorted()).toEqual(['x/a', 'x/c'])
    decide(game, 'c')
    decide(game, 'a')
    expect(game.open()).toEqual(['z/z'])
  })

  it.each(['rerun', 'straightBack'] as const)(
    'one is returned to alone, from behind or within: %s',
    async (resubmit) => {
      const game = await play(drawn(sub(many(abc), reviewed)))
      decide(game, 'a')
      expect(game.act('y', 'y', { kind: 'return', to: ['x'], resubmit }).kind).toBe('applied')
      expect(game.open().toSorted()).toEqual(['x/a', 'x/b', 'x/c'])
      for (const person of ['a', 'b', 'c']) decide(game, person)
      for (const _ of [1, 2, 3]) game.approve('y')
      expect(game.act('z', 'z', { kind: 'return', to: ['x'], resubmit }).kind).toBe('applied')
      const [task] = game.open()
      expect(game.open()).toHaveLength(1)
      decide(game, task?.slice(2) ?? '', 'reject')
      if (resubmit === 'rerun') game.approve('y')
      expect(game.open()).toEqual(['z/z'])
      expect(new Map(game.state().execution.outcomes).get('x')).toBe('rejected')
    },
  )

  it('ends with the time on its border, which is there once', async () => {
    const late =
      '<boundaryEvent id="late" attachedToRef="s"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>'
    const game = await play(drawn(sub(many(abc), reviewed, late), flows('late -> z')))
    const timers = game.state().execution.timers ?? []
    expect(timers).toHaveLength(1)
    decide(game, 'a')
    game.must({ kind: 'fireTimer', timer: timers[0]?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open()).toEqual(['z/z'])
    expect(game.state().execution.scopes).toEqual([])
  })

  it('an error in one ends all of them, a terminate end its own alone', async () => {
    const choose = '<exclusiveGateway id="g" default="g_se"/>'
    const way = flows('ss -> x -> g -> se', 'g -> e2 : outcomes.x == "rejected"')
    const inner = (event: string) =>
      `${of('x', 'one', goesOn)}${choose}<endEvent id="e2">${event}</endEvent>${way}`
    const caught =
      '<boundaryEvent id="caught" attachedToRef="s"><errorEventDefinition/></boundaryEvent>'
    const failing = await play(
      drawn(
        sub(many(abc), inner('<errorEventDefinition/>'), caught),
        user('v', 'v') + flows('caught -> v -> end'),
      ),
    )
    decide(failing, 'b', 'reject')
    expect(failing.open()).toEqual(['v/v'])
    const stopping = await play(drawn(sub(many(abc), inner('<terminateEventDefinition/>'))))
    decide(stopping, 'b', 'reject')
    expect(stopping.open()).toEqual(['x/a', 'x/c'])
  })

  it('a cancelled transaction undoes what was done in all of them', async () => {
    const asks = (id: string, attributes = '') =>
      `<serviceTask id="${id}"${attributes}><extensionElements><approval:callback name="${id}"/></extensionElements></serviceTask>`
    const inner =
      asks('book') +
      asks('unbook', ' isForCompensation="true"') +
      '<boundaryEvent id="b" attachedToRef="book"><compensateEventDefinition/></boundaryEvent><association id="l" sourceRef="b" targetRef="unbook"/>' +
      of('x', 'one', goesOn) +
      '<exclusiveGateway id="g" default="g_se"/><endEvent id="c"><cancelEventDefinition/></endEvent>' +
      flows('ss -> book -> x -> g -> se', 'g -> c : outcomes.x == "rejected"')
    const border =
      '<boundaryEvent id="off" attachedToRef="s"><cancelEventDefinition/></boundaryEvent>'
    const xml = drawn(
      sub(many(abc), inner).replaceAll('subProcess', 'transaction') + border,
      flows('off -> z'),
    )
    const game = await play(xml)
    decide(game, 'a')
    decide(game, 'b', 'reject')
    expect(game.open()).toEqual(['z/z'])
    const asked = game.effects.flatMap((one) =>
      one.kind === 'callbackRequested' ? [one.request] : [],
    )
    expect(asked).toEqual(['book', 'book', 'book', 'unbook', 'unbook', 'unbook'])
  })

  it('a jump into it leads into each of them', async () => {
    const game = await play(drawn(sub(many(abc), reviewed)))
    game.must({ kind: 'jump', to: 'y', force: true, actor: root })
    expect(game.open()).toEqual(['y/y', 'y/y', 'y/y'])
    game.must({ kind: 'jump', to: 'x', force: true, actor: root })
    expect(game.open()).toEqual(['x/a', 'x/b', 'x/c'])
  })

  it('goes on in another definition, and not where it is done in turn', async () => {
    const xml = drawn(sub(many(abc), reviewed))
    const game = await play(xml)
    decide(game, 'a', 'reject')
    const sequential = xml.replace(
      '<multiInstanceLoopCharacteristics>',
      '<multiInstanceLoopCharacteristics isSequential="true">',
    )
    const command = { definitionId: 'new', nodes: {} }
    expect(game.migrate(await compile(sequential), command)).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 's', code: 'node_kind' }],
    })
    const renamed = xml.replaceAll('"x"', '"w"').replaceAll('_x"', '_w"').replaceAll('"x_', '"w_')
    const moved = game.migrate(await compile(renamed), { ...command, nodes: { x: 'w' } })
    expect(moved.kind).toBe('applied')
    for (const _ of ['b', 'c']) game.approve('w')
    for (const _ of [1, 2, 3]) game.approve('y')
    expect(new Map(game.state().execution.outcomes).get('w')).toBe('rejected')
  })

  it('is not published where an item has the name of a value', async () => {
    const problems = await validate(drawn(sub(many(abc), reviewed)), declared)
    expect(problems.map(({ code }) => code)).toEqual(['value_invalid'])
  })
})

describe('a user task that is there many times at once', () => {
  const task = (loop: string, more = free) =>
    of('s', 'one', more).replace('</userTask>', `${loop}</userTask>`)
  const counted = (loop: string, more = free) =>
    user('s', 'p', more).replace('</userTask>', `${loop}</userTask>`)

  it('is so many tasks with a decision each, of the same people', async () => {
    const xml = drawn(counted(many(times(3))))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['s/p', 's/p', 's/p'])
    for (const _ of [1, 2]) game.approve('s')
    expect(game.open()).toEqual(['s/p'])
    game.approve('s')
    expect(game.open()).toEqual(['z/z'])
  })

  it('asks whom each item names, until the condition holds', async () => {
    const loop = many(abc + until('nrOfRejectedInstances >= 1'))
    const xml = drawn(task(loop, goesOn + free))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    expect(game.open()).toEqual(['s/a', 's/b', 's/c'])
    game.approve('s', 'a')
    game.reject('s', 'b')
    expect(game.open()).toEqual(['z/z'])
    expect(new Map(game.state().execution.outcomes).get('s')).toBe('rejected')
    game.act('z', 'z', { kind: 'return', to: ['s'], resubmit: 'rerun' })
    // The last that was decided is decided anew, and the one that was not needed any more is there again.
    expect(game.open().toSorted()).toEqual(['s/b', 's/c'])
  })

  it('is not stuck while its tasks are open, nor when one of them has nobody', async () => {
    const game = await play(drawn(counted(many(times(2)))))
    expect(game.effects.filter(({ kind }) => kind === 'incident')).toEqual([])
  })

  it('keeps what others have decided when one is taken back', async () => {
    const game = await play(drawn(task(many(abc))))
    const { key } = game.task('s', 'a')
    game.approve('s', 'a')
    game.approve('s', 'b')
    const decided = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.key === key ? [one.task] : [],
    )
    const back = { kind: 'takeBack', task: key, actor: { userId: 'a' } } as const
    game.must({ ...back, decided: decided.slice(-1), reopened: [], since: ['s'] })
    expect(game.open().toSorted()).toEqual(['s/a', 's/c'])
  })
})

describe('many that throw a signal as they end', () => {
  const heard = (attributes: string, loop: string, interrupting = false) => {
    const event = `<boundaryEvent id="told" attachedToRef="s" cancelActivity="${interrupting}"><signalEventDefinition signalRef="S"/></boundaryEvent>`
    const task = user('s', 'p').replace(
      '</userTask>',
      `<multiInstanceLoopCharacteristics ${attributes}>${loop}</multiInstanceLoopCharacteristics></userTask>`,
    )
    const beside = user('v', 'v') + '<endEvent id="e2"/>' + flows('told -> v -> e2')
    return drawn(task + event, beside).replace(
      '<process',
      '<signal id="S" name="S"/><signalEventDefinition id="SD" signalRef="S"/><process',
    )
  }
  const each = (sequential: boolean) =>
    `isSequential="${sequential}" behavior="None" noneBehaviorEventRef="SD"`
  const first = (sequential: boolean) =>
    `isSequential="${sequential}" behavior="One" oneBehaviorEventRef="SD"`

  const when = (condition: string) =>
    `<complexBehaviorDefinition><condition><![CDATA[${condition}]]></condition><event><signalEventDefinition signalRef="S"/></event></complexBehaviorDefinition>`

  it.each([true, false])('each goes on beside as it ends, in turn: %s', async (sequential) => {
    const xml = heard(each(sequential), times(3))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    for (const told of [1, 2, 3]) {
      game.approve('s')
      expect(game.open().filter((one) => one === 'v/v')).toHaveLength(told)
    }
    expect(game.open()).toContain('z/z')
  })

  it.each([true, false])('the first alone does, in turn: %s', async (sequential) => {
    const game = await play(heard(first(sequential), times(3)))
    for (const _ of [1, 2, 3]) game.approve('s')
    expect(game.open().toSorted()).toEqual(['v/v', 'z/z'])
  })

  it.each([true, false])('what hears it may end all of them, in turn: %s', async (sequential) => {
    const inner = heard(each(sequential), times(3))
    const stop =
      '<subProcess id="h" triggeredByEvent="true"><startEvent id="hs"><signalEventDefinition signalRef="S"/></startEvent>' +
      `${user('w', 'w')}<endEvent id="he"/>${flows('hs -> w -> he')}</subProcess>`
    const game = await play(inner.replace('</process>', `${stop}</process>`))
    game.approve('s')
    expect(game.open()).toEqual(['w/w'])
    game.approve('w')
    expect(game.state().status).toBe('APPROVED')
  })

  it('do not end themselves by their own border, nor are they calls or seats', async () => {
    expect(await codesOf(heard(each(false), times(3), true))).toEqual(['told border_ends_itself'])
    const complex = `${times(3)}${when('true')}`
    expect(await codesOf(heard('behavior="Complex"', complex, true))).toEqual([
      'told border_ends_itself',
    ])
    const seats = heard('behavior="Complex"', when('true'))
    expect(await codesOf(seats)).toContain('s element_unsupported')
    const call = seats.replace(
      /<userTask id="s".*?<multi/,
      '<callActivity id="s" calledElement="x"><multi',
    )
    const called = call.replace('</userTask>', '</callActivity>').replace(when('true'), complex)
    expect(await codesOf(called)).toContain('s element_unsupported')
  })

  const complex = (sequential: boolean) => `isSequential="${sequential}" behavior="Complex"`

  it.each([true, false])(
    'one that ends while a condition holds throws, and ends the others, in turn: %s',
    async (sequential) => {
      const xml = heard(complex(sequential), times(3) + when('nrOfCompletedInstances >= 2'))
      expect(await codesOf(xml)).toEqual([])
      const game = await play(xml)
      game.approve('s')
      expect(game.open()).not.toContain('v/v')
      game.approve('s')
      expect(game.open().toSorted()).toEqual(['v/v', 'z/z'])
    },
  )

  it.each([true, false])(
    'each of several conditions throws what is its own, and the completion condition nothing, in turn: %s',
    async (sequential) => {
      const rejected = "outcomes.s == 'rejected'"
      const nothing = `<complexBehaviorDefinition><condition><![CDATA[nrOfCompletedInstances >= 2]]></condition></complexBehaviorDefinition>`
      const free = '<approval:decision onReject="continue"/>'
      const xml = heard(complex(sequential), times(3) + when(rejected) + nothing).replace(
        '</approval:candidates>',
        `</approval:candidates>${free}`,
      )
      expect(await codesOf(xml)).toEqual([])
      const quiet = await play(xml)
      quiet.approve('s')
      quiet.approve('s')
      expect(quiet.open()).toEqual(['z/z'])
      const told = await play(xml)
      told.reject('s')
      expect(told.open().toSorted()).toEqual(['v/v', 'z/z'])
    },
  )

  it('refuses a condition that is missing or is none, and what is no signal', async () => {
    const of = (definition: string) =>
      codesOf(
        heard(
          complex(false),
          `${times(3)}<complexBehaviorDefinition>${definition}</complexBehaviorDefinition>`,
        ),
      )
    const event = '<event><signalEventDefinition signalRef="S"/></event>'
    expect(await of(event)).toContain('s expression_invalid')
    expect(await of(`<condition>nrOfInstances</condition>${event}`)).toContain('s expression_type')
    expect(
      await of('<condition>true</condition><event><escalationEventDefinition/></event>'),
    ).toContain('s element_unsupported')
  })

  it('cannot be taken back once something has gone on by it', async () => {
    const game = await play(heard(first(false), times(2)))
    const { key } = game.task('s')
    game.approve('s')
    const decided = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.key === key ? [one.task] : [],
    )
    const back = {
      kind: 'takeBack',
      task: key,
      actor: { userId: 'p' },
      decided: decided.slice(-1),
      reopened: [],
      since: [],
    } as const
    expect(game.try({ ...back, signals: ['s', 'told'] })).toMatchObject({
      reason: 'decided_since',
    })
  })
})

describe('an end with the result rejected in one of many', () => {
  const no =
    '<endEvent id="no"><extensionElements><approval:result value="rejected"/></extensionElements></endEvent>'
  /** In each u0, then u1, whose rejection leads to `no`, beside u3. */
  const forked = drawn(
    sub(
      many(times(2)),
      user('u0', 'p', free) +
        '<parallelGateway id="fork"/><exclusiveGateway id="choose" default="choose_se"/>' +
        user('u1', 'p', goesOn + free) +
        user('u3', 'q', free) +
        no +
        flows(
          'ss -> u0 -> fork -> u1 -> choose -> se',
          'fork -> u3 -> se',
          "choose -> no : outcomes.u1 == 'rejected'",
        ),
    ),
  )
  const finish = (game: Play) => {
    for (let step = 0; step < 20 && game.state().status === 'RUNNING'; step += 1)
      game.approve(String(game.open()[0]?.split('/')[0]))
    return game.state().status
  }

  it('counts no more when a return within its instance has undone it', async () => {
    const game = await play(forked)
    game.approve('u0')
    game.reject('u1')
    game.act('u3', 'q', { kind: 'return', to: ['u0'] })
    expect(finish(game)).toBe('APPROVED')
  })

  it('counts when nothing was undone', async () => {
    const game = await play(forked)
    game.approve('u0')
    game.reject('u1')
    game.approve('u3')
    expect(finish(game)).toBe('REJECTED')
  })

  it('rejects what was stored before ends were kept with the way there', async () => {
    const game = await play(forked)
    game.approve('u0')
    game.reject('u1')
    const { execution, ...rest } = game.state()
    const { rejectedEnds: _, ...before } = execution
    const later = await play(forked, { from: { ...rest, execution: before }, started: false })
    later.act('u3', 'q', { kind: 'return', to: ['u0'] })
    expect(finish(later)).toBe('REJECTED')
  })
})

describe('the completion condition of a task that is asked many times at once', () => {
  it('sees what those came to that have ended', async () => {
    const loop = many(abc + until("outcomes.s == 'rejected'"))
    const xml = drawn(of('s', 'one', goesOn).replace('</userTask>', `${loop}</userTask>`))
    const game = await play(xml)
    expect(game.open()).toEqual(['s/a', 's/b', 's/c'])
    game.must({ kind: 'approve', task: game.task('s', 'a').key, actor: { userId: 'a' } })
    expect(game.open()).toEqual(['s/b', 's/c'])
    game.must({ kind: 'reject', task: game.task('s', 'b').key, actor: { userId: 'b' } })
    expect(game.open()).toEqual(['z/z'])
  })
})
