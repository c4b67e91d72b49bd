import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../testing.ts'

const within = (inside: string, attributes = '', until = '') =>
  `<adHocSubProcess id="some" ${attributes}>${inside}${until === '' ? '' : `<completionCondition><![CDATA[${until}]]></completionCondition>`}</adHocSubProcess>`
const drawn = (inside: string, attributes = '', until = '') =>
  bpmn(
    start +
      user('before') +
      within(inside, attributes, until) +
      user('after') +
      end +
      flows('start -> before -> some -> after -> end'),
  )
const sequential = 'ordering="Sequential"'
const three = user('a') + user('b') + user('c')
const declared = [{ name: 'done', type: 'boolean' as const }]
const codesOf = async (xml: string) =>
  (await validate(xml, declared)).map(({ element, code }) => `${element} ${code}`)

async function begun(xml: string, variables: Record<string, boolean> = { done: false }) {
  expect(await validate(xml, declared)).toEqual([])
  const game = await play(xml, { variables })
  game.approve('before')
  return game
}
const left = (game: Play) =>
  game.effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : []))
const set = (game: Play, done: boolean) =>
  game.must({ kind: 'updateVariables', variables: { done }, actor: { userId: 'app' } })

describe('an ad-hoc sub-process', () => {
  it('asks for all that nothing leads to at once, and goes on when all is done', async () => {
    const game = await begun(drawn(three + user('c2') + flows('c -> c2')))
    expect(game.open()).toEqual(['a/a', 'b/b', 'c/c'])
    game.approve('c')
    expect(game.open()).toEqual(['a/a', 'b/b', 'c2/c2'])
    for (const node of ['b', 'c2', 'a']) game.approve(node)
    expect(game.open()).toEqual(['after/after'])
    // What nobody has drawn is in no log.
    expect(left(game).filter((id) => id.startsWith(' '))).toEqual([])
  })

  it('WCP-17 asks for one after the other, as they are drawn', async () => {
    const game = await begun(drawn(three + user('a2') + flows('a -> a2'), sequential))
    for (const node of ['a', 'a2', 'b', 'c', 'after']) {
      expect(game.open()).toEqual([`${node}/${node}`])
      game.approve(node)
    }
    expect(game.state().status).toBe('APPROVED')
  })

  it('takes the rest away as soon as enough is done', async () => {
    const game = await begun(drawn(three, '', 'outcomes.a == "approved" || done'))
    game.approve('b')
    expect(game.open()).toEqual(['a/a', 'c/c'])
    game.approve('a')
    expect(game.open()).toEqual(['after/after'])
    game.approve('after')
    expect(game.state().status).toBe('APPROVED')
  })

  it('lets what is under way go on where that is said, and begins nothing more', async () => {
    const xml = drawn(
      three + user('b2') + flows('b -> b2'),
      'cancelRemainingInstances="false"',
      'done',
    )
    const game = await begun(xml)
    game.approve('a')
    set(game, true)
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
    game.approve('c')
    expect(game.open()).toEqual(['after/after'])
  })

  it('ends in the midst of an order where enough is done', async () => {
    const game = await begun(drawn(three, sequential, 'outcomes.b == "approved"'))
    game.approve('a')
    game.approve('b')
    expect(game.open()).toEqual(['after/after'])
  })

  it('asks anew those who were taken away when a return goes back to what was enough', async () => {
    const game = await begun(drawn(three, '', 'outcomes.a == "approved"'))
    game.approve('b')
    game.approve('a')
    expect(game.open()).toEqual(['after/after'])
    game.act('after', 'after', { kind: 'return', to: ['a'] })
    expect(game.open()).toEqual(['c/c', 'a/a'])
    game.approve('c')
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.open()).toEqual(['after/after'])
  })

  it('asks for all anew where a return goes back before it, and for the next in order', async () => {
    const all = await begun(drawn(three))
    all.approve('a')
    all.act('b', 'b', { kind: 'return', to: ['before'] })
    all.approve('before')
    expect(all.open()).toEqual(['a/a', 'b/b', 'c/c'])
    const ordered = await begun(drawn(three, sequential))
    ordered.approve('a')
    ordered.act('b', 'b', { kind: 'return', to: ['a'] })
    expect(ordered.open()).toEqual(['a/a'])
    ordered.approve('a')
    expect(ordered.open()).toEqual(['b/b'])
  })

  it('is jumped into, where an order goes on', async () => {
    const game = await begun(drawn(three, sequential))
    game.must({ kind: 'jump', to: 'b', actor: { userId: 'root', administrator: true } })
    expect(game.open()).toEqual(['b/b'])
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
  })

  it('is not jumped into where what nobody decides may be enough', async () => {
    const inside = `<task id="t"/>${user('a')}`
    const jumpIn = async (until: string, to: string) => {
      const game = await begun(
        drawn(inside, sequential, until).replace(user('after'), '<task id="after"/>'),
      )
      return game.try({ kind: 'jump', to, actor: { userId: 'root', administrator: true } })
    }
    expect(await jumpIn('done', 'some')).toMatchObject({ kind: 'applied' })
    const waits =
      '<intermediateCatchEvent id="t"><messageEventDefinition/></intermediateCatchEvent>'
    const xml = drawn(waits + user('a'), '', 'done').replace(user('after'), '<task id="after"/>')
    const game = await begun(xml)
    const root = { userId: 'root', administrator: true }
    expect(game.try({ kind: 'jump', to: 'some', actor: root })).toMatchObject({
      reason: 'jump_refused',
    })
    const voted = await begun(drawn(waits + user('a'), '', 'done'))
    voted.must({ kind: 'jump', to: 'some', actor: root })
    expect(voted.open()).toEqual(['a/a'])
  })

  it('has events on its border, and activities that are many', async () => {
    const many = user('a').replace(
      '</userTask>',
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
    )
    const xml = drawn(many + user('b')).replace(
      user('after'),
      `${user('after')}${user('late')}<boundaryEvent id="limit" attachedToRef="some"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>${flows('limit -> late -> end')}`,
    )
    const game = await begun(xml)
    expect(game.open()).toEqual(['b/b', 'a/a', 'a/a'])
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open()).toEqual(['late/late'])
  })

  it.each([
    ['with nothing in it', drawn(''), 'some ad_hoc_content'],
    [
      'with a start event',
      drawn(`<startEvent id="s"/>${user('a')}${flows('s -> a')}`),
      's ad_hoc_content',
    ],
    [
      'with an end event',
      drawn(`${user('a')}<endEvent id="e"/>${flows('a -> e')}`),
      'e ad_hoc_content',
    ],
    [
      'of which one is done after the other and ways part',
      drawn(three + flows('a -> b', 'a -> c'), sequential),
      'a ad_hoc_order',
    ],
    ['until something that is no answer', drawn(three, '', '1 + 1'), 'some expression_type'],
    ['begun by an event', drawn(three, 'triggeredByEvent="true"'), 'some element_unsupported'],
  ])('is refused %s', async (_, xml, code) => {
    expect(await codesOf(xml)).toContain(code)
  })
})
