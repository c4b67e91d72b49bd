import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, playProcess, start, user, type Play } from '../../testing.ts'
import { fillsAll } from './quorum.ts'
import type { EngineTask } from '../state.ts'

/** Tries every way to spend the seats, one after the other: what {@link fillsAll} is measured by. */
function canFill(atLeast: readonly number[], seats: readonly (readonly number[])[]): boolean {
  const [first, ...others] = seats
  if (atLeast.every((count) => count <= 0)) return true
  if (first === undefined) return false
  return (
    canFill(atLeast, others) ||
    first.some((group) => {
      const left = atLeast.with(group, (atLeast[group] ?? 0) - 1)
      return (atLeast[group] ?? 0) > 0 && canFill(left, others)
    })
  )
}

const quorum = (rules: readonly string[], more = '') =>
  bpmn(
    `${start}<userTask id="t"><extensionElements><approval:candidates>${rules.join('')}</approval:candidates>
    <approval:decision mode="quorum"/>${more}</extensionElements></userTask>` +
      end +
      flows('start -> t -> end'),
  )
const group = (ref: string, atLeast: number) =>
  `<approval:candidate kind="role" ref="${ref}" atLeast="${atLeast}"/>`
const roles = (members: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(members).map(([role, who]) => [`role:${role}`, who]))
const one = (members: Readonly<Record<string, readonly string[]>>, more = '') =>
  play(quorum([group('legal', 1), group('finance', 2)], more), { directory: roles(members) })
const statusOf = (game: Play) => game.state().status

