import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, playProcess, start, type Play, user } from '../../testing.ts'
import { drawFrom } from '../testing/draw.testing.ts'
import {
  abc,
  decide,
  drawn,
  each,
  free,
  goesOn,
  many,
  of,
  reviewed,
  sub,
  times,
  until,
} from '../testing/many.testing.ts'
import { expectSound } from '../testing/soundness.testing.ts'
import type { EngineState } from '../state.ts'

/** The decision of one who has had a task at x, taken back. */
function takeBack(
  game: Play,
  key: number,
  since: { acted?: readonly (readonly [string, number])[]; signals?: readonly string[] } = {},
) {
  const changes = game.effects.flatMap((one) =>
    one.kind === 'taskChanged' && one.task.key === key ? [one.task] : [],
  )
  const decided = changes.slice(-1)
  const actor = { userId: decided[0]?.assignee ?? '' }
  const command = { kind: 'takeBack', task: key, actor, decided, reopened: [], since: [] } as const
  const outcome = game.try({ ...command, ...since })
  return outcome.kind === 'applied' ? game.must({ ...command, ...since }) : outcome
}

const asked = (game: Play) =>
  game.effects.flatMap((one) => (one.kind === 'callbackRequested' ? [one.request] : []))
const no =
  '<endEvent id="no"><extensionElements><approval:result value="rejected"/></extensionElements></endEvent>'

