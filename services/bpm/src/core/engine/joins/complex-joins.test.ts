import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'

const and = (id: string) => `<parallelGateway id="${id}"/>`
const some = (id: string, condition: string, attributes = '') =>
  `<complexGateway id="${id}" ${attributes}><activationCondition><![CDATA[${condition}]]></activationCondition></complexGateway>`
const statusOf = (game: Play) => game.state().status
const entered = (game: Play, node: string) =>
  game.effects.filter((one) => one.kind === 'nodeEntered' && one.node === node).length
const codesOf = async (xml: string) =>
  (await validate(xml, [{ name: 'amount', type: 'number' }])).map(
    ({ element, code }) => `${element} ${code}`,
  )

/** Three are asked at once; as soon as the condition holds somebody is asked behind. */
const drawn = (condition: string, more = '', ways: readonly string[] = []) =>
  bpmn(
    start +
      user('before') +
      and('fork') +
      user('a') +
      user('b') +
      user('c') +
      some('join', condition) +
      user('after') +
      end +
      more +
      flows(
        'start -> before -> fork -> a -> join -> after -> end',
        'fork -> b -> join',
        'fork -> c -> join',
        ...ways,
      ),
  )

async function begun(xml: string, variables = {}): Promise<Play> {
  const game = await play(xml, { variables })
  game.approve('before')
  return game
}

