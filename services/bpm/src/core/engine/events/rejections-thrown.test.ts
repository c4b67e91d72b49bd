import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user, validate } from '../../testing.ts'

const error = (code: string) => `<errorEventDefinition errorRef="${code}"/>`
const declared = (xml: string) =>
  xml.replace(
    '<process',
    '<error id="E1" errorCode="too-dear"/><error id="E2" errorCode="wrong"/><process',
  )
const throwing = (id: string, code = 'too-dear') =>
  user(id, id, `<approval:decision onReject="throw" error="${code}"/>`)
const border = (id: string, on: string, definition: string) =>
  `<boundaryEvent id="${id}" attachedToRef="${on}">${definition}</boundaryEvent>`

const problems = async (xml: string) =>
  (await validate(xml, [])).map(({ element, code }) => `${element} ${code}`)

/** `a` is asked before, `b` behind the event, `c` where it was approved. */
const drawn = (task: string, events: string, more = '') =>
  declared(
    bpmn(
      `${start}${user('a')}${task}${events}${user('b')}${user('c')}${more}${end}<endEvent id="end2"/>${flows('start -> a -> t -> c -> end', 'e -> b -> end2')}`,
    ),
  )

describe('a rejection that is thrown', () => {
  const xml = drawn(throwing('t'), border('e', 't', error('E1')))

  it('leads over the event on the border of the task', async () => {
    expect(await problems(xml)).toEqual([])
    const game = await play(xml)
    game.approve('a')
    game.reject('t')
    expect(game.open()).toEqual(['b/b'])
    game.approve('b')
    expect(game.state().status).toBe('APPROVED')
  })

  it('is none where the task is approved', async () => {
    const game = await play(xml)
    game.approve('a')
    game.approve('t')
    expect(game.open()).toEqual(['c/c'])
  })

  it('is told as a rejection, once', async () => {
    const game = await play(xml)
    game.approve('a')
    const { effects } = game.reject('t')
    const left = effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one] : []))
    expect(left).toEqual([
      { kind: 'nodeLeft', node: 't', outcome: 'rejected' },
      { kind: 'nodeLeft', node: 'e', outcome: 'passed' },
    ])
  })

  it('comes to conditions as an outcome, too', async () => {
    const conditional = drawn(
      throwing('t'),
      border('e', 't', error('E1')),
      '<sequenceFlow id="if" sourceRef="b" targetRef="c"><conditionExpression>outcomes.t == "rejected"</conditionExpression></sequenceFlow>',
    )
    const game = await play(conditional)
    game.approve('a')
    game.reject('t')
    game.approve('b')
    expect(game.open()).toEqual(['c/c'])
  })

  it('takes the event of its code before one that catches any', async () => {
    const both = drawn(
      throwing('t'),
      border('any', 't', '<errorEventDefinition/>') + border('e', 't', error('E1')),
      flows('any -> end2'),
    )
    const game = await play(both)
    game.approve('a')
    game.reject('t')
    expect(game.open()).toEqual(['b/b'])
  })

  it('is the verdict of all who decide, and takes away what is still asked', async () => {
    const many = drawn(
      `<userTask id="t"><extensionElements><approval:candidates><approval:candidate kind="user" ref="p"/><approval:candidate kind="user" ref="q"/><approval:candidate kind="user" ref="r"/></approval:candidates><approval:decision mode="count" threshold="2" onReject="throw" error="too-dear"/></extensionElements></userTask>`,
      border('e', 't', error('E1')),
    )
    const game = await play(many)
    game.approve('a')
    game.reject('t', 'p')
    expect(game.open()).toEqual(['t/q', 't/r'])
    game.reject('t', 'q')
    expect(game.open()).toEqual(['b/b'])
  })

  it('comes by time, too', async () => {
    const late = drawn(
      user(
        't',
        't',
        '<approval:decision onReject="throw" error="too-dear"/><approval:timeout in="P1D" result="rejected"/>',
      ),
      border('e', 't', error('E1')),
    )
    const game = await play(late)
    game.approve('a')
    const [timer] = game.state().execution.timers ?? []
    game.must({ kind: 'fireTimer', timer: timer?.id ?? 0, actor: { userId: 'timer' } })
    expect(game.open()).toEqual(['b/b'])
  })

  it('ends the approval where nothing catches it', async () => {
    const game = await play(drawn(throwing('t', 'wrong'), border('e', 't', error('E1'))))
    game.approve('a')
    game.reject('t')
    expect(game.state().status).toBe('REJECTED')
  })
})

