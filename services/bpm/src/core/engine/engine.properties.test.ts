import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../definition/compile.ts'
import { validate } from '../definition/validate.ts'
import { isLive } from '../task.ts'
import { applyWith, playProcess, type Play } from '../testing.ts'
import { initialState } from './engine.ts'
import { blocks, tangles, toBpmn, variablesArbitrary } from './random-processes.testing.ts'
import type { EngineState, EngineTask, Timer } from './state.ts'
import type { TaskCommand } from './command.ts'

const declared = Array.from({ length: 8 }, (_, index) => ({
  name: `v${index}`,
  type: 'boolean' as const,
}))

const final = ['APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED']
const running = (game: Play) => game.state().status === 'RUNNING'
const held = (game: Play) =>
  game.state().tasks.filter(({ state }) => isLive(state) && state !== 'WAITING')
const waiting = (game: Play) => (game.state().book.timers ?? []).filter(({ left }) => left > 0)
const fire = (game: Play, timer: Timer) =>
  game.must({ kind: 'fireTimer', timer: timer.id, actor: { userId: 'timer' } })
const holderOf = ({ assignee, candidates }: EngineTask) => assignee ?? candidates[0] ?? ''

/** Approves whatever is open and lets times come, in an order that `pick` chooses, until nothing is. */
function approveAll(game: Play, pick: (length: number) => number): void {
  for (let count = 0; running(game) && count < 2000; count += 1) {
    const open = held(game)
    const timers = waiting(game)
    const timer = timers[pick(open.length + timers.length) - open.length]
    if (timer !== undefined) {
      fire(game, timer)
      expectSound(game.state())
      continue
    }
    const task = open[pick(open.length)]
    if (task === undefined && timers.length > 0) continue
    if (task === undefined) throw new Error('it runs and nobody is asked')
    const kind = task.state === 'DELEGATED' ? 'resolve' : 'approve'
    game.must({ kind, task: task.key, actor: { userId: holderOf(task) } })
    expectSound(game.state())
  }
}

/** What holds between any two commands. */
function expectSound({ status, tasks, book }: EngineState): void {
  const { tokens, scopes, activations } = book
  expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length)
  for (const { token, node } of activations) {
    expect(tokens.find(({ id }) => id === token)).toMatchObject({ on: 'node', place: node })
  }
  for (const { activation } of tasks) expect(activations.map(({ id }) => id)).toContain(activation)
  for (const { id, token } of scopes) {
    expect(tokens.map((one) => one.id)).toContain(token.id)
    expect(
      tokens.some(({ scope }) => scope === id) || scopes.some(({ parent }) => parent === id),
    ).toBe(true)
  }
  for (const { scope } of tokens) {
    if (scope !== 0) expect(scopes.map(({ id }) => id)).toContain(scope)
  }
  const owners = [
    ...tokens.map(({ id }) => `token ${id}`),
    ...scopes.map(({ id }) => `scope ${id}`),
    ...activations.map(({ id }) => `activation ${id}`),
  ]
  for (const { owner } of book.timers ?? []) expect(owners).toContain(`${owner.kind} ${owner.id}`)
  const ids = new Set(book.visits.map(({ id }) => id))
  for (const { past } of [...tokens, ...scopes]) {
    expect(past.every((id) => ids.has(id))).toBe(true)
  }
  if (final.includes(status)) expect([tokens, scopes, activations, tasks]).toEqual([[], [], [], []])
}

