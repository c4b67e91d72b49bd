// What holds of an approval that is played, between any two commands.
import { expect } from 'vitest'
import { isLive } from '../../task.ts'
import type { Play } from '../../testing.ts'
import { isOfOthers, triggerOf } from '../../definition/events/triggers.ts'
import { receiversAt } from '../events/hearing.ts'
import type { Call, Done, EngineTask, Token } from '../state.ts'

export const final = ['APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED']

interface Past {
  readonly task: EngineTask
  /** The effects by which it came to be and was last changed. */
  readonly created: number
  readonly changed: number
}

const histories = new WeakMap<Play, { read: number; readonly tasks: Map<number, Past> }>()

/** What became of each task, in the order of creation; reads on from where it was the last time. */
export function historyOf(game: Play): ReadonlyMap<number, Past> {
  const history = histories.get(game) ?? { read: 0, tasks: new Map<number, Past>() }
  histories.set(game, history)
  for (; history.read < game.effects.length; history.read += 1) {
    const effect = game.effects[history.read]
    if (effect?.kind !== 'taskCreated' && effect?.kind !== 'taskChanged') continue
    const { task } = effect
    const created = history.tasks.get(task.key)?.created ?? history.read
    history.tasks.set(task.key, { task, created, changed: history.read })
  }
  return history.tasks
}

export function expectSound(game: Play): void {
  const { status, tasks, execution } = game.state()
  const { tokens, scopes, activations, calls = [], timers = [], subscriptions = [] } = execution
  expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length)
  for (const { token, node, mode, rule } of activations) {
    expect(tokens.find(({ id }) => id === token)).toMatchObject({ on: 'node', place: node })
    const asked = game.follows().nodes.get(node)
    // A threshold means something in its own mode alone.
    const { mode: ruled } = rule ?? (asked?.kind === 'userTask' ? asked.decision : { mode })
    expect(['single', 'all', ruled]).toContain(mode)
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
  expectCalls(tokens, calls)
  const owners = [
    ...tokens.map(({ id }) => `token ${id}`),
    ...scopes.map(({ id }) => `scope ${id}`),
    ...activations.map(({ id }) => `activation ${id}`),
    ...(tokens.length > 0 ? ['scope 0'] : []),
  ]
  for (const { owner } of [...timers, ...subscriptions]) {
    expect(owners).toContain(`${owner.kind} ${owner.id}`)
  }
  expectSubscribed(game)
  expectUndone(game)
  const ids = new Set(execution.visits.map(({ id }) => id))
  for (const { past } of [...tokens, ...scopes]) {
    expect(past.every((id) => ids.has(id))).toBe(true)
  }
  if (final.includes(status)) {
    const left = [tokens, scopes, activations, tasks, calls, timers, subscriptions]
    expect(left).toEqual(left.map(() => []))
  }
  expectSame(game)
}

/** What the application was asked for, and was not asked to undo, can still be undone. */
function expectUndone(game: Play): void {
  const count = (request: string) =>
    game.effects.filter((one) => one.kind === 'callbackRequested' && one.request === request).length
  const { status, execution } = game.state()
  const left = count('book') - count('unbook')
  if (final.includes(status)) expect(left).toBeGreaterThanOrEqual(0)
  else expect(countDone(execution.done)).toBe(left)
}

/** A sub-process that is undone as a whole stands for what was done in it. */
const countDone = (done: readonly Done[] = []): number =>
  done.reduce((sum, { run }) => sum + (run === undefined ? 1 : countDone(run.done)), 0)

/**
 * What waits for signals of others is subscribed once, nothing else is, and no number comes again once its wait was over:
 * a signal of before would find it.
 */
function expectSubscribed(game: Play): void {
  const { tokens, subscriptions = [], counter } = game.state().execution
  const { nodes } = game.follows()
  const keys = subscriptions.map(({ event, owner }) => `${owner.kind} ${owner.id} ${event}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { event } of subscriptions) {
    const node = nodes.get(event)
    expect(node && isOfOthers(triggerOf(node))).toBe(true)
  }
  const waiting = tokens.flatMap((token) =>
    receiversAt(game.follows(), token).flatMap(({ id, hears }) =>
      isOfOthers(hears) ? [`token ${token.id} ${id}`] : [],
    ),
  )
  const receives = (event: string) => nodes.get(event)?.kind === 'receive'
  const own = subscriptions.filter(({ event }) => receives(event))
  expect(own.map(({ event, owner }) => `${owner.kind} ${owner.id} ${event}`).toSorted()).toEqual(
    waiting.toSorted(),
  )
  const known = waits.get(game) ?? { live: new Set<number>(), last: 0 }
  const live = new Set(subscriptions.map(({ id }) => id))
  for (const id of live) expect(known.live.has(id) || id > known.last).toBe(true)
  waits.set(game, { live, last: counter })
}

const waits = new WeakMap<Play, { readonly live: ReadonlySet<number>; readonly last: number }>()

/** Each path that waits for called approvals waits for its own, each called once. */
function expectCalls(tokens: readonly Token[], calls: readonly Call[]): void {
  const atCalls = tokens.filter(({ on, place }) => on === 'node' && place.startsWith('call'))
  const expected = atCalls.map(({ id, place, loop }) => {
    const { total, ended } = loop ?? { total: 1, ended: [] }
    const left = total - ended.length
    return `${id} ${place} ${place.startsWith('callinturn') ? 1 : left}`
  })
  const callsOf = ({ id, place }: Token) =>
    calls.filter(({ token, node }) => token === id && node === place)
  expect(atCalls.map((one) => `${one.id} ${one.place} ${callsOf(one).length}`)).toEqual(expected)
  expect(calls).toHaveLength(atCalls.flatMap(callsOf).length)
  for (const token of atCalls) {
    const begun = [
      ...(token.loop?.ended ?? []).map(([item]) => item),
      ...callsOf(token).map(({ item }) => item),
    ]
    expect(new Set(begun).size).toBe(begun.length)
  }
}

/** What was told of tasks and called approvals is what there is. */
function expectSame(game: Play): void {
  const { tasks, execution } = game.state()
  const told = [...historyOf(game).values()].flatMap(({ task: { key, state } }) =>
    isLive(state) ? [key] : [],
  )
  expect(told).toEqual(tasks.flatMap(({ key, state }) => (isLive(state) ? [key] : [])))
  const started = game.effects.flatMap((one) => (one.kind === 'called' ? [one.call] : []))
  const stopped = game.effects.flatMap((one) => (one.kind === 'callStopped' ? [one.call] : []))
  const ended = game.log.flatMap((one) => (one.kind === 'callEnded' ? [one.call] : []))
  const over = new Set([...stopped, ...ended])
  expect(over.size).toBe(stopped.length + ended.length)
  expect(started.filter((call) => !over.has(call))).toEqual(
    (execution.calls ?? []).map(({ id }) => id).toSorted((a, b) => a - b),
  )
}
