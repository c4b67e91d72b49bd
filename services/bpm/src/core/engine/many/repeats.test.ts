import { describe, expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'

const condition = (text: string) => `<loopCondition><![CDATA[${text}]]></loopCondition>`
const standard = (inside: string, attributes = '') =>
  `<standardLoopCharacteristics ${attributes}>${inside}</standardLoopCharacteristics>`
const many = (inside: string, sequential = true) =>
  `<multiInstanceLoopCharacteristics isSequential="${sequential}">${inside}</multiInstanceLoopCharacteristics>`
const times = (count: string, inside = '') => `<loopCardinality>${count}</loopCardinality>${inside}`
const until = (text: string) => `<completionCondition><![CDATA[${text}]]></completionCondition>`

/** An activity with the loop that it has. */
const looping = (xml: string, loop: string) => xml.replace(/<\/(\w+)>$/, `${loop}</$1>`)
const onReject = '<approval:decision onReject="continue"/>'
const asked = (loop: string, extensions = onReject) => looping(user('a', 'p', extensions), loop)
const drawn = (loop: string, extensions = onReject) =>
  bpmn(start + asked(loop, extensions) + user('b', 'q') + end + flows('start -> a -> b -> end'))

const declared = [
  { name: 'n', type: 'number' },
  { name: 'more', type: 'boolean' },
  { name: 'who', type: 'users' },
] as const
const codesOf = async (xml: string) =>
  (await validate(xml, declared)).map(({ element, code }) => `${element} ${code}`)
const left = (game: Play, node: string) =>
  game.effects.filter((one) => one.kind === 'nodeLeft' && one.node === node).length

describe('a standard loop of a user task', () => {
  const whileRejected = drawn(standard(condition('outcomes.a == "rejected"')))

  it('asks again as long as its condition holds, and looks at it afterwards', async () => {
    expect(await codesOf(whileRejected)).toEqual([])
    const game = await play(whileRejected)
    game.reject('a')
    expect(game.open()).toEqual(['a/p'])
    game.reject('a')
    game.approve('a')
    expect(game.open()).toEqual(['b/q'])
    game.approve('b')
    expect(game.state().status).toBe('APPROVED')
  })

  it('asks whoever approved the turn before, whatever is said of duplicates', async () => {
    for (const duplicates of ['any', 'consecutive']) {
      const policy = `<approval:policy duplicates="${duplicates}"/>`
      const game = await play(drawn(standard('', 'loopMaximum="2"'), policy))
      game.approve('a')
      expect(game.open()).toEqual(['a/p'])
      game.approve('a')
      expect(game.open()).toEqual(['b/q'])
    }
  })

  it('of a sub-process forgets its own turns, and not what was approved in the sub-process before', async () => {
    const inner = (id: string, body: string, more = '') =>
      `<subProcess id="${id}">${more}<startEvent id="${id}s"/>${body}<endEvent id="${id}e"/></subProcess>`
    const asked = user('b', 'p', '<approval:policy duplicates="any"/>') + user('c', 'r')
    const game = await play(
      bpmn(
        start +
          inner('s1', user('a', 'p') + flows('s1s -> a -> s1e')) +
          inner('s2', asked + flows('s2s -> b -> c -> s2e'), standard('', 'loopMaximum="2"')) +
          end +
          flows('start -> s1 -> s2 -> end'),
      ),
    )
    game.approve('a')
    expect(game.open()).toEqual(['c/r'])
    game.approve('c')
    expect(game.open()).toEqual(['c/r'])
  })

  it('asks so often at most, counts its turns, and asks nobody where it may not begin', async () => {
    const most = await play(drawn(standard(condition('true'), 'loopMaximum="3"')))
    for (const _ of [1, 2, 3]) most.approve('a')
    expect(most.open()).toEqual(['b/q'])
    const counted = await play(drawn(standard(condition('loopCounter < int(n)'))), {
      variables: { n: 2 },
    })
    counted.approve('a')
    counted.approve('a')
    expect(counted.open()).toEqual(['b/q'])
    const before = drawn(standard(condition('more'), 'testBefore="true"'))
    expect((await play(before, { variables: { more: false } })).open()).toEqual(['b/q'])
    expect((await play(before, { variables: { more: true } })).open()).toEqual(['a/p'])
    const after = await play(drawn(standard(condition('false'))))
    expect(after.open()).toEqual(['a/p'])
  })

  it.each([['rerun'], ['straightBack']] as const)(
    'goes on with the turn that was returned to: %s',
    async (resubmit) => {
      const xml = bpmn(
        `${start}${asked(standard(condition('true'), 'loopMaximum="3"'))}${user(
          'b',
          'q',
          '<approval:return to="any" resubmit="returner"/>',
        )}${end}${flows('start -> a -> b -> end')}`,
      )
      const game = await play(xml)
      for (const _ of [1, 2, 3]) game.approve('a')
      expect(game.act('b', 'q', { kind: 'return', to: ['a'], resubmit }).kind).toBe('applied')
      expect(game.open()).toEqual(['a/p'])
      // The third turn is done anew, and no fourth comes after it.
      game.approve('a')
      expect(game.open()).toEqual(['b/q'])
    },
  )

  it('is begun anew by a resubmission and by a jump', async () => {
    const game = await play(drawn(standard('', 'loopMaximum="2"'), '<approval:return to="any"/>'))
    game.approve('a')
    game.act('a', 'p', { kind: 'return', to: 'initiator' })
    game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
    game.approve('a')
    expect(game.open()).toEqual(['a/p'])
    game.must({ kind: 'jump', to: 'a', actor: { userId: 'root', administrator: true } })
    game.approve('a')
    expect(game.open()).toEqual(['a/p'])
  })

  it('gives a decision back that was taken back, in the turn it was made in', async () => {
    const game = await play(drawn(standard('', 'loopMaximum="2"')))
    game.approve('a')
    const { key, activation } = game.task('a')
    const mine = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.state === 'APPROVED' ? [one.task] : [],
    )
    expect(activation).not.toBe(mine[0]?.activation)
    game.must({
      kind: 'takeBack',
      task: mine[0]?.key ?? 0,
      actor: { userId: 'p' },
      decided: mine,
      reopened: [],
      since: [],
    })
    expect(game.task('a').key).not.toBe(key)
    game.approve('a')
    game.approve('a')
    expect(game.open()).toEqual(['b/q'])
  })

  it('goes on in another definition with the turns it has had', async () => {
    const game = await play(drawn(standard('', 'loopMaximum="3"')))
    game.approve('a')
    const to = await compile(drawn(standard('', 'loopMaximum="2"')))
    expect(game.migrate(to, { definitionId: 'next', nodes: {} }).kind).toBe('applied')
    game.approve('a')
    expect(game.open()).toEqual(['b/q'])
  })
})

