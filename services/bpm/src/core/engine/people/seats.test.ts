import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user } from '../../testing.ts'
import { openBoard } from '../board.ts'
import type { Seat } from './seat.ts'

const all = '<approval:decision mode="all"/>'
const apart = '<extensionElements><approval:separation nodes="a b"/></extensionElements>'
const fork = '<parallelGateway id="fork"/><parallelGateway id="join"/>'
const parallel = (a: string, b: string) =>
  bpmn(
    apart +
      start +
      fork +
      a +
      b +
      end +
      flows('start -> fork', 'fork -> a -> join', 'fork -> b -> join', 'join -> end'),
  )

describe('a seat whose holder has decided where it is kept apart', () => {
  it('goes to the others who share it', async () => {
    const game = await play(parallel(user('a', 'p'), user('b', 'p q r')))
    game.approve('a', 'p')
    expect(game.open()).toEqual(['b/q|r'])
  })

  it('goes to administrators when nobody shares it, and is not approved by itself', async () => {
    const approve = '<approval:policy onEmpty="approve"/>'
    const directory = { 'role:admin': ['x', 'p'] }
    const game = await play(parallel(user('a', 'p'), user('b', 'p', approve)), { directory })
    game.approve('a', 'p')
    expect(game.open()).toEqual(['b/x'])
    expect(game.effects).toContainEqual(
      expect.objectContaining({ kind: 'taskChanged', cause: 'separation' }),
    )
  })

  it('stays empty when there is nobody, and says so', async () => {
    const game = await play(parallel(user('a', 'p'), user('b', 'p')))
    game.approve('a', 'p')
    expect(game.open()).toEqual(['b/'])
    expect(game.effects).toContainEqual({ kind: 'incident', node: 'b', reason: 'nobody_found' })
  })

  it('comes back to whose it is, and back from somebody it was lent to', async () => {
    const directory = { 'standIns:o': ['p'] }
    const game = await play(parallel(user('a', 'p q', all), user('b', 'o s', all)), { directory })
    game.act('b', 's', { kind: 'delegate', to: 'q' })
    expect(game.open()).toContain('b/p')
    game.approve('a', 'p')
    expect(game.open()).toEqual(['a/q', 'b/q', 'b/o'])
    game.approve('a', 'q')
    expect(game.open().toSorted()).toEqual(['b/o', 'b/s'])
  })

  it('does not stay with whoever stands in for who decided there', async () => {
    const directory: Record<string, readonly string[]> = {
      'standIns:o': ['s'],
      'role:admin': ['x'],
    }
    const game = await play(parallel(user('a', 'p'), user('b', 'o')), { directory })
    expect(game.open()).toEqual(['a/p', 'b/s'])
    delete directory['standIns:o']
    game.act('a', 'p', { kind: 'transfer', to: 'o' })
    game.approve('a', 'o')
    expect(game.open()).toEqual(['b/x'])
  })

  it('is theirs in their own right, no more for who decided there, when they administer', async () => {
    const directory: Record<string, readonly string[]> = {
      'standIns:o': ['s'],
      'role:admin': ['s'],
    }
    const game = await play(parallel(user('a', 'p'), user('b', 'o')), { directory })
    delete directory['standIns:o']
    game.act('a', 'p', { kind: 'transfer', to: 'o' })
    game.approve('a', 'o')
    expect(game.open()).toEqual(['b/s'])
    expect(game.task('b', 's').onBehalf).toBeUndefined()
  })

  it('does not go to whoever stands in for an administrator who is kept out', async () => {
    const directory = { 'role:admin': ['ann'], 'standIns:ann': ['s'] }
    const skip = '<approval:policy onInitiator="skip"/>'
    const game = await play(parallel(user('a', 'p'), user('b', 'p', skip)), { directory })
    game.approve('a', 'p')
    expect(game.open()).toEqual(['b/'])
    expect(game.effects).toContainEqual({ kind: 'incident', node: 'b', reason: 'nobody_found' })
  })

  it('binds whoever took a decision back no more', async () => {
    const game = await play(parallel(user('a', 'p q', all), user('b', 'r')))
    const { key } = game.task('a', 'p')
    game.approve('a', 'p')
    expect(game.act('b', 'r', { kind: 'transfer', to: 'p' })).toMatchObject({ rule: 'separation' })
    const decided = game.state().tasks.filter(({ node }) => node === 'a')
    const rest = { decided, reopened: [], since: [] }
    game.must({ kind: 'takeBack', task: key, actor: { userId: 'p' }, ...rest })
    expect(game.act('b', 'r', { kind: 'transfer', to: 'p' }).kind).toBe('applied')
  })
})