describe('a complex gateway that several ways lead to', () => {
  it('goes on when enough have come, and lets the rest come once each', async () => {
    const xml = drawn('activationCount >= 2')
    expect(await validate(xml, [])).toEqual([])
    const game = await begun(xml)
    game.approve('b')
    expect(game.open()).toEqual(['a/a', 'c/c'])
    game.approve('c')
    expect(game.open()).toEqual(['a/a', 'after/after'])
    game.approve('after')
    expect(statusOf(game)).toBe('RUNNING')
    game.approve('a')
    expect(entered(game, 'after')).toBe(1)
    expect(statusOf(game)).toBe('APPROVED')
  })

  it.each(['activationCount >= 1', 'activationCount == 1', 'activationCount > 0 && amount > 5'])(
    'goes on with the first where those that come together would be too many: %s',
    async (condition) => {
      const xml = bpmn(
        `${start}${and('fork')}<task id="x"/><task id="y"/>${some('join', condition)}${user('after')}${end}` +
          flows('start -> fork -> x -> join -> after -> end', 'fork -> y -> join'),
      )
      const game = await play(xml, { variables: { amount: 7 } })
      expect(game.open()).toEqual(['after/after'])
      game.approve('after')
      expect(statusOf(game)).toBe('APPROVED')
    },
  )

  it('looks at values, too: each time that something has come', async () => {
    const condition = 'activationCount >= (amount > 100 ? 3 : 2)'
    expect(await codesOf(drawn(condition))).toEqual([])
    for (const [amount, open] of [
      [50, ['c/c', 'after/after']],
      [500, ['c/c']],
    ] as const) {
      const game = await begun(drawn(condition), { amount })
      game.approve('a')
      game.approve('b')
      expect(game.open()).toEqual(open)
    }
  })

  it('leads on once more when the rest has come, by the flows that ask for that', async () => {
    const xml = drawn('activationCount >= 1', user('told') + '<endEvent id="e2"/>', [
      'join -> told : !waitingForStart',
      'told -> e2',
    ])
    expect(await validate(xml, [])).toEqual([])
    const game = await begun(xml)
    game.approve('a')
    expect(game.open()).toEqual(['b/b', 'c/c', 'after/after'])
    game.approve('b')
    expect(game.open()).toEqual(['c/c', 'after/after'])
    game.approve('c')
    expect(game.open()).toEqual(['after/after', 'told/told'])
  })

  it('waits for nothing that cannot come: a branch that was not taken, or that ended elsewhere', async () => {
    const xml = bpmn(
      `${start}<inclusiveGateway id="split" default="split_b"/>${user('a')}${user('b')}${some('join', 'activationCount >= 1')}${user('after')}${end}` +
        flows(
          'start -> split',
          'split -> a : amount > 5',
          'split -> b -> join',
          'a -> join -> after -> end',
        ),
    )
    const game = await play(xml, { variables: { amount: 9 } })
    game.approve('a')
    game.approve('after')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('begins anew in a loop, and counts anew', async () => {
    const xml = bpmn(
      `${start}<exclusiveGateway id="again"/>${and('fork')}${user('a')}${user('b')}${some('join', 'activationCount >= 1')}` +
        user('check', 'check', '<approval:decision onReject="continue"/>') +
        `<exclusiveGateway id="choice" default="choice_end"/>${end}` +
        flows(
          'start -> again -> fork -> a -> join -> check -> choice -> end',
          'fork -> b -> join',
          'choice -> again : outcomes.check == "rejected"',
        ),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    game.approve('a')
    game.reject('check')
    // The other one of the first time is still asked, and is let in before it counts anew.
    expect(game.open()).toEqual(['b/b', 'a/a', 'b/b'])
    game.approve('a')
    expect(game.open()).toEqual(['b/b', 'b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['b/b', 'check/check'])
    game.approve('check')
    game.approve('b')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('says where too few can come any more', async () => {
    const xml = bpmn(
      `${start}<inclusiveGateway id="split" default="split_a"/>${user('a')}${user('b')}${some('join', 'activationCount >= 2')}${end}` +
        flows('start -> split -> a -> join -> end', 'split -> b : amount > 5', 'b -> join'),
    )
    const game = await play(xml, { variables: { amount: 1 } })
    game.approve('a')
    expect(game.effects).toContainEqual({
      kind: 'incident',
      node: 'join',
      reason: 'join_waits_forever',
    })
  })
})

describe('a return, a jump and a migration through a complex gateway', () => {
  it('undoes that it has gone on: those who were enough come again', async () => {
    const game = await begun(drawn('activationCount >= 2'))
    game.approve('a')
    game.approve('b')
    game.act('after', 'after', { kind: 'return', to: ['b'] })
    expect(game.open()).toEqual(['c/c', 'b/b'])
    game.approve('c')
    expect(game.open()).toEqual(['b/b', 'after/after'])
    game.approve('b')
    game.approve('after')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('goes straight back: what comes meanwhile waits in front of it', async () => {
    const returning = user('after').replace(
      '</extensionElements>',
      '<approval:return to="any" resubmit="returner"/></extensionElements>',
    )
    const xml = drawn('activationCount >= 1').replace(user('after'), returning)
    const game = await begun(xml)
    game.approve('a')
    game.act('after', 'after', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    game.approve('b')
    game.approve('c')
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.open()).toEqual(['after/after'])
    game.approve('after')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('begins all anew from before the fork', async () => {
    const game = await begun(drawn('activationCount >= 1'))
    game.approve('a')
    game.act('after', 'after', { kind: 'return', to: ['before'] })
    expect(game.open()).toEqual(['before/before'])
    game.approve('before')
    expect(game.open()).toEqual(['a/a', 'b/b', 'c/c'])
  })

  it('lets the rest come in another definition, too', async () => {
    const xml = drawn('activationCount >= 1')
    const game = await begun(xml)
    game.approve('a')
    const later = xml.replaceAll('"join"', '"late"')
    const moved = game.migrate(await compile(later), { definitionId: 'x', nodes: { join: 'late' } })
    expect(moved.kind).toBe('applied')
    game.approve('b')
    game.approve('c')
    expect(game.open()).toEqual(['after/after'])
    game.approve('after')
    expect(statusOf(game)).toBe('APPROVED')
  })

  it('refuses a jump that leaves too few to come', async () => {
    const game = await begun(drawn('activationCount >= 2'))
    const root = { userId: 'root', administrator: true }
    expect(game.try({ kind: 'jump', to: 'a', actor: root })).toMatchObject({
      reason: 'jump_refused',
      names: ['join'],
    })
    game.must({ kind: 'jump', to: ['a', 'b'], actor: root })
    game.approve('a')
    game.approve('b')
    game.approve('after')
    expect(statusOf(game)).toBe('APPROVED')
  })
})

describe('a complex gateway that is faulty', () => {
  it.each([
    [
      'without a condition',
      drawn('').replace(/<activationCondition>.*<\/activationCondition>/, ''),
      'join activation_missing',
    ],
    ['of more flows than it has', drawn('activationCount >= 4'), 'join join_impossible'],
    ['that speaks of nothing there is', drawn('arrived >= 2'), 'join expression_type'],
    ['that gives no answer', drawn('activationCount + 1'), 'join expression_type'],
    [
      'of ways that are never taken together',
      bpmn(
        `${start}<exclusiveGateway id="x" default="x_a"/>${user('a')}${user('b')}${some('join', 'activationCount >= 2')}${end}` +
          flows('start -> x -> a -> join -> end', 'x -> b : amount > 5', 'b -> join'),
      ),
      'join join_impossible',
    ],
    [
      'with a condition where one flow leads to it',
      bpmn(
        `${start}${some('g', 'activationCount >= 1')}${user('a')}${end}${flows('start -> g -> a -> end')}`,
      ),
      'g activation_misplaced',
    ],
    [
      'that has no way on',
      bpmn(
        `${start}<complexGateway id="g"/>${user('a')}${user('b')}${end}${flows('start -> g', 'g -> a : amount > 5', 'g -> b : amount > 7', 'a -> end', 'b -> end')}`,
      ),
      'g default_missing',
    ],
  ])('is refused: %s', async (_, xml, code) => {
    expect(await codesOf(xml)).toContain(code)
  })

  it('is no false alarm: two of three of which two go together', async () => {
    const xml = bpmn(
      `${start}${and('fork')}<exclusiveGateway id="x" default="x_a"/>${user('a')}${user('b')}${user('c')}${some('join', 'activationCount >= 2')}${end}` +
        flows(
          'start -> fork -> x -> a -> join -> end',
          'x -> b : amount > 5',
          'b -> join',
          'fork -> c -> join',
        ),
    )
    expect(await codesOf(xml)).toEqual([])
    expect(await codesOf(xml.replace('>= 2', '>= 3'))).toEqual(['join join_impossible'])
  })
})
