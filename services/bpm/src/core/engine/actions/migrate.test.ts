import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import {
  bpmn,
  end,
  engineOptions,
  flows,
  play,
  playProcess,
  start,
  user,
  type Play,
} from '../../testing.ts'
import { abc, decide, drawn, many, of, sub } from '../testing/many.testing.ts'
import { migrate, type Migration } from './migrate.ts'

const actor = { userId: 'root', administrator: true }
const people = new Map(['a', 'b', 'c', 'p', 'q', 'r'].map((name) => [`user:${name}`, [name]]))

async function moved(
  game: Play,
  xml: string,
  nodes: Readonly<Record<string, string>> = {},
): Promise<Migration> {
  const to = await compile(xml)
  const command = { kind: 'migrate', actor, definitionId: 'later', nodes } as const
  return migrate(game.process, to, game.state(), command, people, engineOptions)
}

/** Goes on with a migrated approval. */
async function goOn(
  game: Play,
  xml: string,
  nodes: Readonly<Record<string, string>> = {},
): Promise<Play> {
  const migration = await moved(game, xml, nodes)
  if (migration.kind !== 'applied') throw new Error(JSON.stringify(migration))
  return playProcess(await compile(xml), { from: migration.state })
}

const steps = (...names: readonly string[]) =>
  bpmn(
    start +
      names.map((name) => user(name)).join('') +
      end +
      flows(`start -> ${names.join(' -> ')} -> end`),
  )