describe('a seat', () => {
  it('is made by the rule alone: other code does not compile', async () => {
    const game = await play(bpmn(start + user('a', 'p') + end + flows('start -> a -> end')))
    const board = openBoard(game.state(), {
      process: game.process,
      directory: new Map(),
      administratorsRole: 'admin',
      choosesAs: new Set(),
    })
    const { key } = game.task('a')
    // @ts-expect-error The brand of a seat is a symbol that only seat.ts has.
    const forged: Seat = { assignee: 'ann', candidates: [], owner: undefined, onBehalf: undefined }
    // @ts-expect-error Who holds a task is no part of a change.
    const changed = board.tasks.change(key, { assignee: 'ann' })
    // @ts-expect-error The table is written by `seat` and `change`.
    expect(board.tasks.set).toBeTypeOf('function')
    expect([forged.assignee, changed.key]).toEqual(['ann', key])
  })
})

describe('lent work', () => {
  const root = { userId: 'root', administrator: true }
  const lent = async (directory: Record<string, readonly string[]> = {}) => {
    const game = await play(bpmn(start + user('a', 'u') + end + flows('start -> a -> end')), {
      directory,
    })
    game.act('a', 'u', { kind: 'delegate', to: 't' })
    const toV = (from?: string) => {
      const given = { to: 'v', ...(from === undefined ? {} : { from }) }
      return { kind: 'transfer', task: game.task('a').key, actor: root, ...given } as const
    }
    return { game, toV }
  }

  it('is advised on by somebody else, and still decided by its owner', async () => {
    const { game, toV } = await lent()
    game.must(toV())
    expect(game.task('a')).toMatchObject({ state: 'DELEGATED', assignee: 'v', owner: 'u' })
    game.act('a', 'v', { kind: 'resolve' })
    expect(game.open()).toEqual(['a/u'])
  })

  it('goes to another owner, and still to whoever advises', async () => {
    const { game, toV } = await lent({ 'standIns:v': ['t', 's'] })
    game.must(toV('u'))
    // Not t, though named first: nobody advises themselves.
    const { state, assignee, owner, onBehalf } = game.task('a')
    expect([state, assignee, owner, onBehalf]).toEqual(['DELEGATED', 't', 's', { s: 'v' }])
    game.act('a', 't', { kind: 'resolve' })
    expect(game.open()).toEqual(['a/s'])
  })

  it('is not taken from those who have it meanwhile', async () => {
    const { game, toV } = await lent()
    game.act('a', 't', { kind: 'resolve' })
    expect(game.try(toV('t'))).toMatchObject({ kind: 'refused', reason: 'task_not_open' })
    expect(game.open()).toEqual(['a/u'])
  })
})

describe('an escalation', () => {
  const escalate =
    '<approval:escalate in="P1D"><approval:candidate kind="user" ref="boss"/></approval:escalate>'

  it('gives one of two seats to one person', async () => {
    const game = await play(
      bpmn(start + user('a', 'p q', all + escalate) + end + flows('start -> a -> end')),
    )
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open().toSorted()).toEqual(['a/boss', 'a/q'])
  })

  it('passes over who is kept out, and with them whoever stands in for them', async () => {
    const skip = '<approval:policy onInitiator="skip"/>'
    const byRole = escalate.replace('kind="user"', 'kind="role"')
    const directory = { 'role:boss': ['ann'], 'standIns:ann': ['bob'] }
    const game = await play(
      bpmn(start + user('a', 'p', skip + byRole) + end + flows('start -> a -> end')),
      { directory },
    )
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open()).toEqual(['a/p'])
    expect(game.effects).toContainEqual({
      kind: 'incident',
      node: 'a',
      reason: 'nobody_to_escalate_to',
    })
  })
})