describe('a standard loop of other activities', () => {
  const inside = (xml: string) =>
    bpmn(start + xml + user('b', 'q') + end + flows('start -> x -> b -> end'))

  it('asks the application so often, and passes so often what is done elsewhere', async () => {
    const callback = `<serviceTask id="x"><extensionElements><approval:callback name="book"/></extensionElements>${standard('', 'loopMaximum="3"')}</serviceTask>`
    expect(await codesOf(inside(callback))).toEqual([])
    const game = await play(inside(callback))
    expect(game.effects.filter(({ kind }) => kind === 'callbackRequested')).toHaveLength(3)
    const manual = `<manualTask id="x">${standard(condition('more'), 'loopMaximum="2"')}</manualTask>`
    expect(left(await play(inside(manual), { variables: { more: true } }), 'x')).toBe(2)
    expect(left(await play(inside(manual), { variables: { more: false } }), 'x')).toBe(1)
  })

  it('waits for the message and for the called approval each time', async () => {
    const receive = await play(
      inside(`<receiveTask id="x">${standard('', 'loopMaximum="2"')}</receiveTask>`),
    )
    const send = { kind: 'message', name: 'x', actor: { userId: 'app' } } as const
    receive.must(send)
    expect(receive.open()).toEqual([])
    receive.must(send)
    expect(receive.open()).toEqual(['b/q'])
    const call = await play(
      inside(
        `<callActivity id="x" calledElement="other">${standard('', 'loopMaximum="2"')}</callActivity>`,
      ),
    )
    for (const count of [1, 2]) {
      const [only, ...others] = call.state().execution.calls ?? []
      expect(others).toEqual([])
      call.must({
        kind: 'callEnded',
        call: only?.id ?? 0,
        result: 'approved',
        variables: {},
        actor: { userId: 'z' },
      })
      expect(call.open()).toEqual(count === 2 ? ['b/q'] : [])
    }
  })

  const subProcess = (loop: string) =>
    inside(
      `<subProcess id="x">${loop}<startEvent id="s"/>${user('a', 'p', onReject)}${user('c', 'r', '<approval:return to="any" resubmit="returner"/>')}<endEvent id="e"/>${flows('s -> a -> c -> e')}</subProcess>`,
    )

  it('runs a sub-process again, and returns into the run before', async () => {
    const xml = subProcess(standard(condition('outcomes.a == "rejected"')))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml)
    game.reject('a')
    game.approve('c')
    expect(game.open()).toEqual(['a/p'])
    game.approve('a')
    game.act('c', 'r', { kind: 'return', to: ['a'], resubmit: 'rerun' })
    game.reject('a')
    game.approve('c')
    expect(game.open()).toEqual(['a/p'])
    game.approve('a')
    game.approve('c')
    expect(game.open()).toEqual(['b/q'])
    expect(game.state().execution.scopes).toEqual([])
  })

  it('asks in each run of a sub-process whoever approved in the run before', async () => {
    const policy = '<approval:policy duplicates="any"/>'
    const loop = standard('', 'loopMaximum="2"')
    const xml = inside(
      `<subProcess id="x">${loop}<startEvent id="s"/>${user('a', 'p', policy)}${user('c', 'r', policy)}<endEvent id="e"/>${flows('s -> a -> c -> e')}</subProcess>`,
    )
    const game = await play(xml)
    for (const _ of [1, 2]) {
      game.approve('a')
      expect(game.open()).toEqual(['c/r'])
      game.approve('c')
    }
    expect(game.open()).toEqual(['b/q'])
  })

  it('runs a sub-process so many times in turn, told which one it is', async () => {
    const each = `<extensionElements><approval:each value="who" as="one"/></extensionElements>`
    const xml = subProcess(many(each))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml, { variables: { who: ['u', 'v'] } })
    for (const _ of [1, 2]) {
      game.approve('a')
      game.approve('c')
    }
    expect(game.open()).toEqual(['b/q'])
    expect((await play(xml, { variables: { who: [] } })).open()).toEqual(['b/q'])
  })
})

