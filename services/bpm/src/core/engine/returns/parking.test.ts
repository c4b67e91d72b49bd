import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, playProcess, start, user, type Play } from '../../testing.ts'
import { compile } from '../../definition/compile.ts'
import { drawFrom, type Draw } from '../testing/draw.testing.ts'
import type { EngineState } from '../state.ts'
import { ballotsOf } from '../votes/voting.ts'

const back = '<approval:return to="any" resubmit="straightBack"/>'
const named = (name: string, weight = 1) =>
  `<approval:candidate kind="user" ref="${name}" weight="${weight}"/>`
const group = (ref: string) => `<approval:candidate kind="role" ref="${ref}" atLeast="1"/>`
const directory = { 'role:legal': ['a'], 'role:finance': ['b', 'c'] }
const each = ['a', 'b', 'c'].map((name) => named(name)).join('')
const weighted = named('a', 4) + named('b', 3) + named('c')

/** First `z`, then `t`, of the people and the rule that are given. */
const toXml = (people: string, rule: string) =>
  bpmn(
    `${start}${user('z')}<userTask id="t"><extensionElements><approval:candidates>${people}</approval:candidates>
    <approval:decision ${rule}/>${back}</extensionElements></userTask>${end}` +
      flows('start -> z -> t -> end'),
  )

/** With whoever has to approve besides `a`. */
const modes = [
  ['mode="single"', named('a'), []],
  ['mode="all"', each, ['b', 'c']],
  ['mode="any"', each, []],
  ['mode="sequential"', each, ['b', 'c']],
  ['mode="ratio" threshold="0.5"', each, ['b']],
  ['mode="count" threshold="2"', each, ['b']],
  ['mode="weighted" threshold="5"', weighted, ['b']],
  ['mode="quorum"', group('legal') + group('finance'), ['b']],
] as const

/** What the node is decided by, vote for vote. */
function ballots(game: Play): readonly string[] {
  const { tasks, execution } = game.state()
  const all = execution.activations.flatMap((activation) =>
    ballotsOf(
      tasks.filter((task) => task.activation === activation.id),
      activation,
    ),
  )
  return all
    .map(({ weight, vote, groups = [] }) => JSON.stringify([weight, vote ?? null, groups]))
    .toSorted()
}

/** Sends it back, to the initiator or to the node before, and lets it come back from there. */
function returnStraight(game: Play, person: string, to: 'initiator' | readonly string[]): void {
  expect(game.act('t', person, { kind: 'return', to })).toMatchObject({ kind: 'applied' })
  if (to !== 'initiator') {
    game.approve('z')
    return
  }
  game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
  game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
}

describe('those who were added to an approved seat, after a way straight back', () => {
  describe.each(modes)('%s', (rule, people, others) => {
    it.each([
      ['x', 'initiator'],
      ['y', 'initiator'],
      ['x', ['z']],
    ] as const)('are still one vote, and all have to approve: %s to %s', async (person, to) => {
      const game = await play(toXml(people, rule), { directory })
      game.approve('z')
      game.act('t', 'a', { kind: 'addSign', position: 'after', users: ['x', 'y'] })
      game.approve('t', 'a')
      const before = ballots(game)
      returnStraight(game, person, to)
      expect(ballots(game)).toEqual(before)
      expect(game.open()).toEqual(expect.arrayContaining(['t/x', 't/y']))
      for (const name of ['y', 'x', ...others]) {
        expect(game.state().status).toBe('RUNNING')
        game.approve('t', name)
      }
      expect(game.state().status).toBe('APPROVED')
    })
  })

  it.each([
    ['x', ['y']],
    ['y', []],
  ])('have no vote besides where %s has rejected for all', async (rejecting, others) => {
    const game = await play(toXml(each, 'mode="all" reject="all"'))
    game.approve('z')
    game.act('t', 'a', { kind: 'addSign', position: 'after', users: ['x', 'y'] })
    game.approve('t', 'a')
    returnStraight(game, 'b', 'initiator')
    game.reject('t', rejecting)
    returnStraight(game, 'b', 'initiator')
    expect(ballots(game)).toHaveLength(3)
    const asked = ['b', 'c', ...others].map((name) => `t/${name}`)
    expect(game.open().toSorted()).toEqual(asked)
    for (const other of others) game.approve('t', other)
    game.approve('t', 'b')
    expect(game.state().status).toBe('RUNNING')
    game.approve('t', 'c')
    expect(game.state().status).toBe('APPROVED')
  })
})

it('puts back what was put aside while each of them had a vote, with the numbers that a log names', async () => {
  const xml = toXml(each, 'mode="count" threshold="2"')
  const game = await play(xml)
  game.approve('z')
  game.act('t', 'a', { kind: 'addSign', position: 'after', users: ['x', 'y'] })
  game.act('t', 'b', { kind: 'addSign', position: 'before', users: ['u'] })
  game.approve('t', 'a')
  game.act('t', 'x', { kind: 'return', to: 'initiator' })
  game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
  const state = JSON.stringify(game.state())
  // It did not say then whose place they have.
  const stored = state.replaceAll(/("part":"seat"),"parent":\d+/g, '$1')
  expect(stored).not.toBe(state)
  const other = await play(xml, { from: JSON.parse(stored) as EngineState })
  for (const one of [game, other]) {
    one.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
  }
  const numbers = (one: Play) => one.state().tasks.map(({ key, assignee }) => [key, assignee])
  expect(numbers(other)).toEqual(numbers(game))
  expect([ballots(game).length, ballots(other).length]).toEqual([3, 4])
})

const anybody = (game: Play, draw: Draw) => game.open()[draw(game.open().length)]?.slice(2)

function attempt(game: Play, person: string, draw: Draw): void {
  const [someone, another] = [`u${draw(12)}`, `u${draw(12)}`]
  const positions = ['before', 'after', 'after', 'parallel'] as const
  const position = positions[draw(positions.length)] ?? 'after'
  const actions = [
    { kind: 'approve' },
    { kind: 'approve' },
    { kind: 'reject' },
    { kind: 'transfer', to: someone },
    { kind: 'addSign', position, users: [someone, another] },
    { kind: 'addSign', position, users: [someone, another] },
  ] as const
  game.act('t', person, actions[draw(actions.length)] ?? { kind: 'approve' })
}

it('a node is decided by the same votes after a way straight back as before', async () => {
  const processes = await Promise.all(
    modes.map(([rule, people]) => compile(toXml(people, `${rule} reject="all"`))),
  )
  const numbers = fc.array(fc.nat(1000), { minLength: 60, maxLength: 200, size: 'max' })
  let returned = 0
  fc.assert(
    fc.property(fc.constantFrom(...processes), numbers, (process, random) => {
      const draw = drawFrom(random)
      const game = playProcess(process, { directory })
      game.approve('z')
      for (let count = 0; count < 25; count += 1) {
        const person = anybody(game, draw)
        if (person === undefined) return
        if (draw(5) > 0) {
          attempt(game, person, draw)
          continue
        }
        const before = ballots(game)
        returnStraight(game, person, draw(2) === 0 ? 'initiator' : ['z'])
        expect(ballots(game)).toEqual(before)
        returned += 1
      }
    }),
    { numRuns: 300 },
  )
  expect(returned).toBeGreaterThan(300)
})