describe('a quorum', () => {
  it('passes as soon as each group has its number, and asks nobody further', async () => {
    const game = await one({ legal: ['l', 'm'], finance: ['f', 'g', 'h'] })
    expect(game.open()).toEqual(['t/l', 't/m', 't/f', 't/g', 't/h'])
    for (const name of ['f', 'g', 'h']) game.approve('t', name)
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('t', 'm')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('fails as soon as a group cannot reach its number any more', async () => {
    const game = await one({ legal: ['l'], finance: ['f', 'g', 'h'] })
    game.reject('t', 'f')
    expect(statusOf(game)).toBe('RUNNING')
    game.reject('t', 'g')
    expect(statusOf(game)).toBe('REJECTED')
  })

  it('counts whoever is in two groups for one of them', async () => {
    const game = await one({ legal: ['both'], finance: ['both', 'f', 'g'] })
    expect(game.open()).toEqual(['t/both', 't/f', 't/g'])
    game.approve('t', 'both')
    game.approve('t', 'f')
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('t', 'g')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it.each([
    ['administrators', ['t/root']],
    ['block', ['t/']],
    ['users" users="u', ['t/u']],
    // That people are too few makes no decision.
    ['approve', ['t/root']],
  ])('that cannot be reached follows onEmpty="%s"', async (onEmpty, open) => {
    const directory = { ...roles({ legal: ['f'], finance: ['f', 'g'], admin: ['root'] }) }
    const xml = quorum(
      [group('legal', 1), group('finance', 2)],
      `<approval:policy onEmpty="${onEmpty}"/>`,
    )
    const game = await play(xml, { directory })
    expect(game.open()).toEqual(open)
    if (onEmpty === 'block') return
    game.approve('t')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('leaves a seat what it is when it is handed on, and who is added fills none', async () => {
    const game = await one({ legal: ['l'], finance: ['f', 'g'] })
    game.act('t', 'l', { kind: 'addSign', position: 'parallel', users: ['k'] })
    game.act('t', 'l', { kind: 'transfer', to: 'x' })
    for (const name of ['f', 'g', 'k']) game.approve('t', name)
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('t', 'x')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('counts votes on after a way straight back', async () => {
    const game = await one(
      { legal: ['l'], finance: ['f', 'g'] },
      '<approval:return to="any" resubmit="straightBack"/>',
    )
    game.approve('t', 'l')
    game.approve('t', 'f')
    game.act('t', 'g', { kind: 'return', to: 'initiator' })
    game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
    expect(game.open()).toEqual(['t/g'])
    game.approve('t', 'g')
    expect(statusOf(game)).toBe('APPROVED')
  })
})

describe('a decision of a quorum that is taken back', () => {
  it('leaves the votes of the others where they count', async () => {
    const t = `<userTask id="t"><extensionElements><approval:candidates>${group('legal', 1)}${group('finance', 2)}
      </approval:candidates><approval:decision mode="quorum"/></extensionElements></userTask>`
    const xml = bpmn(start + t + user('z') + end + flows('start -> t -> z -> end'))
    const directory = roles({ legal: ['l'], finance: ['f', 'g', 'h'] })
    const game = await play(xml, { directory })
    for (const name of ['l', 'f', 'g']) game.approve('t', name)
    expect(game.open()).toEqual(['z/z'])

    const run = new Map<number, EngineTask>()
    for (const effect of game.effects) {
      if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') continue
      if (effect.task.node === 't') run.set(effect.task.key, effect.task)
    }
    const decided = [...run.values()]
    const mine = decided.find(({ assignee }) => assignee === 'g')
    game.must({
      kind: 'takeBack',
      task: mine?.key ?? 0,
      actor: { userId: 'g' },
      decided,
      reopened: decided.flatMap(({ state, key }) => (state === 'CANCELLED' ? [key] : [])),
      since: [],
    })
    expect(game.open()).toEqual(['t/g', 't/h'])
    game.reject('t', 'g')
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('t', 'h')
    expect(game.open()).toEqual(['z/z'])
  })
})

describe('at random', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 })
  const seats = (groups: number) =>
    fc.array(fc.uniqueArray(fc.nat(groups - 1), { maxLength: groups }), { maxLength: 6 })

  it('seats fill groups when there is a way to spend them', () => {
    const cases = numbers.chain((atLeast) => fc.tuple(fc.constant(atLeast), seats(atLeast.length)))
    fc.assert(
      fc.property(cases, ([atLeast, list]) => {
        expect(fillsAll(atLeast, list)).toBe(canFill(atLeast, list))
      }),
      { numRuns: 5000 },
    )
  })

  it('a node ends with the vote that decides it, and not before', async () => {
    const people = ['p', 'q', 'r', 's', 'u']
    const wanted = [
      [1, 2],
      [2, 2],
      [1, 1, 1],
      [2, 1, 1],
    ]
    const processes = await Promise.all(
      wanted.map((atLeast) => compile(quorum(atLeast.map((count, at) => group(`g${at}`, count))))),
    )
    const members = fc.array(fc.subarray(people), { minLength: 3, maxLength: 3 })
    const votes = fc.shuffledSubarray(people, { minLength: people.length })
    const approving = fc.subarray(people)
    fc.assert(
      fc.property(fc.nat(wanted.length - 1), members, votes, approving, (which, of, order, yes) => {
        const atLeast = wanted[which] ?? []
        const process = processes[which]
        if (process === undefined) throw new Error('no such process')
        const groups = atLeast.map((_, at) => of[at] ?? [])
        const directory = {
          ...Object.fromEntries(groups.map((who, at) => [`role:g${at}`, who])),
          'role:admin': ['root'],
        }
        const game = playProcess(process, { directory })
        const seatsOf = (who: readonly string[]) =>
          who.map((name) => groups.flatMap((members_, at) => (members_.includes(name) ? [at] : [])))
        if (!canFill(atLeast, seatsOf(people))) {
          expect(game.open()).toEqual(['t/root'])
          return
        }
        const asked = order.filter((name) => groups.some((members_) => members_.includes(name)))
        let open = asked
        const approved: string[] = []
        for (const name of asked) {
          open = open.filter((other) => other !== name)
          if (yes.includes(name)) approved.push(name)
          game[yes.includes(name) ? 'approve' : 'reject']('t', name)
          const passed = canFill(atLeast, seatsOf(approved))
          const failed = !canFill(atLeast, seatsOf([...approved, ...open]))
          expect(statusOf(game)).toBe(passed ? 'APPROVED' : failed ? 'REJECTED' : 'RUNNING')
          if (statusOf(game) !== 'RUNNING') return
        }
      }),
      { numRuns: 2000 },
    )
  })
})