describe('a rejection that is thrown is caught around its task', () => {
  const within = (task: string, around: string, inside = '') =>
    declared(
      bpmn(
        `${start}<subProcess id="sub"><startEvent id="s"/>${task}${user('other')}<parallelGateway id="split"/><endEvent id="se"/>${inside}${flows('s -> split -> t -> se', 'split -> other -> se')}</subProcess>${around}${user('b')}${end}${flows('start -> sub -> end', 'e -> b -> end')}`,
      ),
    )

  it('by the border of its sub-process, which it ends', async () => {
    const game = await play(within(throwing('t'), border('e', 'sub', error('E1'))))
    game.reject('t')
    expect(game.open()).toEqual(['b/b'])
  })

  it('by an event sub-process, which takes the place of all else', async () => {
    const handler = `<subProcess id="h" triggeredByEvent="true"><startEvent id="hs">${error('E1')}</startEvent>${user('mend')}<endEvent id="he"/>${flows('hs -> mend -> he')}</subProcess>`
    const game = await play(within(throwing('t'), border('e', 'sub', error('E2')), handler))
    game.reject('t')
    expect(game.open()).toEqual(['mend/mend'])
  })

  it('of one of many, by the border of all of them', async () => {
    const many = throwing('t').replace(
      '</extensionElements>',
      '</extensionElements><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>',
    )
    const game = await play(drawn(many, border('e', 't', error('E1'))))
    game.approve('a')
    expect(game.open()).toEqual(['t/t', 't/t', 't/t'])
    game.reject('t')
    expect(game.open()).toEqual(['b/b'])
  })
})

describe('behind a rejection that was thrown', () => {
  const xml = drawn(throwing('t'), border('e', 't', error('E1')))

  it('a return leads to before it, and to the task itself', async () => {
    for (const to of ['a', 't']) {
      const game = await play(xml)
      game.approve('a')
      game.reject('t')
      game.act('b', 'b', { kind: 'return', to: [to], resubmit: 'rerun' })
      expect(game.open()).toEqual([`${to}/${to}`])
    }
  })

  it('there is no way straight back to its task: a rejection there leads elsewhere', async () => {
    const returning = drawn(throwing('t'), border('e', 't', error('E1'))).replace(
      user('c'),
      user('c', 'c', '<approval:return to="any" resubmit="returner"/>'),
    )
    const game = await play(returning)
    game.approve('a')
    game.approve('t')
    expect(
      game.act('c', 'c', { kind: 'return', to: ['t'], resubmit: 'straightBack' }),
    ).toMatchObject({ kind: 'refused', reason: 'resubmit_mode_forbidden' })
    game.act('c', 'c', { kind: 'return', to: ['a'], resubmit: 'straightBack' })
    expect(game.open()).toEqual(['a/a'])
  })
})

describe('an error event on a task', () => {
  it.each([
    ['no rejection throws anything', user('t')],
    ['a rejection throws another error', throwing('t', 'wrong')],
    [
      'a rejection throws one without a code',
      user('t', 't', '<approval:decision onReject="throw"/>'),
    ],
  ])('waits for nothing where %s', async (_, task) => {
    expect(await problems(drawn(task, border('e', 't', error('E1'))))).toEqual([
      'e error_not_thrown',
    ])
  })

  it('that catches any is met by one without a code', async () => {
    const task = user('t', 't', '<approval:decision onReject="throw"/>')
    const any = drawn(task, border('e', 't', '<errorEventDefinition/>'))
    expect(await problems(any)).toEqual([])
    const game = await play(any)
    game.approve('a')
    game.reject('t')
    expect(game.open()).toEqual(['b/b'])
  })

  it('a code says nothing where a rejection does not throw', async () => {
    const task = user('t', 't', '<approval:decision error="too-dear"/>')
    const plain = bpmn(`${start}${task}${end}${flows('start -> t -> end')}`)
    expect(await problems(plain)).toEqual(['t value_invalid'])
  })
})