describe('a migration to another definition', () => {
  it('leaves tasks where they are and follows the new path from there', async () => {
    const game = await play(steps('a', 'b'))
    game.approve('a')
    const later = await goOn(game, steps('a', 'b', 'c'))
    expect(later.open()).toEqual(['b/b'])
    expect(later.task('b').key).toBe(game.task('b').key)
    later.approve('b')
    expect(later.open()).toEqual(['c/c'])
    later.approve('c')
    expect(later.state().status).toBe('APPROVED')
  })

  it('puts work on a node of another id as the plan says, and names it in the report', async () => {
    const game = await play(steps('a'))
    const migration = await moved(game, steps('b'), { a: 'b' })
    expect(migration).toMatchObject({ kind: 'applied', moves: [{ from: 'a', to: 'b' }] })
    const later = await goOn(game, steps('b'), { a: 'b' })
    expect(later.open()).toEqual(['b/a'])
    later.approve('b', 'a')
    expect(later.state().status).toBe('APPROVED')
  })

  it.each([
    ['is gone', steps('b'), {}, 'node_missing'],
    ['is of another kind', steps('b'), { a: 'end' }, 'node_kind'],
    [
      'is in a sub-process',
      bpmn(
        start +
          `<subProcess id="sub"><startEvent id="in"/>${user('a')}<endEvent id="out"/>${flows('in -> a -> out')}</subProcess>` +
          end +
          flows('start -> sub -> end'),
      ),
      {},
      'node_elsewhere',
    ],
  ])('is refused when the node at work %s', async (_, xml, nodes, code) => {
    const game = await play(steps('a'))
    expect(await moved(game, xml, nodes)).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 'a', code }],
    })
  })

  it('is refused where what waits would have to ask first, or hears something else', async () => {
    const waits = (inside: string) =>
      bpmn(
        `${start}${user('b')}<intermediateCatchEvent id="w">${inside}</intermediateCatchEvent>${end}` +
          flows('start -> w -> b -> end'),
      )
    const asks = bpmn(
      `${start}${user('b')}<serviceTask id="w"><extensionElements><approval:callback name="room"/></extensionElements></serviceTask>` +
        `<boundaryEvent id="e" attachedToRef="w"><errorEventDefinition/></boundaryEvent>${end}` +
        flows('start -> w -> b -> end', 'e -> b'),
    )
    const forMessage = waits('<messageEventDefinition/>')
    const forValues = waits(
      '<conditionalEventDefinition><condition>initiator == "nobody"</condition></conditionalEventDefinition>',
    )
    const all = [forMessage, forValues, asks]
    for (const from of all) {
      const game = await play(from)
      expect(game.open()).toEqual([])
      for (const to of all) {
        const refused = { kind: 'unfit', faults: [{ node: 'w', code: 'node_kind' }] }
        expect(await moved(game, to)).toMatchObject(from === to ? { kind: 'applied' } : refused)
      }
    }
  })

  const forked = (...branches: readonly string[]) =>
    bpmn(
      start +
        '<parallelGateway id="fork"/><parallelGateway id="join"/>' +
        branches.map((name) => user(name)).join('') +
        user('c') +
        end +
        flows(
          'start -> fork',
          ...branches.map((name) => `fork -> ${name} -> join`),
          'join -> c -> end',
        ),
    )

  it('lets a join go on that has what it waits for in the new definition', async () => {
    const game = await play(forked('p', 'q', 'r'))
    game.approve('p')
    game.approve('q')
    const later = await goOn(game, forked('p', 'q', 'r'))
    expect(later.open()).toEqual(['r/r'])

    // The third branch leads past the join now.
    const apart = forked('p', 'q').replace(end, end + user('r') + flows('fork -> r -> end'))
    const both = await goOn(game, apart)
    expect(both.open()).toEqual(['r/r', 'c/c'])
  })

  it('is refused when a path waits in front of a join that the new definition has not', async () => {
    const game = await play(forked('p', 'q'))
    game.approve('p')
    expect(await moved(game, steps('p', 'q'))).toMatchObject({
      kind: 'unfit',
      faults: [{ code: 'flow_missing' }],
    })
  })

  it('keeps set times that stay, drops those that are gone, and sets new ones', async () => {
    const timed = (rules: string) =>
      bpmn(start + user('a', 'a', rules) + end + flows('start -> a -> end'))
    const game = await play(
      timed('<approval:remind in="P1D"/><approval:timeout in="P5D" result="rejected"/>'),
    )
    const [remind] = game.state().execution.timers ?? []
    const later = await goOn(
      game,
      timed(
        '<approval:remind in="P9D"/><approval:escalate in="P2D"><approval:candidate kind="user" ref="b"/></approval:escalate>',
      ),
    )
    const timers = later.state().execution.timers ?? []
    expect(timers.map(({ purpose }) => purpose)).toEqual(['remind', 'escalate'])
    expect(timers[0]).toEqual(remind)
  })

  it('forgets visits to nodes that are gone: they are no place to return to', async () => {
    const game = await play(steps('a', 'b', 'c'))
    game.approve('a')
    game.approve('b')
    const later = await goOn(game, steps('a', 'c'))
    expect(later.act('c', 'c', { kind: 'return', to: ['b'] })).toMatchObject({
      kind: 'refused',
      reason: 'return_target_unknown',
    })
    later.act('c', 'c', { kind: 'return', to: ['a'] })
    expect(later.open()).toEqual(['a/a'])
  })

  const vote = (rule: string) =>
    bpmn(
      start + user('a', 'p q r', `<approval:decision ${rule}/>`) + end + flows('start -> a -> end'),
    )

  it('counts votes given before under the rule of the new definition', async () => {
    const game = await play(vote('mode="ratio" threshold="100%"'))
    game.approve('a', 'p')
    const later = await goOn(game, vote('mode="ratio" threshold="60%"'))
    later.approve('a', 'q')
    expect(later.state().status).toBe('APPROVED')
  })

  it.each([
    ['mode="ratio" threshold="60%"', 'mode="all"', 'ppp'],
    ['mode="count" threshold="3"', 'mode="ratio" threshold="60%"', 'pp'],
    ['mode="all"', 'mode="any"', 'p'],
    ['mode="weighted" threshold="2"', 'mode="all"', 'ppp'],
    // Nobody waits for a turn, has a weight of their own or stands for a group: the old rule counts.
    ['mode="count" threshold="2"', 'mode="sequential"', 'pp'],
    ['mode="all"', 'mode="weighted" threshold="1"', 'ppp'],
    ['mode="sequential"', 'mode="count" threshold="1"', 'ppp'],
    ['mode="count" threshold="2" reject="all"', 'mode="single"', 'pp'],
  ])('has %s, then %s, approved by as many as one of both says', async (before, then, votes) => {
    const game = await play(vote(before))
    const later = await goOn(game, vote(then))
    for (const [index, person] of ['p', 'q', 'r'].slice(0, votes.length).entries()) {
      expect([index, later.state().status]).toEqual([index, 'RUNNING'])
      later.approve('a', person)
    }
    expect(later.state().status).toBe('APPROVED')
  })

  it('approves nothing by a vote that rejects', async () => {
    const game = await play(vote('mode="count" threshold="2"'))
    const later = await goOn(game, vote('mode="all" reject="all"'))
    later.reject('a', 'p')
    expect(later.state().status).toBe('RUNNING')
    for (const person of ['q', 'r']) later.reject('a', person)
    expect(later.state().status).toBe('REJECTED')
  })

  const refusing = (no: string) =>
    bpmn(
      `${start}<parallelGateway id="fork"/>${user('a')}${user('b')}${end}` +
        `<endEvent id="${no}"><extensionElements><approval:result value="rejected"/></extensionElements></endEvent>` +
        flows('start -> fork', `fork -> a -> ${no}`, 'fork -> b -> end'),
    )

  it('rejects as it ends what has been rejected at an end, wherever that is now', async () => {
    const game = await play(refusing('no'))
    game.approve('a')
    expect(await moved(game, refusing('never'))).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 'no', code: 'node_missing' }],
    })
    const later = await goOn(game, refusing('never'), { no: 'never' })
    later.approve('b')
    expect(later.state().status).toBe('REJECTED')
  })

  it('does so in one of many at once', async () => {
    const inside = (no: string) =>
      sub(
        many(abc),
        of('x', 'one', '') +
          '<parallelGateway id="fork"/>' +
          user('y', 'y') +
          `<endEvent id="${no}"><extensionElements><approval:result value="rejected"/></extensionElements></endEvent>` +
          flows('ss -> fork', `fork -> x -> ${no}`, 'fork -> y -> se'),
      )
    const game = await play(drawn(inside('no')))
    decide(game, 'a')
    expect(await moved(game, drawn(inside('never')))).toMatchObject({
      faults: [{ node: 'no', code: 'node_missing' }],
    })
    const later = await goOn(game, drawn(inside('never')), { no: 'never' })
    for (let count = 0; later.state().status === 'RUNNING' && count < 9; count += 1) {
      const [task] = later.state().tasks.filter(({ state }) => state === 'OPEN')
      if (task !== undefined) later.approve(task.node, task.assignee)
    }
    expect(later.state().status).toBe('REJECTED')
  })

  it('is refused where a join would wait for ever that did not before', async () => {
    const joined = bpmn(
      `${start}<parallelGateway id="fork"/><parallelGateway id="join"/>` +
        ['a', 'b', 'c'].map((name) => user(name)).join('') +
        end +
        flows('start -> fork -> a -> join -> b -> end', 'fork -> c -> join'),
    )
    const game = await play(steps('a', 'b'))
    expect(await moved(game, joined)).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 'join', code: 'join_stranded' }],
    })
    game.approve('a')
    expect(await moved(game, joined)).toMatchObject({ kind: 'applied' })
    // What comes second on one branch never comes on the other.
    const forks = await play(forked('p', 'q', 'r'))
    forks.approve('p')
    forks.approve('q')
    expect(await moved(forks, forked('p', 'q'), { r: 'q' })).toMatchObject({ kind: 'unfit' })
    const lost = await play(joined)
    lost.must({ kind: 'jump', to: 'a', force: true, actor })
    expect(await moved(lost, joined)).toMatchObject({ kind: 'applied' })
  })

  it('takes work along that a return has put aside for the way straight back', async () => {
    const straight = (name: string) =>
      user(name, name, '<approval:return to="any" resubmit="straightBack"/>')
    const game = await play(
      bpmn(start + user('a') + straight('b') + end + flows('start -> a -> b -> end')),
    )
    game.approve('a')
    game.act('b', 'b', { kind: 'return', to: ['a'] })
    expect(await moved(game, steps('a', 'c'))).toMatchObject({
      kind: 'unfit',
      faults: [{ node: 'b', code: 'node_missing' }],
    })
    const later = await goOn(game, steps('a', 'c'), { b: 'c' })
    later.approve('a')
    expect(later.open()).toEqual(['c/b'])
  })
})
