import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user } from '../../testing.ts'

const once = '<approval:policy duplicates="everywhere"/>'
const all = '<approval:decision mode="all"/>'
const hides = (name: string) =>
  `<approval:fields><approval:field name="${name}" access="hidden"/></approval:fields>`

/** Two branches at once, `a` and `b`, and `z` after them. */
const both = (a: string, b: string, more: { rules?: string; people?: string } = {}) =>
  play(
    bpmn(
      `${more.rules ?? ''}${start}<parallelGateway id="fork"/><parallelGateway id="join"/>` +
        user('a', 'p', a) +
        user('b', more.people ?? 'p', b) +
        user('z') +
        end +
        flows('start -> fork -> a -> join', 'fork -> b -> join -> z -> end'),
    ),
    { variables: { secret: 'x' } },
  )

describe('an approval where nobody is asked twice', () => {
  it('counts at the other branch that is open', async () => {
    const game = await both('', once)
    expect(game.open()).toEqual(['a/p', 'b/p'])
    game.approve('a')
    expect(game.open()).toEqual(['z/z'])
    expect(game.effects).toContainEqual(
      expect.objectContaining({ kind: 'taskChanged', from: 'OPEN', cause: 'duplicate' }),
    )
  })

  it('counts for the node alone that says so', async () => {
    const game = await both('', once)
    game.approve('b')
    expect(game.open()).toEqual(['a/p'])
  })

  it('is one vote of several there', async () => {
    const game = await both('', once + all, { people: 'p q' })
    game.approve('a')
    expect(game.open()).toEqual(['b/q'])
    game.approve('b')
    expect(game.open()).toEqual(['z/z'])
  })

  it('takes what they share with others there', async () => {
    const game = await both('', once, { people: 'p q' })
    game.approve('a')
    expect(game.open()).toEqual(['z/z'])
  })

  it.each([
    ['shows what the first hid', hides('secret'), once],
    ['lets them write', '', once + hides('secret').replace('hidden', 'write')],
    ['needs a comment', '', `${once}<approval:comment approve="required"/>`],
    ['says nothing of it', '', '<approval:policy duplicates="any"/>'],
  ])('is asked for again where the other node %s', async (_, a, b) => {
    const game = await both(a, b)
    game.approve('a')
    expect(game.open()).toEqual(['b/p'])
  })

  it('counts where the other shows less', async () => {
    const game = await both('', once + hides('secret'))
    game.approve('a')
    expect(game.open()).toEqual(['z/z'])
  })

  it('is never a rejection', async () => {
    const game = await both('<approval:decision onReject="continue"/>', once)
    game.reject('a')
    expect(game.open()).toEqual(['b/p'])
  })

  it('does not count where the two are kept apart', async () => {
    const rules = '<extensionElements><approval:separation nodes="a b"/></extensionElements>'
    const game = await both('', once, { rules, people: 'p q' })
    game.approve('a')
    expect(game.open()).toEqual(['b/q'])
  })

  it('is not taken back: what it counted for elsewhere may have gone on', async () => {
    const game = await both(all, once + all, { people: 'p q' })
    const { key } = game.task('a')
    game.approve('a')
    const decided = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.key === key ? [one.task] : [],
    )
    const command = { kind: 'takeBack', task: key, actor: { userId: 'p' }, decided } as const
    const evidence = { reopened: [], since: [], carried: ['b'] }
    expect(game.try({ ...command, ...evidence })).toMatchObject({
      reason: 'decided_since',
      names: ['b'],
    })
    expect(game.open()).toEqual(['b/q'])
  })

  it('leaves what they have lent with whom it is', async () => {
    const game = await both('', once)
    game.act('b', 'p', { kind: 'delegate', to: 'q' })
    game.approve('a')
    expect(game.open()).toEqual(['b/q'])
  })
})
