import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, playProcess, start, user, type Play } from '../../testing.ts'

const inTurn = '<approval:decision mode="sequential"/>'
const one = (people: string, extensions: string) =>
  play(
    bpmn(start + user('a', people, extensions) + user('b') + end + flows('start -> a -> b -> end')),
  )

/** Takes back what somebody decided at a node, as long as the node is still asked. */
function takeBack(game: Play, node: string, person: string) {
  const decided = game.state().tasks.filter((task) => task.node === node)
  const task = decided.findLast(({ assignee, state }) => assignee === person && isDecided(state))
  if (task === undefined) throw new Error(`${person} has decided nothing at ${node}`)
  const actor = { userId: person }
  const command = { kind: 'takeBack', task: task.key, actor, decided } as const
  const outcome = game.try({ ...command, reopened: [], since: [] })
  return outcome.kind === 'applied' ? game.must({ ...command, reopened: [], since: [] }) : outcome
}

const isDecided = (state: string) => state === 'APPROVED' || state === 'REJECTED'

describe('a decision taken back, of people who are asked in turn', () => {
  it('lets the next one wait again', async () => {
    const game = await one('p q', inTurn)
    game.approve('a', 'p')
    takeBack(game, 'a', 'p')
    expect(game.open()).toEqual(['a/p'])
    game.approve('a', 'p')
    game.approve('a', 'q')
    expect(game.open()).toEqual(['b/b'])
  })

  it.each([
    ['before', 'addSign'],
    ['after', 'addSign'],
  ] as const)('is too late when the next one has asked somebody %s', async (position, kind) => {
    const game = await one('p q', inTurn)
    game.approve('a', 'p')
    game.act('a', 'q', { kind, position, users: ['r'] })
    expect(takeBack(game, 'a', 'p')).toMatchObject({ reason: 'decided_since' })
  })

  it('is too late when the next one has handed it on', async () => {
    const game = await one('p q', inTurn)
    game.approve('a', 'p')
    game.act('a', 'q', { kind: 'transfer', to: 'r' })
    expect(takeBack(game, 'a', 'p')).toMatchObject({ reason: 'decided_since' })
  })

  it('is not too late when the next but one was passed over, having approved before', async () => {
    const twice = '<approval:policy duplicates="any"/>'
    const xml = bpmn(
      start +
        user('first', 'q') +
        user('a', 'p q r', inTurn + twice) +
        end +
        flows('start -> first -> a -> end'),
    )
    const game = await play(xml)
    game.approve('first', 'q')
    game.approve('a', 'p')
    expect(game.open()).toEqual(['a/r'])
    takeBack(game, 'a', 'p')
    expect(game.open()).toEqual(['a/p'])
    game.approve('a', 'p')
    game.approve('a', 'r')
    expect(game.state().status).toBe('APPROVED')
  })
})

describe('a decision in a run that an event has ended', () => {
  it('is not taken back, though what came of it could be undone', async () => {
    const book = (id: string, attributes = '') =>
      `<serviceTask id="${id}" ${attributes}><extensionElements><approval:callback name="${id}"/></extensionElements></serviceTask>`
    const undoing = `<boundaryEvent id="undo" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>${book('unbook', 'isForCompensation="true"')}<association id="l" sourceRef="undo" targetRef="unbook"/>`
    const inside = `<startEvent id="in"/>${user('a')}${book('book')}${undoing}${user('b')}<endEvent id="out"/>${flows('in -> a -> book -> b -> out')}`
    const border = `<boundaryEvent id="late" attachedToRef="s"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`
    const xml = `${start}<subProcess id="s">${inside}</subProcess>${border}${user('c')}${end}`
    const game = await play(bpmn(xml + flows('start -> s -> end', 'late -> c -> end')))
    const { key } = game.task('a')
    const mine = { ...game.task('a'), state: 'APPROVED' as const }
    game.approve('a')
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open()).toEqual(['c/c'])
    const command = {
      kind: 'takeBack',
      task: key,
      actor: { userId: 'a' },
      decided: [mine],
    } as const
    expect(game.try({ ...command, reopened: [], since: [] })).toMatchObject({
      reason: 'decided_since',
    })
  })
})