/** One random thing that somebody might try; it may well be refused. */
function attempt(game: Play, draw: (length: number) => number): void {
  const open = held(game)
  const timer = waiting(game)[draw(10)]
  if (timer !== undefined) {
    fire(game, timer)
    return expectSound(game.state())
  }
  const task = open[draw(open.length)]
  if (task === undefined) return
  const actor = { userId: holderOf(task) }
  const visited = [...new Set(game.state().book.visits.map(({ node }) => node))]
  const someone = ['p', 'q', 'r', 's', 't'][draw(5)] ?? 'p'
  const resubmit = draw(2) === 0 ? ('rerun' as const) : ('straightBack' as const)
  const position = (['before', 'after', 'parallel'] as const)[draw(3)] ?? 'before'
  const some = visited.filter(() => draw(2) === 0)
  const node = visited[draw(visited.length)] ?? 'nowhere'
  const actions: readonly Partial<TaskCommand>[] = [
    { kind: 'approve' },
    { kind: 'approve' },
    { kind: 'reject' },
    { kind: 'return', to: [node], resubmit },
    { kind: 'return', to: some, resubmit },
    { kind: 'return', to: 'previous', resubmit },
    { kind: 'return', to: 'initiator', resubmit },
    { kind: 'transfer', to: someone },
    { kind: 'delegate', to: someone },
    { kind: 'resolve' },
    { kind: 'addSign', position, users: [someone] },
    { kind: 'removeSign', users: [someone] },
    { kind: 'claim' },
    { kind: 'unclaim' },
  ]
  const command = { ...actions[draw(actions.length)], task: task.key, actor } as TaskCommand
  // A rejection ends most processes; it is only of interest where the process goes on.
  if (command.kind === 'reject' && !task.node.startsWith('check')) return
  if (game.try(command).kind === 'applied') game.must(command)
  if (game.state().status === 'RETURNED') {
    game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
  }
  expectSound(game.state())
}

const drawer = (numbers: readonly number[]) => {
  let index = 0
  return (length: number) => (length === 0 ? 0 : (numbers[index++ % numbers.length] ?? 0) % length)
}
const numbers = fc.array(fc.nat(1000), { minLength: 20, maxLength: 200 })

describe('random well-structured processes', () => {
  it('have no problems, and every path ends with nothing left over', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
        const xml = toBpmn(block)
        expect(await validate(xml, declared)).toEqual([])
        const game = playProcess(await compile(xml), { variables })
        approveAll(game, drawer(random))
        expect(game.state().status).toBe('APPROVED')
        expect(game.effects.filter(({ kind }) => kind === 'incident')).toEqual([])
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it('fire each join once in a run without loops', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
        const game = playProcess(await compile(toBpmn(block)), { variables })
        approveAll(game, drawer(random))
        const left = game.effects.flatMap((effect) =>
          effect.kind === 'nodeLeft' && effect.node.startsWith('join') ? [effect.node] : [],
        )
        expect(new Set(left).size).toBe(left.length)
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('survive random actions: they still end, and the log replays to the same state', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
        const process = await compile(toBpmn(block))
        const game = playProcess(process, { variables })
        const draw = drawer(random)
        for (let count = 0; count < 25 && running(game); count += 1) attempt(game, draw)
        approveAll(game, draw)
        expect(final).toContain(game.state().status)
        expect(game.effects.filter(({ kind }) => kind === 'incident')).toEqual([])

        let replayed: EngineState = initialState('ann', variables)
        for (const command of game.log) {
          const outcome = applyWith(process, replayed, command)
          if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
          replayed = outcome.state
        }
        expect(JSON.parse(JSON.stringify(replayed))).toEqual(game.state())
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('keep a state whose size does not grow with the rounds', async () => {
    const loop = { kind: 'loop', body: { kind: 'task', mode: '', people: 1, more: '' } } as const
    const game = playProcess(await compile(toBpmn(loop)))
    const sizes = Array.from({ length: 50 }, () => {
      game.approve('task5')
      game.reject('check3')
      return JSON.stringify(game.state()).replaceAll(/\d+/g, '0').length
    })
    expect(sizes.at(-1)).toBe(sizes[5])
  })
})

describe('random processes of any shape', () => {
  it('are refused, or end, or go on asking people, or say where they are stuck', async () => {
    let published = 0
    await fc.assert(
      fc.asyncProperty(tangles, variablesArbitrary, numbers, async (xml, variables, random) => {
        if ((await validate(xml, declared)).length > 0) return
        published += 1
        const game = playProcess(await compile(xml), { variables })
        const draw = drawer(random)
        for (let count = 0; count < 60 && running(game) && held(game).length > 0; count += 1) {
          const open = held(game)
          game.approve(open[draw(open.length)]?.node ?? '')
          expectSound(game.state())
        }
        if (!running(game) || held(game).length > 0) return
        expect(game.effects.at(-1)).toMatchObject({ reason: 'join_waits_forever' })
      }),
      { numRuns: 150 },
    )
    expect(published).toBeGreaterThan(10)
  }, 60_000)
})