describe('[BPM-10] what many at once have come to', () => {
  const sizeOf = async (instances: number, steps: number) => {
    const names = Array.from({ length: steps }, (_, index) => `x${index}`)
    const inner = names.map((id) => user(id, 'p', free)).join('')
    const game = await play(
      drawn(sub(many(times(instances)), inner + flows(`ss -> ${names.join(' -> ')} -> se`))),
    )
    for (const id of names) for (let at = 0; at < instances; at += 1) game.approve(id)
    expect(game.open()).toEqual(['z/z'])
    return JSON.stringify(game.state().execution).replaceAll(/\d+/g, '0').length
  }

  it('is kept once, so the state grows with what was decided', async () => {
    const [few, more] = [await sizeOf(5, 4), await sizeOf(20, 4)]
    expect(more / few).toBeLessThan(4.2)
    expect(more).toBeLessThan(80 * 300)
  })

  it('goes along to another definition, or is nothing to return to where it has no place', async () => {
    const xml = drawn(sub(many(abc), of('x', 'one') + flows('ss -> x -> se')))
    const ended = async () => {
      const game = await play(xml)
      for (const person of ['a', 'c', 'b']) decide(game, person)
      return game
    }
    const back = { kind: 'return', to: ['x'] } as const
    const renamed = await compile(
      xml
        .replaceAll(/"s"/g, '"w"')
        .replaceAll(/(?<=_)s"/g, 'w"')
        .replaceAll(/"s_/g, '"w_'),
    )
    const game = await ended()
    const moved = { definitionId: 'new', nodes: { s: 'w' } }
    expect(game.migrate(renamed, moved).kind).toBe('applied')
    expect(game.act('z', 'z', back).kind).toBe('applied')
    expect(game.open()).toEqual(['x/b'])
    const other = await ended()
    const without = await compile(drawn(user('s', 'p')))
    expect(other.migrate(without, { definitionId: 'new', nodes: {} }).kind).toBe('applied')
    expect(other.state().execution.over).toBeUndefined()
    expect(other.act('z', 'z', back)).toMatchObject({ reason: 'return_target_unknown' })
  })
})

describe('what happens in one of many', () => {
  it('keeps no decision in another from being taken back', async () => {
    const game = await play(drawn(sub(many(abc), reviewed)))
    const keys = new Map(['a', 'b', 'c'].map((one) => [one, game.task('x', one).key]))
    decide(game, 'a')
    decide(game, 'b')
    // Of those at y the second is in what b has decided.
    const [, other] = game.state().tasks.filter(({ node }) => node === 'y')
    const approve = { kind: 'approve', task: other?.key ?? 0, actor: { userId: 'y' } } as const
    game.must(approve)
    const acted = [['y', other?.activation ?? 0]] as const
    expect(takeBack(game, keys.get('b') ?? 0, { acted })).toMatchObject({ reason: 'decided_since' })
    expect(takeBack(game, keys.get('a') ?? 0, { acted }).kind).toBe('applied')
    expect(game.open().toSorted()).toEqual(['x/a', 'x/c'])
    decide(game, 'a')
    decide(game, 'c')
    for (const _ of [1, 2]) game.approve('y')
    expect(game.open()).toEqual(['z/z'])
  })

  it('keeps what nobody knows the place of from being taken back', async () => {
    const game = await play(drawn(sub(many(abc), reviewed)))
    const { key } = game.task('x', 'a')
    decide(game, 'a')
    expect(takeBack(game, key, { acted: [['y', 999]] })).toMatchObject({ reason: 'decided_since' })
    expect(takeBack(game, key, { acted: [['before', 999]] })).toMatchObject({
      reason: 'decided_since',
    })
  })

  it('is told by a signal, and keeps nothing that has not ended from being taken back', async () => {
    const loop = `<multiInstanceLoopCharacteristics behavior="None" noneBehaviorEventRef="SD">${abc}</multiInstanceLoopCharacteristics>`
    const told =
      '<boundaryEvent id="told" attachedToRef="s" cancelActivity="false"><signalEventDefinition signalRef="S"/></boundaryEvent>'
    const beside = user('v', 'v') + '<endEvent id="e2"/>' + flows('told -> v -> e2')
    const game = await play(
      drawn(sub(loop, reviewed, told), beside).replace(
        '<process',
        '<signal id="S" name="S"/><signalEventDefinition id="SD" signalRef="S"/><process',
      ),
    )
    const [a, b] = ['a', 'b'].map((one) => game.task('x', one).key)
    decide(game, 'b')
    game.approve('y')
    decide(game, 'a')
    expect(game.open()).toContain('v/v')
    const signals = ['s', 'told']
    expect(takeBack(game, b ?? 0, { signals })).toMatchObject({ reason: 'decided_since' })
    expect(takeBack(game, a ?? 0, { signals }).kind).toBe('applied')
    expect(game.open().toSorted()).toEqual(['v/v', 'x/a', 'x/c'])
  })

  it.each(['rerun', 'straightBack'] as const)(
    'is returned to by name where it ended last: %s',
    async (resubmit) => {
      const game = await play(drawn(sub(many(abc), of('x', 'one') + flows('ss -> x -> se'))))
      for (const person of ['c', 'a', 'b']) decide(game, person)
      expect(game.act('z', 'z', { kind: 'return', to: ['x'], resubmit }).kind).toBe('applied')
      expect(game.open()).toEqual(['x/b'])
    },
  )

  it('is approved for itself where nobody is asked twice', async () => {
    const once = '<approval:policy duplicates="everywhere"/>'
    const inner = '<parallelGateway id="fork"/><parallelGateway id="join"/>'
    const steps = user('x', 'p', once) + user('y', 'p', once)
    const ways = flows('ss -> fork -> x -> join -> se', 'fork -> y -> join')
    const game = await play(
      bpmn(
        '<parallelGateway id="both"/>' +
          start +
          sub(many(times(2)), inner + steps + ways) +
          user('v', 'p', once) +
          end +
          flows('start -> both -> s -> end', 'both -> v -> end'),
      ),
    )
    expect(game.open().toSorted()).toEqual(['v/p', 'x/p', 'x/p', 'y/p', 'y/p'])
    game.approve('x')
    expect(game.open().toSorted()).toEqual(['v/p', 'x/p', 'y/p'])
    game.approve('v')
    expect(game.open().toSorted()).toEqual(['x/p', 'y/p'])
    const counted = await play(
      drawn(user('s', 'p', once).replace('</userTask>', `${many(times(3))}</userTask>`)),
    )
    counted.approve('s')
    expect(counted.open()).toEqual(['s/p', 's/p'])
  })

  it('is approved for itself beside many of another kind', async () => {
    const once = '<approval:policy duplicates="everywhere"/>'
    const of = (id: string, step: string) =>
      `<subProcess id="${id}">${many(times(2))}<startEvent id="${id}s"/>${user(step, 'p', once)}<endEvent id="${id}e"/>${flows(`${id}s -> ${step} -> ${id}e`)}</subProcess>`
    const game = await play(
      bpmn(
        `<parallelGateway id="both"/>${start}${of('s', 'x')}${of('t', 'y')}${end}` +
          flows('start -> both -> s -> end', 'both -> t -> end'),
      ),
    )
    game.approve('x')
    expect(game.open().toSorted()).toEqual(['x/p', 'y/p', 'y/p'])
  })
})

describe('many that were ended since others were enough', () => {
  const enough = (count: number) => many(abc + until(`nrOfCompletedInstances >= ${count}`))

  const booked = (needed: number) => {
    const asks = (id: string, attributes = '') =>
      `<serviceTask id="${id}"${attributes}><extensionElements><approval:callback name="${id}"/></extensionElements></serviceTask>`
    const inner =
      asks('book') +
      asks('unbook', ' isForCompensation="true"') +
      '<boundaryEvent id="b" attachedToRef="book"><compensateEventDefinition/></boundaryEvent><association id="l" sourceRef="b" targetRef="unbook"/>' +
      of('x', 'one') +
      flows('ss -> book -> x -> se')
    return play(drawn(sub(enough(needed), inner)))
  }

  it('undo what they had asked for when they begin anew', async () => {
    const game = await booked(1)
    decide(game, 'b')
    expect(game.open()).toEqual(['z/z'])
    expect(asked(game)).toEqual(['book', 'book', 'book'])
    game.act('z', 'z', { kind: 'return', to: ['x'], resubmit: 'rerun' })
    expect(game.open().toSorted()).toEqual(['x/a', 'x/b', 'x/c'])
    expect(asked(game).slice(3)).toEqual(['unbook', 'unbook', 'book', 'book'])
    expect(game.state().execution.done).toHaveLength(3)
  })

  it('leave what had ended alone that was kept when ends had no runs', async () => {
    const game = await booked(2)
    decide(game, 'a')
    decide(game, 'b')
    const kept = JSON.stringify(game.state(), (_, value) =>
      value !== null && typeof value === 'object' && 'item' in value
        ? { ...value, run: undefined }
        : value,
    )
    const later = playProcess(game.process, { from: JSON.parse(kept) as EngineState })
    later.act('z', 'z', { kind: 'return', to: ['x'], resubmit: 'rerun' })
    expect(later.open().toSorted()).toEqual(['x/b', 'x/c'])
    expect(asked(later)).toEqual(['book'])
  })

  it('forget the rejected ends that they had reached', async () => {
    const inner =
      '<parallelGateway id="fork"/><exclusiveGateway id="g" default="g_se"/>' +
      of('x', 'one', goesOn + free) +
      of('w', "one + 'w'") +
      no +
      flows('ss -> fork -> x -> g -> se', 'fork -> w -> se', 'g -> no : outcomes.x == "rejected"')
    const game = await play(drawn(sub(enough(1), inner)))
    decide(game, 'b', 'reject')
    decide(game, 'a')
    game.approve('w', 'aw')
    expect(game.open()).toEqual(['z/z'])
    game.act('z', 'z', { kind: 'return', to: ['w'], resubmit: 'rerun' })
    expect(game.open()).toContain('x/b')
    game.approve('w', 'aw')
    game.approve('z')
    expect(game.state().status).toBe('APPROVED')
  })

  it('begin anew also where they had ended before they were under way again', async () => {
    const game = await play(drawn(sub(enough(2), of('x', 'one') + flows('ss -> x -> se'))))
    const { key } = game.task('x', 'a')
    decide(game, 'a')
    expect(takeBack(game, key).kind).toBe('applied')
    decide(game, 'b')
    decide(game, 'c')
    expect(game.open()).toEqual(['z/z'])
    game.act('z', 'z', { kind: 'return', to: ['x'], resubmit: 'rerun' })
    expect(game.open().toSorted()).toEqual(['x/a', 'x/c'])
  })
})

describe('[BPM-10] what is done in turn and tells of each end', () => {
  it.each([
    ['a user task', user('s', 'p')],
    ['a receive task', '<receiveTask id="s"></receiveTask>'],
  ])('is heard on its own border each time: %s', async (_, activity) => {
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="true" behavior="None" noneBehaviorEventRef="SD"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const told =
      '<boundaryEvent id="told" attachedToRef="s" cancelActivity="false"><signalEventDefinition signalRef="S"/></boundaryEvent>'
    const xml = drawn(
      activity.replace(/<\/(\w+)>$/, `${loop}</$1>`) + told,
      user('v', 'v') + '<endEvent id="e2"/>' + flows('told -> v -> e2'),
    ).replace(
      '<process',
      '<signal id="S" name="S"/><signalEventDefinition id="SD" signalRef="S"/><process',
    )
    const game = await play(xml)
    const node = game.process.nodes.get('s')
    for (const turn of [1, 2, 3]) {
      if (node?.kind === 'userTask') game.approve('s')
      if (node?.kind === 'receive' && node.hears.on === 'message')
        game.must({ kind: 'message', name: node.hears.message, actor: { userId: 'app' } })
      expect(game.open().filter((one) => one === 'v/v')).toHaveLength(turn)
    }
    expect(game.open()).toContain('z/z')
  })
})

describe('many within each of many', () => {
  /** For a and b, in each 1 and 2 at x, whose rejection leads to an end with that result; y behind them in each. */
  const nested = (loop: string) => {
    const deepest =
      of('x', 'one + two', goesOn + free) +
      '<exclusiveGateway id="g" default="g_te"/>' +
      no +
      flows('ts -> x -> g -> te', 'g -> no : outcomes.x == "rejected"')
    const inner = `<subProcess id="t">${loop}<startEvent id="ts"/><endEvent id="te"/>${deepest}</subProcess>`
    return drawn(
      sub(many(each('["a", "b"]')), inner + of('y', 'one') + flows('ss -> t -> y -> se')),
    )
  }

  it.each([
    ['all of them', '', 1],
    ['until the first has ended', until('nrOfCompletedInstances >= 1'), 0],
  ])('are rejected by the decisions that stand, %s', async (_, condition, length) => {
    const process = await compile(nested(many(each('["1", "2"]', 'two') + condition)))
    const done = new Set<string>()
    const numbers = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 })
    await fc.assert(
      fc.property(numbers, (random) => {
        const game = playProcess(process)
        const draw = drawFrom(random)
        // Where the first is enough, what it came to stands for both.
        const standing = new Map<string, string>()
        const decisions: { key: number; node: string; run: number }[] = []
        const act = (isLast: boolean): void => {
          const open = game.state().tasks.filter(({ state }) => state === 'OPEN')
          const task = open[draw(open.length)]
          const person = task?.assignee ?? task?.candidates[0] ?? ''
          if (task === undefined) return
          const way = isLast ? 0 : draw(5)
          if (way === 3 && task.node !== 'x') {
            const to = draw(2) === 0 ? 'previous' : [['x'], ['y']][draw(2)]
            const outcome = game.act(task.node, person, { kind: 'return', to: to ?? [] })
            done.add(`return ${outcome.kind}`)
            return
          }
          const mine = decisions.at(-1 - draw(2))
          if (way === 4 && mine !== undefined) {
            const later = decisions.slice(decisions.indexOf(mine) + 1)
            const acted = later.map(({ node, run }) => [node, run] as const)
            done.add(`takeBack ${takeBack(game, mine.key, { acted }).kind}`)
            return
          }
          const kind = task.node === 'x' && draw(3) === 0 ? 'reject' : 'approve'
          if (task.node === 'x') standing.set(person.slice(0, 1 + length), kind)
          decisions.push({ key: task.key, node: task.node, run: task.activation })
          game.must({ kind, task: task.key, actor: { userId: person } })
        }
        for (let step = 0; step < 30 && game.state().status === 'RUNNING'; step += 1) {
          act(false)
          expectSound(game)
        }
        for (let step = 0; step < 100 && game.state().status === 'RUNNING'; step += 1) act(true)
        const expected = [...standing.values()].includes('reject') ? 'REJECTED' : 'APPROVED'
        expect(game.state().status).toBe(expected)
      }),
      { numRuns: 60 },
    )
    expect([...done]).toEqual(
      expect.arrayContaining(['return applied', 'takeBack applied', 'takeBack refused']),
    )
  })
})