describe('a decision taken back a second time', () => {
  /** As the last one of a node, approves and takes that back. */
  const approveAndTakeBack = (game: Play, person: string) => {
    const { key, activation } = game.task('a', person)
    const run = game.state().tasks.filter((task) => task.activation === activation)
    const { effects } = game.approve('a', person)
    const ended = new Map(
      effects.flatMap((one) => (one.kind === 'taskChanged' ? [[one.task.key, one.task]] : [])),
    )
    const decided = run.map((task) => ended.get(task.key) ?? task)
    const reopened = decided.flatMap((task) => (task.state === 'CANCELLED' ? [task.key] : []))
    const actor = { userId: person }
    game.must({ kind: 'takeBack', task: key, actor, decided, reopened, since: [] })
  }
  const patch = (game: Play, variables: Readonly<Record<string, unknown>>) =>
    game.must({ kind: 'updateVariables', variables, actor: { userId: 'app' } })
  const resubmit = (game: Play) =>
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
  const back = '<approval:return to="any" resubmit="straightBack"/>'

  it('keeps who filled their group of a quorum', async () => {
    const groups = ['legal', 'finance'].map(
      (ref) => `<approval:candidate kind="role" ref="${ref}" atLeast="1"/>`,
    )
    const quorum = `<userTask id="a"><extensionElements><approval:candidates>${groups.join('')}
      </approval:candidates><approval:decision mode="quorum"/></extensionElements></userTask>`
    const directory = { 'role:legal': ['l'], 'role:finance': ['f'] }
    const xml = bpmn(start + quorum + user('b') + end + flows('start -> a -> b -> end'))
    const game = await play(xml, { directory })
    game.approve('a', 'l')
    approveAndTakeBack(game, 'f')
    approveAndTakeBack(game, 'f')
    expect(game.open()).toEqual(['a/f'])
    game.approve('a', 'f')
    expect(game.open()).toEqual(['b/b'])
  })

  it('keeps the votes of the others', async () => {
    const game = await one('p q r', '<approval:decision mode="count" threshold="2"/>')
    game.approve('a', 'p')
    approveAndTakeBack(game, 'q')
    approveAndTakeBack(game, 'q')
    expect(game.open()).toEqual(['a/q', 'a/r'])
    game.approve('a', 'q')
    expect(game.open()).toEqual(['b/b'])
  })

  it('keeps a rejection from before a return straight back', async () => {
    const two = '<approval:decision mode="all" reject="count" rejectThreshold="2"/>'
    const game = await one('p q r', two + back)
    game.reject('a', 'q')
    game.act('a', 'r', { kind: 'return', to: 'initiator' })
    patch(game, {})
    resubmit(game)
    game.approve('a', 'p')
    approveAndTakeBack(game, 'r')
    game.reject('a', 'r')
    expect(game.state().status).toBe('REJECTED')
  })

  it.each([
    ['all', ['a/p', 'a/q']],
    ['sequential', ['a/p']],
  ])('asks the others again where values have changed since (%s)', async (mode, asked) => {
    const game = await one('p q', `<approval:decision mode="${mode}"/>`)
    game.approve('a', 'p')
    approveAndTakeBack(game, 'q')
    const { key, activation } = game.task('a', 'q')
    const run = game.state().tasks.filter((task) => task.activation === activation)
    game.approve('a', 'q')
    const decided = run.map((task) => ({ ...task, state: 'APPROVED' as const }))
    patch(game, { amount: 1_000_000 })
    const actor = { userId: 'q' }
    game.must({ kind: 'takeBack', task: key, actor, decided, reopened: [], since: [] })

    expect(game.open().toSorted()).toEqual(asked)
    for (const person of ['p', 'q']) game.approve('a', person)
    expect(game.open()).toEqual(['b/b'])
  })

  it('is taken back from a state that was stored before it knew what its run had kept', async () => {
    const game = await one('p q', '<approval:decision mode="all"/>')
    game.approve('a', 'p')
    approveAndTakeBack(game, 'q')
    const [task] = game.state().tasks
    if (task === undefined) throw new Error('nobody is asked')
    game.approve('a', 'q')
    const stored = game.state()
    const visits = stored.execution.visits.map(({ kept: _, ...visit }) => visit)
    const from = { ...stored, execution: { ...stored.execution, visits } }
    const again = playProcess(game.process, { from })
    const decided = [{ ...task, state: 'APPROVED' }] as const
    const command = { kind: 'takeBack', task: task.key, actor: { userId: 'q' }, decided } as const
    again.must({ ...command, reopened: [], since: [] })
    expect(again.open()).toEqual(['a/q'])
  })
})

describe('a decision taken back after the approval has moved to another definition', () => {
  const row = (...ids: string[]) =>
    bpmn(
      start +
        ids.map((id) => user(id, 'p')).join('') +
        end +
        flows(['start', ...ids, 'end'].join(' -> ')),
    )
  const later = { a: 'a2', b: 'b2', c: 'c2' }
  const move = async (game: Play) =>
    game.migrate(await compile(row('a2', 'b2', 'c2')), { definitionId: 'later', nodes: later })
  const decidedAt = (game: Play, node: string) =>
    game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.node === node && one.task.state === 'APPROVED'
        ? [one.task]
        : [],
    )

  it('asks at the node by the name that it has there', async () => {
    const game = await play(row('a', 'b', 'c'))
    game.approve('a')
    await move(game)
    const decided = decidedAt(game, 'a')
    const task = decided[0]?.key ?? 0
    game.must({ kind: 'takeBack', task, actor: { userId: 'p' }, decided, reopened: [], since: [] })
    expect(game.open()).toEqual(['a2/p'])
    for (const node of ['a2', 'b2', 'c2']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('is too late when somebody has decided since, by the old name of a node', async () => {
    const game = await play(row('a', 'b', 'c'))
    game.approve('a')
    game.approve('b')
    await move(game)
    const decided = decidedAt(game, 'a')
    const task = decided[0]?.key ?? 0
    const command = { kind: 'takeBack', task, actor: { userId: 'p' }, decided } as const
    expect(game.try({ ...command, reopened: [], since: ['b'] })).toMatchObject({
      reason: 'decided_since',
      names: ['b'],
    })
  })
})
