import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, playProcess, start, user, type Play } from '../../testing.ts'

const all = '<approval:decision mode="all" reject="all" onReject="continue"/>'
const sequential = '<approval:decision mode="sequential" reject="all"/>'
const change = (attributes: string) => `<approval:change ${attributes}/>`
const hide = (name: string) =>
  `<approval:fields><approval:field name="${name}" access="hidden"/></approval:fields>`

const inARow = (...nodes: string[]) => {
  const ids = nodes.map((xml) => /id="(\w+)"/.exec(xml)?.[1] ?? '')
  return bpmn(start + nodes.join('') + end + flows(['start', ...ids, 'end'].join(' -> ')))
}
const begin = (xml: string) => play(xml, { variables: { amount: 10 } })
const patch = (values: Readonly<Record<string, unknown>>) =>
  ({ kind: 'updateVariables', variables: values, actor: { userId: 'app' } }) as const
const raise = (game: Play) => game.must(patch({ amount: 1_000_000 }))

describe('a node that is still asked', () => {
  it('asks again whoever has voted, and only them', async () => {
    const game = await begin(inARow(user('a', 'p q r', all)))
    game.approve('a', 'p')
    game.reject('a', 'q')
    const untouched = game.task('a', 'r').key

    raise(game)

    expect(game.open()).toEqual(['a/r', 'a/p', 'a/q'])
    expect(game.task('a', 'r').key).toBe(untouched)
    for (const person of ['p', 'q', 'r']) game.approve('a', person)
    expect(game.state().status).toBe('APPROVED')
  })

  it.each([
    ['keeps votes where it says so', change('open="keep"'), { amount: 1_000_000 }],
    ['keeps votes on what it hides', hide('amount'), { amount: 1_000_000 }],
    ['keeps votes where the value is the same', '', { amount: 10 }],
  ])('%s', async (_, extension, values) => {
    const game = await begin(inARow(user('a', 'p q', all + extension)))
    game.approve('a', 'p')
    game.must(patch(values))

    expect(game.open()).toEqual(['a/q'])
  })

  it('asks in turn again, from the first one on', async () => {
    const game = await begin(inARow(user('a', 'p q r', sequential)))
    game.approve('a', 'p')
    game.approve('a', 'q')

    raise(game)

    for (const person of ['p', 'q', 'r']) {
      expect(game.open()).toEqual([`a/${person}`])
      game.approve('a', person)
    }
    expect(game.state().status).toBe('APPROVED')
  })

  it('asks whoever was added before first, then the one who added them', async () => {
    const game = await begin(inARow(user('a', 'p q', all)))
    game.act('a', 'p', { kind: 'addSign', position: 'before', users: ['r'] })
    game.approve('a', 'r')
    expect(game.open()).toEqual(['a/p', 'a/q'])

    raise(game)

    expect(game.open()).toEqual(['a/q', 'a/r'])
    game.approve('a', 'r')
    expect(game.open()).toEqual(['a/p', 'a/q'])
  })

  it('asks a seat again that was rejected by whoever was added to it', async () => {
    const game = await begin(inARow(user('a', 'p q', all)))
    game.act('a', 'p', { kind: 'addSign', position: 'before', users: ['r'] })
    game.reject('a', 'r')
    expect(game.open()).toEqual(['a/q'])

    raise(game)

    for (const person of ['r', 'p', 'q']) game.approve('a', person)
    expect(game.state().status).toBe('APPROVED')
  })

  it('asks those again whose votes a return straight back had kept', async () => {
    const back = '<approval:return to="any" resubmit="straightBack"/>'
    const game = await begin(inARow(user('a', 'p q', all + back)))
    game.approve('a', 'p')
    game.act('a', 'q', { kind: 'return', to: 'initiator' })
    raise(game)
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })

    expect(game.open().toSorted()).toEqual(['a/p', 'a/q'])
  })

  it('does not count an approval of other values as one given before', async () => {
    const once = '<approval:policy duplicates="any"/>'
    const game = await begin(inARow(user('a', 'p'), user('b', 'q'), user('c', 'p', once)))
    game.approve('a')
    raise(game)
    game.approve('b')

    expect(game.open()).toEqual(['c/p'])
  })
})