describe('multi-instance of tasks', () => {
  it('asks the same people so often in turn, or until enough have approved', async () => {
    const xml = drawn(many(times('int(n)')))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml, { variables: { n: 3 } })
    for (const _ of [1, 2, 3]) game.approve('a')
    expect(game.open()).toEqual(['b/q'])
    expect((await play(xml, { variables: { n: 0 } })).open()).toEqual(['b/q'])
    const enough = drawn(many(times('5', until('nrOfApprovedInstances >= 2'))))
    expect(await codesOf(enough)).toEqual([])
    const early = await play(enough)
    early.approve('a')
    early.reject('a')
    expect(early.open()).toEqual(['a/p'])
    early.approve('a')
    expect(early.open()).toEqual(['b/q'])
  })

  it('shows the approval to each of a list, and asks the application for each', async () => {
    const each = `<extensionElements><approval:each value="who" as="one"/></extensionElements>`
    const copy = `<serviceTask id="x"><extensionElements><approval:copy/><approval:candidates><approval:candidate kind="expression" value="one"/></approval:candidates></extensionElements>${many(each, false)}</serviceTask>`
    const xml = bpmn(start + copy + end + flows('start -> x -> end'))
    expect(await codesOf(xml)).toEqual([])
    const game = await play(xml, { variables: { who: ['u', 'v'] } })
    expect(game.effects.flatMap((one) => (one.kind === 'copied' ? one.users : []))).toEqual([
      'u',
      'v',
    ])
  })
})

describe('a repetition is refused', () => {
  it.each([
    ['without an end', asked(standard('')), 'a repeat_endless'],
    ['with a maximum that is none', asked(standard('', 'loopMaximum="0"')), 'a value_invalid'],
    ['with a condition that is no yes or no', asked(standard(condition('n'))), 'a expression_type'],
    [
      'with a condition that does not parse',
      asked(standard(condition('1 +'))),
      'a expression_invalid',
    ],
    [
      'of what changes nothing, without a maximum',
      `<task id="a">${standard(condition('more'))}</task>`,
      'a repeat_endless',
    ],
    [
      'of a sub-process in which nothing changes',
      `<subProcess id="a">${standard(condition('more'))}<startEvent id="s"/><endEvent id="e"/>${flows('s -> e')}</subProcess>`,
      'a repeat_endless',
    ],
    ['with a number that is none', asked(many(times('0.5')), ''), 'a loop_cardinality'],
    ['without a number or a list', `<task id="a">${many('')}</task>`, 'a loop_cardinality'],
  ])('%s', async (_, element, code) => {
    const xml = bpmn(start + element + end + flows('start -> a -> end'))
    expect(await codesOf(xml)).toContain(code)
  })
})
