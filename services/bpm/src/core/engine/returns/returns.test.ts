import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user, type Play } from '../../testing.ts'

const and = (id: string) => `<parallelGateway id="${id}"/>`
const all = '<approval:decision mode="all"/>'
const returner = '<approval:return to="any" resubmit="returner"/>'

const back = (
  game: Play,
  node: string,
  to: 'initiator' | 'previous' | readonly string[],
  more = {},
) => game.act(node, game.task(node).assignee ?? '', { kind: 'return', to, ...more })

const resubmit = (game: Play) => {
  game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
  return game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
}

const three = bpmn(
  start +
    user('a', 'a', returner) +
    user('b', 'b', returner) +
    user('c', 'c', returner) +
    end +
    flows('start -> a -> b -> c -> end'),
)

/** a, then b and d side by side, then c. */
const fork = bpmn(
  start +
    user('a', 'a', returner) +
    and('split') +
    user('b', 'b', returner) +
    user('b2', 'b2', returner) +
    user('d', 'd', returner) +
    and('join') +
    user('c', 'c', returner) +
    end +
    flows('start -> a -> split -> b -> b2 -> join -> c -> end', 'split -> d -> join'),
)

async function at(xml: string, ...approved: string[]): Promise<Play> {
  const game = await play(xml)
  for (const node of approved) game.approve(node)
  return game
}