describe('a node that is decided', () => {
  const forked = (extension: string) =>
    bpmn(
      `${start}<parallelGateway id="fork"/><parallelGateway id="join"/>` +
        user('left', 'p', extension) +
        user('after', 'q') +
        user('right', 'r') +
        end +
        flows('start -> fork -> left -> after -> join', 'fork -> right -> join', 'join -> end'),
    )

  it('stays decided, and keeps which values have changed since', async () => {
    const game = await begin(forked(''))
    game.approve('left')
    raise(game)

    expect(game.open()).toEqual(['right/r', 'after/q'])
    const visit = game.state().execution.visits.find(({ node }) => node === 'left')
    expect(visit?.changed).toEqual(['amount'])
  })

  it('decides again with all that followed, and lets other branches alone', async () => {
    const game = await begin(forked(change('decided="askAgain"')))
    const right = game.task('right').key
    game.approve('left')

    raise(game)

    expect(game.open()).toEqual(['right/r', 'left/p'])
    expect(game.task('right').key).toBe(right)
    for (const node of ['left', 'after', 'right']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('decides again when its branch has ended, while another one goes on', async () => {
    const xml = bpmn(
      `${start}<parallelGateway id="fork"/>${user('left', 'p', change('decided="askAgain"'))}` +
        `${user('right', 'r')}${end}<endEvent id="over"/>` +
        flows('start -> fork -> left -> over', 'fork -> right -> end'),
    )
    const game = await begin(xml)
    game.approve('left')
    raise(game)
    game.approve('right')

    expect(game.open()).toEqual(['left/p'])
    game.approve('left')
    expect(game.state().status).toBe('APPROVED')
  })

  it('refuses the change where it says so, and only of what it shows', async () => {
    const refusing = user('a', 'p', change('decided="refuse"') + hide('note'))
    const game = await begin(inARow(refusing, user('b', 'q')))
    raise(game)
    game.approve('a')

    const refused = game.try(patch({ amount: 10 }))

    expect(refused).toMatchObject({ kind: 'refused', reason: 'change_refused', names: ['a'] })
    expect(game.try(patch({ amount: 1_000_000 })).kind).toBe('applied')
    expect(game.try(patch({ note: 'seen by nobody' })).kind).toBe('applied')
  })

  it('takes changes again after a return that runs from the start', async () => {
    const game = await begin(inARow(user('a', 'p', change('decided="refuse"')), user('b', 'q')))
    game.approve('a')
    game.act('b', 'q', { kind: 'return', to: 'initiator' })

    expect(game.try(patch({ amount: 5 })).kind).toBe('applied')
  })
})

describe('a change of what was returned straight back', () => {
  const back = '<approval:return to="any" resubmit="straightBack"/>'
  const xml = bpmn(
    `${start}<parallelGateway id="fork"/>${user('a', 'p', change('decided="askAgain"'))}` +
      `${user('b', 'q', back)}${end}<endEvent id="over"/>` +
      flows('start -> fork -> a -> over', 'fork -> b -> end'),
  )
  const resubmit = (game: Play) =>
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
  const returned = async () => {
    const game = await begin(xml)
    game.approve('a')
    game.act('b', 'q', { kind: 'return', to: 'initiator' })
    return game
  }

  it('lets a branch that has ended decide again once it is resubmitted', async () => {
    const game = await returned()
    raise(game)
    expect(game.open()).toEqual([])

    resubmit(game)

    expect(game.open()).toEqual(['b/q', 'a/p'])
    for (const node of ['b', 'a']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('names a node that an earlier version has left with nobody asked, and asks there', async () => {
    const game = await returned()
    raise(game)
    const state = game.state()
    const { counter, tokens } = state.execution
    const token = { id: counter + 1, on: 'node', place: 'a', scope: 0, past: [] } as const
    const execution = { ...state.execution, counter: counter + 1, tokens: [...tokens, token] }
    const left = { ...execution, ended: [] }
    const again = playProcess(game.process, { from: { ...state, execution: left } })

    const { stuck } = resubmit(again)

    const incident = { node: 'a', reason: 'nobody_found' } as const
    expect(stuck).toEqual([incident])
    expect(again.effects).toContainEqual({ kind: 'incident', ...incident })
    const root = { userId: 'root', administrator: true }
    expect(again.must({ kind: 'retry', ...incident, actor: root }).stuck).toEqual([])
    expect(again.open()).toEqual(['b/q', 'a/p'])
  })
})

it('asks again whoever was rejected before by somebody they added, when another takes back', async () => {
  const game = await begin(inARow(user('a', 'p q', all), user('b', 'r')))
  game.act('a', 'p', { kind: 'addSign', position: 'before', users: ['s'] })
  game.reject('a', 's')
  const run = game.state().tasks
  const { key: task } = game.task('a', 'q')
  game.approve('a', 'q')
  const decided = run.map((one) =>
    one.key === task ? { ...one, state: 'APPROVED' as const } : one,
  )
  raise(game)
  const evidence = { decided, reopened: [], since: [] }
  game.must({ kind: 'takeBack', task, actor: { userId: 'q' }, ...evidence })

  expect(game.open().toSorted()).toEqual(['a/p', 'a/q'])
})

it('asks all again when one of them takes back a decision on values that are others now', async () => {
  const game = await begin(inARow(user('a', 'p q', all), user('b', 'r')))
  const keys = ['p', 'q'].map((person) => game.task('a', person).key)
  game.approve('a', 'p')
  const { effects } = game.approve('a', 'q')
  const decided = game.effects.flatMap((one) =>
    one.kind === 'taskChanged' && keys.includes(one.task.key) ? [one.task] : [],
  )
  expect(effects.some(({ kind }) => kind === 'nodeLeft')).toBe(true)
  raise(game)
  const [task = 0] = keys
  const evidence = { decided, reopened: [], since: [] }
  game.must({ kind: 'takeBack', task, actor: { userId: 'p' }, ...evidence })

  expect(game.open().toSorted()).toEqual(['a/p', 'a/q'])
})

describe('what is not shown any more', () => {
  const takeAway = (tasks: number[], runs: number[], users: string[]) =>
    ({
      kind: 'removeAttachment',
      seen: { tasks, runs, users },
      actor: { userId: 'p' },
    }) as const

  it('is asked about again where it was seen, and nowhere else', async () => {
    const game = await begin(inARow(user('a', 'p q r', all)))
    const seen = game.task('a', 'q').key
    game.approve('a', 'p')
    game.reject('a', 'q')

    game.must(takeAway([seen], [], ['q']))

    expect(game.open()).toEqual(['a/r', 'a/q'])
    for (const person of ['q', 'r']) game.approve('a', person)
    expect(game.state().status).toBe('APPROVED')
  })

  it('asks a seat again with whoever was added to it and saw it', async () => {
    const game = await begin(inARow(user('a', 'p q', all)))
    game.act('a', 'p', { kind: 'addSign', position: 'before', users: ['r'] })
    const added = game.task('a', 'r').key
    game.reject('a', 'r')

    game.must(takeAway([added], [], ['r']))

    expect(game.open()).toEqual(['a/q', 'a/r'])
    for (const person of ['r', 'p', 'q']) game.approve('a', person)
    expect(game.state().status).toBe('APPROVED')
  })

  it('leaves a seat alone that an approval given elsewhere still counts for', async () => {
    const once = '<approval:policy duplicates="any"/>'
    const game = await begin(
      inARow(user('a', 'p'), user('b', 'p q', '<approval:decision mode="all"/>' + once)),
    )
    game.approve('a')
    const [skipped] = game.state().tasks.filter(({ state }) => state === 'SKIPPED')

    game.must(takeAway([skipped?.key ?? 0], [], []))

    expect(game.open()).toEqual(['b/q'])
    game.approve('b', 'q')
    expect(game.state().status).toBe('APPROVED')
  })

  it('leaves such a vote alone, too, that a return straight back has kept', async () => {
    const more =
      '<approval:decision mode="all"/><approval:policy duplicates="any"/>' +
      '<approval:return to="any" resubmit="straightBack"/>'
    const game = await begin(inARow(user('a', 'p'), user('b', 'p q', more)))
    game.approve('a')
    game.act('b', 'q', { kind: 'return', to: 'initiator' })
    game.must(patch({}))
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
    expect(game.open()).toEqual(['b/q'])

    game.must(takeAway([], [], ['p']))

    expect(game.open()).toEqual(['b/q'])
    game.approve('b', 'q')
    expect(game.state().status).toBe('APPROVED')
  })

  it.each([
    ['seen there', true, ['a/p']],
    ['not seen there', false, ['b/q']],
  ])('decides a node again that says so: %s', async (_, wasSeen, open) => {
    const game = await begin(
      inARow(user('a', 'p', change('decided="askAgain"')), user('b', 'q', '')),
    )
    const { key, activation } = game.task('a', 'p')
    game.approve('a', 'p')

    game.must(takeAway(wasSeen ? [key] : [], wasSeen ? [activation] : [], wasSeen ? ['p'] : []))

    expect(game.open()).toEqual(open)
  })
})
