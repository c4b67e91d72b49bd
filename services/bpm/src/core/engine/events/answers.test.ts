import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'

const free = '<approval:return to="any" resubmit="returner"/>'
const asks = (id: string, more = '', inside = '') =>
  `<serviceTask id="${id}"${more}><extensionElements><approval:callback name="${id}-room"/></extensionElements>${inside}</serviceTask>`
const border = (id: string, on: string, inside: string) =>
  `<boundaryEvent id="${id}" attachedToRef="${on}">${inside}</boundaryEvent>`
const error = (ref = '') => `<errorEventDefinition${ref === '' ? '' : ` errorRef="${ref}"`}/>`
const anHour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'
const drawn = (content: string) =>
  bpmn(start + content + user('z', 'z', free) + end).replace(
    '<process',
    '<error id="E1" errorCode="full"/><process',
  )

const answer = (game: Play, error?: string) => {
  const command = { kind: 'message', name: 'book-room', actor: { userId: 'app' } } as const
  const whole = error === undefined ? command : { ...command, error }
  return game.try(whole).kind === 'applied' ? game.must(whole) : game.try(whole)
}
const asked = (game: Play) =>
  game.effects.flatMap((one) => (one.kind === 'callbackRequested' ? [one.request] : []))
const codesOf = async (content: string) =>
  (await validate(drawn(content), [])).map(({ element, code }) => `${element} ${code}`)

/** Booked after a, with an event for full and one for any other error on its border. */
const booking = drawn(
  user('a', 'a', free) +
    asks('book') +
    border('full', 'book', error('E1')) +
    border('any', 'book', error()) +
    user('b', 'b', free) +
    user('f', 'f', free) +
    user('o', 'o', free) +
    flows('start -> a -> book -> b -> z -> end', 'full -> f -> z', 'any -> o -> z'),
)

