import { describe, expect, it } from 'vitest'
import { compile } from '../definition/compile.ts'
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
} from '../testing.ts'
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

    // The third branch has become a part of the first: what it asked for is not asked any more.
    const mapped = await moved(game, forked('p', 'q'), { r: 'q' })
    expect(mapped).toMatchObject({ kind: 'applied' })
    const both = await goOn(game, forked('p', 'q'), { r: 'q' })
    expect(both.open()).toEqual(['q/r', 'c/c'])
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

  it('counts votes given before under the rule of the new definition', async () => {
    const vote = (rule: string) =>
      bpmn(start + user('a', 'p q r', rule) + end + flows('start -> a -> end'))
    const game = await play(vote('<approval:decision mode="ratio" threshold="100%"/>'))
    game.approve('a', 'p')
    const later = await goOn(game, vote('<approval:decision mode="ratio" threshold="60%"/>'))
    later.approve('a', 'q')
    expect(later.state().status).toBe('APPROVED')
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