describe('return in a row', () => {
  it('to the previous node: it is decided again and everything after it, too', async () => {
    const game = await at(three, 'a', 'b')
    back(game, 'c', 'previous')
    expect(game.open()).toEqual(['b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
  })

  it('[BPM-14] to the initiator, rerun: starts over in the next round', async () => {
    const game = await at(three, 'a', 'b')
    back(game, 'c', 'initiator')
    expect(game.state().status).toBe('RETURNED')
    expect(game.open()).toEqual([])
    resubmit(game)
    expect(game.open()).toEqual(['a/a'])
    expect(game.state()).toMatchObject({ status: 'RUNNING', round: 2 })
  })

  it('[BPM-14] to the initiator, straight back: only the returner decides again', async () => {
    const game = await at(three, 'a', 'b')
    back(game, 'c', 'initiator', { resubmit: 'straightBack' })
    resubmit(game)
    expect(game.open()).toEqual(['c/c'])
    game.approve('c')
    expect(game.state().status).toBe('APPROVED')
  })

  it('to a visited node, rerun: all between is decided again', async () => {
    const game = await at(three, 'a', 'b')
    back(game, 'c', ['a'])
    for (const node of ['a', 'b', 'c']) {
      expect(game.open()).toEqual([`${node}/${node}`])
      game.approve(node)
    }
    expect(game.state().status).toBe('APPROVED')
  })

  it('to a visited node, straight back: what is between is left out', async () => {
    const game = await at(three, 'a', 'b')
    back(game, 'c', ['a'], { resubmit: 'straightBack' })
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.open()).toEqual(['c/c'])
  })

  it('a straight-back node can itself be returned from', async () => {
    const game = await at(three, 'a', 'b')
    back(game, 'c', ['b'], { resubmit: 'straightBack' })
    back(game, 'b', ['a'], { resubmit: 'straightBack' })
    game.approve('a')
    expect(game.open()).toEqual(['b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
    back(game, 'c', ['b'], { resubmit: 'straightBack' })
    back(game, 'b', ['a'])
    game.approve('a')
    // Rerun gave up what waited behind b: everything is decided again.
    expect(game.open()).toEqual(['b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
    expect(game.state().execution.tokens).toHaveLength(1)
  })

  it('previous of the first node is the initiator', async () => {
    const game = await at(three)
    back(game, 'a', 'previous')
    expect(game.state().status).toBe('RETURNED')
  })
})

describe('return where a loop runs beside what it has led to', () => {
  it('takes along what came of the node in later rounds of the loop', async () => {
    const xml = bpmn(
      start +
        user('a', 'a', returner) +
        and('split') +
        user('b', 'b', returner) +
        end +
        flows('start -> a -> split -> b -> end', 'split -> a'),
    )
    const game = await at(xml, 'a', 'a', 'a')
    const [first, second] = game.state().tasks.filter(({ node }) => node === 'b')
    expect(game.open()).toEqual(['b/b', 'b/b', 'b/b', 'a/a'])
    const task = second?.key ?? 0
    game.must({ kind: 'return', to: 'previous', task, actor: { userId: 'b' } })
    // The first came before the decision that is made again; the third, and the last round, after it.
    expect(game.open()).toEqual(['b/b', 'a/a'])
    expect(game.task('b').key).toBe(first?.key)
  })
})

describe('return around parallel branches', () => {
  it('within a branch leaves the other one alone', async () => {
    const game = await at(fork, 'a', 'b')
    back(game, 'b2', ['b'])
    expect(game.open()).toEqual(['d/d', 'b/b'])
    for (const node of ['d', 'b', 'b2', 'c']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('from a branch to before the split takes the other branch along', async () => {
    const game = await at(fork, 'a', 'b')
    const { effects } = game.must({
      kind: 'return',
      to: ['a'],
      task: game.task('b2').key,
      actor: { userId: 'b2' },
    })
    expect(effects).toContainEqual(
      expect.objectContaining({ task: expect.objectContaining({ node: 'd', state: 'CANCELLED' }) }),
    )
    game.approve('a')
    expect(game.open()).toEqual(['b/b', 'd/d'])
    for (const node of ['b', 'd', 'b2', 'c']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('from behind the join into one branch: the other stays done and waits at the join', async () => {
    const game = await at(fork, 'a', 'b', 'b2', 'd')
    back(game, 'c', ['b2'])
    expect(game.open()).toEqual(['b2/b2'])
    game.approve('b2')
    expect(game.open()).toEqual(['c/c'])
    back(game, 'c', ['d'])
    expect(game.open()).toEqual(['d/d'])
    game.approve('d')
    expect(game.open()).toEqual(['c/c'])
    game.approve('c')
    expect(game.state().status).toBe('APPROVED')
  })

  it('from behind the join to several nodes at once', async () => {
    const game = await at(fork, 'a', 'b', 'b2', 'd')
    back(game, 'c', ['b2', 'd'])
    expect(game.open()).toEqual(['b2/b2', 'd/d'])
    game.approve('d')
    expect(game.open()).toEqual(['b2/b2'])
    game.approve('b2')
    expect(game.open()).toEqual(['c/c'])
  })

  it('previous behind a join is the last node of each branch', async () => {
    const game = await at(fork, 'a', 'b', 'b2', 'd')
    back(game, 'c', 'previous')
    expect(game.open().toSorted()).toEqual(['b2/b2', 'd/d'])
  })

  it('from behind the join into a branch and straight back', async () => {
    const game = await at(fork, 'a', 'b', 'b2', 'd')
    back(game, 'c', ['b'], { resubmit: 'straightBack' })
    expect(game.open()).toEqual(['b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
    game.approve('c')
    expect(game.state().status).toBe('APPROVED')
  })

  it('to the initiator and straight back keeps what the other branch has done', async () => {
    const game = await at(fork, 'a', 'd', 'b')
    back(game, 'b2', 'initiator', { resubmit: 'straightBack' })
    resubmit(game)
    expect(game.open()).toEqual(['b2/b2'])
    game.approve('b2')
    expect(game.open()).toEqual(['c/c'])
  })
})

describe('return around a countersign', () => {
  const sign = bpmn(
    start +
      user('a') +
      user('s', 'p q r', all + returner) +
      user('z', 'z', returner) +
      end +
      flows('start -> a -> s -> z -> end'),
  )

  it('from it takes the others their tasks', async () => {
    const game = await at(sign, 'a')
    game.approve('s', 'p')
    game.act('s', 'q', { kind: 'return', to: 'previous' })
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.open()).toEqual(['s/p', 's/q', 's/r'])
  })

  it('straight back to it asks those who had not decided', async () => {
    const game = await at(sign, 'a')
    game.approve('s', 'p')
    game.act('s', 'q', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    game.approve('a')
    expect(game.open()).toEqual(['s/q', 's/r'])
    game.approve('s', 'q')
    game.approve('s', 'r')
    expect(game.open()).toEqual(['z/z'])
  })

  it('to it asks all of them again', async () => {
    const game = await at(sign, 'a')
    for (const person of ['p', 'q', 'r']) game.approve('s', person)
    back(game, 'z', 'previous')
    expect(game.open()).toEqual(['s/p', 's/q', 's/r'])
  })
})

describe('return around a sub-process', () => {
  const nested = bpmn(
    start +
      user('a', 'a', returner) +
      '<subProcess id="sub"><startEvent id="in"/>' +
      user('x', 'x', returner) +
      user('y', 'y', returner) +
      '<endEvent id="out"/>' +
      flows('in -> x -> y -> out') +
      '</subProcess>' +
      user('c', 'c', returner) +
      end +
      flows('start -> a -> sub -> c -> end'),
  )

  it('out of it closes it', async () => {
    const game = await at(nested, 'a', 'x')
    back(game, 'y', ['a'])
    expect(game.open()).toEqual(['a/a'])
    expect(game.state().execution.scopes).toEqual([])
    for (const node of ['a', 'x', 'y', 'c']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('into it opens it again', async () => {
    const game = await at(nested, 'a', 'x', 'y')
    back(game, 'c', ['x'])
    expect(game.open()).toEqual(['x/x'])
    expect(game.state().execution.scopes).toHaveLength(1)
    for (const node of ['x', 'y', 'c']) game.approve(node)
    expect(game.state().status).toBe('APPROVED')
  })

  it('within it, from a path beside, forgets what is undone', async () => {
    const late =
      '<boundaryEvent id="late" attachedToRef="x" cancelActivity="false"><timerEventDefinition><timeDuration>PT4H</timeDuration></timerEventDefinition></boundaryEvent>'
    const game = await play(
      bpmn(
        `${start}<subProcess id="sub"><startEvent id="in"/>${user('x')}${late}${user('y', 'y', returner)}<endEvent id="out"/>${flows('in -> x -> out', 'late -> y -> out')}</subProcess>` +
          end +
          flows('start -> sub -> end'),
      ),
    )
    const timer = game.state().execution.timers?.[0]?.id ?? 0
    game.must({ kind: 'fireTimer', timer, actor: { userId: 'timer' } })
    game.approve('x')
    back(game, 'y', ['x'])
    expect(game.open()).toEqual(['x/x'])
    expect(game.state().execution.scopes).toMatchObject([{ node: 'sub', past: [] }])
  })

  it('into it and straight back leaves nothing behind', async () => {
    const game = await at(nested, 'a', 'x', 'y')
    back(game, 'c', ['x'], { resubmit: 'straightBack' })
    game.approve('x')
    expect(game.open()).toEqual(['c/c'])
    expect(game.state().execution.scopes).toEqual([])
    expect(game.state().execution.tokens).toHaveLength(1)
    game.approve('c')
    expect(game.state().status).toBe('APPROVED')
  })
})

describe('what a return may not do', () => {
  const rule = (to: string, mode = 'rerun') =>
    bpmn(
      start +
        user('a') +
        user('b') +
        user('c', 'c', `<approval:return to="${to}" resubmit="${mode}"/>`) +
        end +
        flows('start -> a -> b -> c -> end'),
    )

  it.each([
    ['none', 'initiator', 'return_forbidden'],
    ['none', 'previous', 'return_forbidden'],
    ['initiator', 'previous', 'return_forbidden'],
    ['initiator', ['a'], 'return_forbidden'],
    ['previous', 'initiator', 'return_forbidden'],
    ['previous', ['a'], 'return_forbidden'],
    ['any', ['nowhere'], 'return_target_unknown'],
    ['any', ['c'], 'return_target_unknown'],
    ['any', ['a', 'b'], 'return_targets_overlap'],
    ['any', [], 'return_forbidden'],
  ])('return to="%s" refuses %j', async (to, target, reason) => {
    const game = await at(rule(to), 'a', 'b')
    const wanted = target as 'initiator' | 'previous' | string[]
    expect(back(game, 'c', wanted)).toMatchObject({ kind: 'refused', reason })
    expect(game.open()).toEqual(['c/c'])
  })

  it('allows what the rule names', async () => {
    for (const [to, target] of [
      ['initiator', 'initiator'],
      ['previous', 'previous'],
      ['previous', ['b']],
      ['any', 'initiator'],
    ] as const) {
      expect(back(await at(rule(to), 'a', 'b'), 'c', target)).toMatchObject({ kind: 'applied' })
    }
  })

  it('takes the way on after it from the definition, not from the returner', async () => {
    const game = await at(rule('any', 'straightBack'), 'a', 'b')
    const refused = { kind: 'refused', reason: 'resubmit_mode_forbidden' }
    expect(back(game, 'c', ['a'], { resubmit: 'rerun' })).toMatchObject(refused)
    expect(back(game, 'c', ['a'])).toMatchObject({ kind: 'applied' })
    game.approve('a')
    expect(game.open()).toEqual(['c/c'])
  })
})

/** Each round of the draft leaves a check behind, and the next one begins beside it. */
const rounds = bpmn(
  `${start}${end}<exclusiveGateway id="merge"/>${and('fork')}` +
    user('draft', 'ann', returner) +
    user('check', 'bob', returner) +
    flows('start -> merge -> draft -> fork -> check -> end', 'fork -> merge'),
)

describe('a return in a process whose rounds overlap', () => {
  it('takes along all that came of it, however many rounds ago', async () => {
    const game = await play(rounds)
    game.approve('draft')
    const first = game.task('check').key
    for (let round = 2; round <= 6; round++) {
      game.approve('draft')
      const later = game.state().tasks.findLast(({ node }) => node === 'check')?.key ?? 0
      game.must({ kind: 'approve', task: later, actor: { userId: 'bob' } })
    }
    const back = { kind: 'return', task: first, to: ['draft'], resubmit: 'rerun' } as const
    game.must({ ...back, actor: { userId: 'bob' } })
    expect(game.open()).toEqual(['draft/ann'])
  })

  it('keeps a state whose size does not grow with the rounds', async () => {
    const game = await play(rounds)
    game.approve('draft')
    const sizes = Array.from({ length: 30 }, () => {
      game.approve('draft')
      const later = game.state().tasks.findLast(({ node }) => node === 'check')?.key ?? 0
      game.must({ kind: 'approve', task: later, actor: { userId: 'bob' } })
      return JSON.stringify(game.state()).replaceAll(/\d+/g, '0').length
    })
    expect(sizes.at(-1)).toBe(sizes[5])
  })
})

describe('straight back before an inclusive join', () => {
  it('the join waits for the work that was put aside, not for what is visited again', async () => {
    const inclusive = (id: string, more = '') => `<inclusiveGateway id="${id}"${more}/>`
    const game = await play(
      bpmn(
        start +
          inclusive('split') +
          user('a', 'a') +
          '<exclusiveGateway id="choose" default="choose_after"/>' +
          '<exclusiveGateway id="merge"/>' +
          user('after', 'x', returner) +
          user('b', 'b') +
          inclusive('join') +
          user('last', 'z') +
          end +
          flows('start -> split -> a -> choose -> after -> join -> last -> end') +
          flows('split -> merge -> b -> join', 'choose -> merge : false'),
      ),
    )
    game.approve('a')
    game.approve('b')
    expect(game.open()).toEqual(['after/x'])
    back(game, 'after', ['a'], { resubmit: 'straightBack' })
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    game.approve('after')
    expect(game.open()).toEqual(['last/z'])
  })
})

describe('resubmission', () => {
  const returned = async () => {
    const game = await at(three)
    back(game, 'a', 'initiator')
    return game
  }
  const update = { kind: 'updateVariables', actor: { userId: 'app' } } as const

  it('[BPM-15] is refused before the owning application has updated it', async () => {
    const game = await returned()
    const command = { kind: 'resubmit', variables: {}, actor: { userId: 'ann' } } as const
    expect(game.try(command)).toMatchObject({ reason: 'owner_update_required' })
    game.must({ ...update, variables: {} })
    expect(game.try(command)).toMatchObject({ kind: 'applied' })
  })

  it('[BPM-15] is for the initiator only', async () => {
    const game = await returned()
    game.must({ ...update, variables: {} })
    const command = { kind: 'resubmit', variables: {}, actor: { userId: 'bob' } } as const
    expect(game.try(command)).toMatchObject({ reason: 'initiator_only' })
  })

  it('[BPM-14] refuses values that differ from those of the owner, and names them', async () => {
    const game = await returned()
    game.must({ ...update, variables: { amount: 5, note: 'x' } })
    const command = { kind: 'resubmit', actor: { userId: 'ann' } } as const
    expect(game.try({ ...command, variables: { amount: 6, note: 'x' } })).toMatchObject({
      reason: 'variables_differ',
      names: ['amount'],
    })
    expect(game.try({ ...command, variables: { amount: 5 } })).toMatchObject({ kind: 'applied' })
  })

  it('an update from before the return does not count', async () => {
    const game = await at(three)
    game.must({ ...update, variables: {} })
    back(game, 'a', 'initiator')
    const command = { kind: 'resubmit', variables: {}, actor: { userId: 'ann' } } as const
    expect(game.try(command)).toMatchObject({ reason: 'owner_update_required' })
  })

  it('is refused while it is not returned', async () => {
    const game = await at(three)
    const command = { kind: 'resubmit', variables: {}, actor: { userId: 'ann' } } as const
    expect(game.try(command)).toMatchObject({ reason: 'not_returned' })
  })
})

it('puts whoever was added back beside the task that waits for them, though it was handed on since', async () => {
  const straight = '<approval:return to="any" resubmit="straightBack"/>'
  const xml = bpmn(start + user('a', 'p q', all + straight) + end + flows('start -> a -> end'))
  const game = await play(xml)
  game.act('a', 'p', { kind: 'addSign', position: 'before', users: ['x'] })
  const administrator = { userId: 'x9', administrator: true }
  const waiting = game.state().tasks.find(({ state }) => state === 'WAITING')
  const moved = { task: waiting?.key ?? 0, actor: administrator, to: 's' }
  game.must({ kind: 'transfer', ...moved })
  game.act('a', 'q', { kind: 'return', to: 'initiator' })
  resubmit(game)
  game.act('a', 'x', { kind: 'approve' })
  expect(game.open().toSorted()).toEqual(['a/q', 'a/s'])
})

describe('an end with the result rejected that a return has undone', () => {
  const continues = '<approval:decision onReject="continue"/>'
  const no =
    '<endEvent id="no"><extensionElements><approval:result value="rejected"/></extensionElements></endEvent>'
  const inside = (id: string, rejectedEnd = no) =>
    `<subProcess id="${id}"><startEvent id="${id}s"/><endEvent id="${id}e"/><exclusiveGateway id="${id}g" default="${id}g_${id}e"/>` +
    user(`a${id}`, 'a', continues + returner) +
    rejectedEnd.replace('id="no"', `id="no${id}"`) +
    flows(
      `${id}s -> a${id} -> ${id}g -> ${id}e`,
      `${id}g -> no${id} : outcomes.a${id} == 'rejected'`,
    ) +
    '</subProcess>'
  const row = bpmn(
    start + inside('x') + user('c', 'c', returner) + end + flows('start -> x -> c -> end'),
  )

  it('[BPM-14] counts no more when the new path comes to another', async () => {
    const game = await play(row)
    game.reject('ax')
    back(game, 'c', ['ax'])
    game.approve('ax')
    game.approve('c')
    expect(game.state().status).toBe('APPROVED')
  })

  it('[BPM-14] counts when the new path comes to it again, and when nothing was undone', async () => {
    const again = await play(row)
    again.reject('ax')
    back(again, 'c', ['ax'])
    again.reject('ax')
    again.approve('c')
    expect(again.state().status).toBe('REJECTED')

    const once = await play(row)
    once.reject('ax')
    once.approve('c')
    expect(once.state().status).toBe('REJECTED')
  })

  it('[BPM-14] counts still where it belongs to another branch', async () => {
    const branches = bpmn(
      start +
        and('split') +
        inside('x') +
        inside('y') +
        and('join') +
        user('c', 'c', returner) +
        end +
        flows('start -> split -> x -> join -> c -> end', 'split -> y -> join'),
    )
    const game = await play(branches)
    game.reject('ax')
    game.reject('ay')
    back(game, 'c', ['ax'])
    game.approve('ax')
    game.approve('c')
    expect(game.state().status).toBe('REJECTED')
  })
})