describe('people who stand in', () => {
  const two = bpmn(start + user('a', 'o p', all) + end + flows('start -> a -> end'))

  it('fill one seat each, in the order in which they are named', async () => {
    const directory = { 'standIns:o': ['ann', 's', 't'], 'standIns:p': ['s', 't'] }
    const game = await play(two, { directory })
    expect(game.open()).toEqual(['a/s', 'a/t'])
    expect(game.task('a', 's').onBehalf).toEqual({ s: 'o' })
    expect(game.task('a', 't').onBehalf).toEqual({ t: 'p' })
  })

  it('are nobody who is asked there and away as well', async () => {
    const directory = { 'standIns:o': ['p', 's'], 'standIns:p': ['t'] }
    const game = await play(two, { directory })
    expect(game.open()).toEqual(['a/s', 'a/t'])
  })

  it('are added for several who are away, one each', async () => {
    const directory = { 'standIns:u': ['s'], 'standIns:v': ['s'] }
    const game = await play(two, { directory })
    game.act('a', 'o', { kind: 'addSign', position: 'parallel', users: ['u', 'v'] })
    expect(game.open()).toEqual(['a/o', 'a/p', 'a/s', 'a/v'])
  })

  it('count as who approved before, and so does whose seat it was', async () => {
    const twice = '<approval:policy duplicates="any"/>'
    const xml = bpmn(
      start +
        user('a', 'o') +
        user('b', 'o', twice) +
        user('c', 's', twice) +
        user('d', 'o z', all + twice) +
        end +
        flows('start -> a -> b -> c -> d -> end'),
    )
    const game = await play(xml, { directory: { 'standIns:o': ['s'], 'standIns:z': ['s'] } })
    game.approve('a', 's')
    // Both are skipped; in the place of somebody else, who has not approved, s is not asked again.
    expect(game.open()).toEqual(['d/z'])
  })
})

describe('people who stand in for each other, asked in one action', () => {
  const one = bpmn(start + user('a', 'p q') + end + flows('start -> a -> end'))

  it.each([[['v', 'u']], [['u', 'v']]])('are added in any order: %j', async (users) => {
    // v is away, and u stands in for them.
    const game = await play(one, { directory: { 'standIns:v': ['u'] } })
    const { key } = game.task('a', 'p')
    game.must({ kind: 'claim', task: key, actor: { userId: 'p' } })
    const outcome = game.act('a', 'p', { kind: 'addSign', position: 'parallel', users })
    expect(outcome.kind).toBe('applied')
    if (outcome.kind !== 'applied') return
    const seats = outcome.state.tasks.filter(({ addedBy }) => addedBy === 'p')
    // Two seats are two people: u has one of their own, so v's waits with v.
    expect(seats.map(({ assignee, onBehalf }) => [assignee, onBehalf]).toSorted()).toEqual([
      ['u', undefined],
      ['v', undefined],
    ])
  })

  it('are not lent what they could take themselves', async () => {
    const game = await play(one, { directory: { 'standIns:x': ['p', 's'] } })
    const { key } = game.task('a', 'p')
    game.must({ kind: 'delegate', task: key, to: 'x', actor: { userId: 'p' } })
    // p stands in for x, and would have lent it to themselves: the next one gets it.
    expect(game.task('a')).toMatchObject({ assignee: 's', owner: 'p', onBehalf: { s: 'x' } })
  })

  it('lose the seat of a leaver when it is handed over', async () => {
    const all = bpmn(
      start +
        user('a', 'l q', '<approval:decision mode="all"/>') +
        end +
        flows('start -> a -> end'),
    )
    const game = await play(all, { directory: { 'standIns:l': ['s'] } })
    const { key } = game.task('a', 's')
    const actor = { userId: 'root', administrator: true }
    game.must({ kind: 'transfer', task: key, from: 'l', to: 'n', actor })
    expect(game.open()).toEqual(['a/q', 'a/n'])
  })
})