describe('a callback with an event on its border', () => {
  it('asks once and waits for the message of that name', async () => {
    expect(await validate(booking, [])).toEqual([])
    const game = await play(booking)
    game.approve('a')
    expect(asked(game)).toEqual(['book-room'])
    expect(game.open()).toEqual([])
    expect(answer(game).kind).toBe('applied')
    expect(game.open()).toEqual(['b/b'])
    expect(answer(game)).toMatchObject({ reason: 'message_not_expected' })
  })

  it.each([
    ['full', 'f/f'],
    ['another', 'o/o'],
  ])('leads over the border that catches the error %s', async (code, open) => {
    const game = await play(booking)
    game.approve('a')
    expect(answer(game, code).kind).toBe('applied')
    expect(game.open()).toEqual([open])
    expect(answer(game, code)).toMatchObject({ reason: 'message_not_expected' })
  })

  it('goes on waiting where nothing catches the error', async () => {
    const game = await play(
      drawn(
        asks('book') +
          border('full', 'book', error('E1')) +
          flows('start -> book -> z -> end', 'full -> end'),
      ),
    )
    expect(answer(game, 'another')).toMatchObject({ reason: 'error_not_caught', names: ['book'] })
    answer(game)
    expect(game.open()).toEqual(['z/z'])
  })

  it('fails everywhere, or goes on waiting everywhere', async () => {
    const twice = (more: string) =>
      drawn(
        '<parallelGateway id="fork"/><receiveTask id="book-room"/>' +
          asks('book') +
          border('full', 'book', error('E1')) +
          border('any', 'book', error()) +
          more +
          user('f') +
          flows('start -> fork -> book -> z -> end', 'fork -> book-room -> z', 'full -> f -> end') +
          flows('any -> f'),
      )
    const game = await play(twice(''))
    const before = game.state()
    const refused = { kind: 'refused', reason: 'error_not_caught', names: ['book-room'] }
    expect(answer(game, 'full')).toMatchObject(refused)
    expect(game.state()).toEqual(before)
    const caught =
      border('spent', 'book-room', error('E1')) + user('g') + flows('spent -> g -> end')
    const both = await play(twice(caught))
    expect(answer(both, 'another')).toMatchObject(refused)
    expect(answer(both, 'full').kind).toBe('applied')
    expect(both.open().toSorted()).toEqual(['f/f', 'g/g'])
  })

  it('ends what is around it that catches the error, by an event in it first', async () => {
    const inside = (more: string) =>
      `<subProcess id="s"><startEvent id="ss"/><parallelGateway id="fork"/>${asks('book')}${border('late', 'book', anHour)}${user('b')}<endEvent id="se"/>${more}${flows('ss -> fork -> book -> se', 'fork -> b -> se', 'late -> se')}</subProcess>`
    const around = border('full', 's', error('E1'))
    const ways = flows('start -> s -> z -> end', 'full -> f -> z')
    const plain = await play(drawn(inside('') + around + user('f') + ways))
    expect(plain.open()).toEqual(['b/b'])
    expect(answer(plain, 'another')).toMatchObject({ reason: 'error_not_caught' })
    answer(plain, 'full')
    expect(plain.open()).toEqual(['f/f'])
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${error()}</startEvent>${user('w')}<endEvent id="he"/>${flows('hs -> w -> he')}</subProcess>`
    const handled = await play(drawn(inside(handler) + around + user('f') + ways))
    answer(handled, 'full')
    expect(handled.open()).toEqual(['w/w'])
  })

  it('is ended by a time on it, and the answer comes too late', async () => {
    const xml = drawn(
      asks('book') +
        border('late', 'book', anHour) +
        user('l') +
        flows('start -> book -> z -> end', 'late -> l -> z'),
    )
    expect(await validate(xml, [])).toEqual([])
    const game = await play(xml)
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open()).toEqual(['l/l'])
    expect(answer(game)).toMatchObject({ reason: 'message_not_expected' })
  })

  it('is asked anew after a return to before it, and is not when that comes straight back', async () => {
    const forked = drawn(
      '<parallelGateway id="fork"/>' +
        user('a', 'a', free) +
        asks('book') +
        border('full', 'book', error()) +
        user('b', 'b', free) +
        flows('start -> a -> fork -> book -> z -> end', 'fork -> b -> end', 'full -> z'),
    )
    for (const resubmit of ['rerun', 'straightBack'] as const) {
      const game = await play(forked)
      game.approve('a')
      expect(game.act('b', 'b', { kind: 'return', to: ['a'], resubmit }).kind).toBe('applied')
      expect(answer(game)).toMatchObject({ reason: 'message_not_expected' })
      game.approve('a')
      expect(asked(game)).toHaveLength(resubmit === 'rerun' ? 2 : 1)
      expect(answer(game, 'full').kind).toBe('applied')
      expect(game.open().toSorted()).toEqual(['b/b', 'z/z'])
    }
  })

  it('is undone where it was answered, and not where it failed', async () => {
    const undoing =
      border('u', 'book', '<compensateEventDefinition/>') +
      asks('free', ' isForCompensation="true"') +
      '<association id="l" sourceRef="u" targetRef="free"/>'
    const xml = drawn(
      asks('book') +
        border('full', 'book', error()) +
        undoing +
        '<intermediateThrowEvent id="t"><compensateEventDefinition/></intermediateThrowEvent>' +
        user('a') +
        flows('start -> book -> a -> t -> z -> end', 'full -> a'),
    )
    expect(await validate(xml, [])).toEqual([])
    for (const [code, undone] of [
      [undefined, ['book-room', 'free-room']],
      ['full', ['book-room']],
    ] as const) {
      const game = await play(xml)
      answer(game, code)
      game.approve('a')
      expect(asked(game)).toEqual(undone)
      expect(game.open()).toEqual(['z/z'])
    }
  })

  it('is asked in turn, until an error leads on', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const game = await play(
      drawn(
        asks('book', '', loop) +
          border('full', 'book', error()) +
          user('f') +
          flows('start -> book -> z -> end', 'full -> f -> end'),
      ),
    )
    answer(game)
    expect(asked(game)).toHaveLength(2)
    answer(game, 'full')
    expect(game.open()).toEqual(['f/f'])
  })

  it('is still waited for in another definition, by the name that it has there', async () => {
    const game = await play(booking)
    game.approve('a')
    const renamed = await compile(booking.replaceAll('book', 'take'))
    const moved = { definitionId: 'new', nodes: { book: 'take' } }
    expect(game.migrate(renamed, moved).kind).toBe('applied')
    expect(answer(game, 'full')).toMatchObject({ reason: 'message_not_expected' })
    const command = { kind: 'message', name: 'take-room', error: 'full' } as const
    game.must({ ...command, actor: { userId: 'app' } })
    expect(game.open()).toEqual(['f/f'])
  })

  it('is asked and goes on where nothing is on its border', async () => {
    const game = await play(drawn(asks('book') + flows('start -> book -> z -> end')))
    expect(asked(game)).toEqual(['book-room'])
    expect(game.open()).toEqual(['z/z'])
  })
})

describe('an error of a receive task', () => {
  it('is caught on its border', async () => {
    const game = await play(
      drawn(
        '<receiveTask id="book-room"/>' +
          border('full', 'book-room', error()) +
          user('f') +
          flows('start -> book-room -> z -> end', 'full -> f -> end'),
      ),
    )
    answer(game, 'any')
    expect(game.open()).toEqual(['f/f'])
  })
})

describe('before publishing', () => {
  const ways = flows('start -> s -> z -> end', 'e -> z')
  it.each([
    [
      'copies',
      '<serviceTask id="s"><extensionElements><approval:copy/><approval:candidates><approval:candidate kind="user" ref="p"/></approval:candidates></extensionElements></serviceTask>',
      'e boundary_host',
    ],
    ['asks people, who throw none by a rejection', user('s'), 'e error_not_thrown'],
  ])('an error on what %s is refused', async (_, task, code) => {
    expect(await codesOf(task + border('e', 's', error()) + ways)).toEqual([code])
  })

  it('an escalation on a callback is refused', async () => {
    expect(
      await codesOf(asks('s') + border('e', 's', '<escalationEventDefinition/>') + ways),
    ).toEqual(['e element_unsupported'])
  })
})
