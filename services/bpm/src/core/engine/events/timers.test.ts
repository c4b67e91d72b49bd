import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, type Play, user, validate } from '../../testing.ts'

const after = (duration: string) =>
  `<timerEventDefinition><timeDuration>${duration}</timeDuration></timerEventDefinition>`
const wait = (id: string, duration = 'P1D') =>
  `<intermediateCatchEvent id="${id}">${after(duration)}</intermediateCatchEvent>`
const border = (id: string, on: string, more = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${on}" ${more}>${after('PT4H')}</boundaryEvent>`

const timers = (one: Play) => (one.state().execution.timers ?? []).filter(({ left }) => left > 0)
const fire = (one: Play, purposeOrNode: string) => {
  const timer = timers(one).find(
    ({ node, purpose }) => node === purposeOrNode || purpose === purposeOrNode,
  )
  if (timer === undefined) throw new Error(`no timer for ${purposeOrNode}`)
  return one.must({ kind: 'fireTimer', timer: timer.id, actor: { userId: 'timer' } })
}

describe('catch events', () => {
  const xml = bpmn(
    start + user('a') + wait('pause') + user('b') + end + flows('start -> a -> pause -> b -> end'),
  )

  it('wait for their time, and then go on', async () => {
    expect(await validate(xml, [])).toEqual([])
    const one = await play(xml)
    expect(timers(one)).toEqual([])
    one.approve('a')
    expect(one.open()).toEqual([])
    expect(timers(one)).toMatchObject([
      { purpose: 'catch', node: 'pause', when: { kind: 'in', text: 'P1D', working: false } },
    ])
    fire(one, 'pause')
    expect(one.open()).toEqual(['b/b'])
    expect(timers(one)).toEqual([])
  })

  it('do nothing twice, and nothing while the approval is suspended', async () => {
    const one = await play(xml)
    one.approve('a')
    const timer = timers(one)[0]?.id ?? 0
    const command = { kind: 'fireTimer' as const, timer, actor: { userId: 'timer' } }
    one.must({ kind: 'suspend', actor: { userId: 'x', administrator: true } })
    expect(one.try(command)).toMatchObject({ kind: 'refused', reason: 'not_running' })
    one.must({ kind: 'resume', actor: { userId: 'x', administrator: true } })
    one.must(command)
    expect(one.try(command)).toMatchObject({ kind: 'refused', reason: 'timer_unknown' })
  })

  it('hold an inclusive join and a parallel one', async () => {
    for (const gateway of ['inclusive', 'parallel']) {
      const forked = bpmn(
        `${start}<${gateway}Gateway id="fork"/><${gateway}Gateway id="join"/>` +
          `${wait('pause')}${user('a')}${user('b')}${end}` +
          flows(
            gateway === 'inclusive' ? 'start -> fork' : 'start -> fork -> a -> join -> b -> end',
            ...(gateway === 'inclusive'
              ? ['fork -> a : 1.0 > 0.0', 'fork -> pause : 1.0 > 0.0', 'a -> join -> b -> end']
              : ['fork -> pause']),
            'pause -> join',
          ),
      )
      const one = await play(forked)
      one.approve('a')
      expect(one.open()).toEqual([])
      fire(one, 'pause')
      expect(one.open()).toEqual(['b/b'])
    }
  })

  it('compute their moment from the values', async () => {
    const dated = bpmn(
      `${start}<intermediateCatchEvent id="pause"><timerEventDefinition><timeDate>\${due}</timeDate></timerEventDefinition></intermediateCatchEvent>${user('b')}${end}` +
        flows('start -> pause -> b -> end'),
    )
    expect(await validate(dated, [{ name: 'due', type: 'date' }])).toEqual([])
    const one = await play(dated, { variables: { due: '2026-12-24' } })
    expect(timers(one)).toMatchObject([{ when: { kind: 'at', text: '2026-12-24' } }])
  })
})

describe('events on a border', () => {
  it('end the task when they interrupt', async () => {
    const one = await play(
      bpmn(
        start +
          user('a') +
          border('late', 'a') +
          user('b') +
          end +
          flows('start -> a -> end', 'late -> b -> end'),
      ),
    )
    fire(one, 'late')
    expect(one.open()).toEqual(['b/b'])
    expect(timers(one)).toEqual([])
    one.approve('b')
    expect(one.state().status).toBe('APPROVED')
  })

  it('start something beside the task when they do not, once', async () => {
    const one = await play(
      bpmn(
        start +
          user('a') +
          border('late', 'a', 'cancelActivity="false"') +
          user('b') +
          end +
          flows('start -> a -> end', 'late -> b -> end'),
      ),
    )
    fire(one, 'late')
    expect(one.open()).toEqual(['a/a', 'b/b'])
    expect(timers(one)).toEqual([])
    one.approve('a')
    expect(one.state().status).toBe('RUNNING')
    one.approve('b')
    expect(one.state().status).toBe('APPROVED')
  })

  it('go when the task is decided or taken back, and are set anew with it', async () => {
    const xml = bpmn(
      start +
        user('a') +
        user('b') +
        border('late', 'b') +
        end +
        flows('start -> a -> b -> end', 'late -> end'),
    )
    const one = await play(xml)
    one.approve('a')
    const first = timers(one)[0]?.id
    one.act('b', 'b', { kind: 'return', to: ['a'] })
    expect(timers(one)).toEqual([])
    one.approve('a')
    expect(timers(one)).toHaveLength(1)
    expect(timers(one)[0]?.id).not.toBe(first)
    one.approve('b')
    expect(one.state().execution.timers).toEqual([])
  })

  it('end all that goes on in a sub-process', async () => {
    const one = await play(
      bpmn(
        `${start}<subProcess id="sub"><startEvent id="in"/><parallelGateway id="fork"/>${user('a')}${user('b')}<endEvent id="out"/>${flows('in -> fork -> a -> out', 'fork -> b -> out')}</subProcess>` +
          border('late', 'sub') +
          user('c') +
          end +
          flows('start -> sub -> end', 'late -> c -> end'),
      ),
    )
    expect(one.open()).toEqual(['a/a', 'b/b'])
    fire(one, 'late')
    expect(one.open()).toEqual(['c/c'])
    expect(one.state().execution.scopes).toEqual([])
    one.approve('c')
    expect(one.state().status).toBe('APPROVED')
  })

  it('are put back with work that a return had put aside', async () => {
    const returns = '<approval:return to="any" resubmit="straightBack"/>'
    const one = await play(
      bpmn(
        start +
          user('a') +
          user('b', 'b', returns) +
          border('late', 'b') +
          end +
          flows('start -> a -> b -> end', 'late -> end'),
      ),
    )
    one.approve('a')
    one.act('b', 'b', { kind: 'return', to: ['a'] })
    expect(timers(one)).toEqual([])
    one.approve('a')
    expect(timers(one)).toMatchObject([{ node: 'late' }])
  })

  it.each([
    ['a task', user('a') + border('late', 'a'), flows('start -> a -> b -> end', 'late -> b')],
    [
      'the sub-process around it',
      `<subProcess id="sub"><startEvent id="in"/>${user('a')}<endEvent id="out"/>${flows('in -> a -> out')}</subProcess>` +
        border('late', 'sub'),
      flows('start -> sub -> b -> end', 'late -> b'),
    ],
  ])(
    'are not set for %s that is only visited again, so the way straight back is kept',
    async (_, visited, paths) => {
      const returns = '<approval:return to="any" resubmit="straightBack"/>'
      const one = await play(bpmn(start + visited + user('b', 'b', returns) + end + paths))
      one.approve('a')
      one.act('b', 'b', { kind: 'return', to: ['a'] })
      expect(one.open()).toEqual(['a/a'])
      expect(timers(one)).toEqual([])
      one.approve('a')
      expect(one.open()).toEqual(['b/b'])
      one.approve('b')
      expect(one.state().status).toBe('APPROVED')
    },
  )

  it.each([
    [
      'on a gateway',
      start +
        '<parallelGateway id="a"/>' +
        border('late', 'a') +
        end +
        flows('start -> a -> end', 'late -> end'),
      'boundary_host',
    ],
    [
      'with a flow to it',
      start +
        user('a') +
        border('late', 'a') +
        end +
        flows('start -> a -> late -> end', 'a -> end'),
      'start_entered',
    ],
    [
      'that repeats',
      start +
        user('a') +
        '<boundaryEvent id="late" attachedToRef="a"><timerEventDefinition><timeCycle>R3/PT1H</timeCycle></timerEventDefinition></boundaryEvent>' +
        end +
        flows('start -> a -> end', 'late -> end'),
      'element_unsupported',
    ],
    [
      'of another kind',
      start +
        user('a') +
        '<boundaryEvent id="late" attachedToRef="a"><escalationEventDefinition/></boundaryEvent>' +
        end +
        flows('start -> a -> end', 'late -> end'),
      'element_unsupported',
    ],
    [
      'without a time',
      start +
        user('a') +
        '<boundaryEvent id="late" attachedToRef="a"><timerEventDefinition/></boundaryEvent>' +
        end +
        flows('start -> a -> end', 'late -> end'),
      'timer_invalid',
    ],
    [
      'at no time there is',
      start +
        user('a') +
        '<boundaryEvent id="late" attachedToRef="a">' +
        after('soon') +
        '</boundaryEvent>' +
        end +
        flows('start -> a -> end', 'late -> end'),
      'timer_invalid',
    ],
  ])('are refused %s', async (_, content, code) => {
    expect((await validate(bpmn(content), [])).map((problem) => problem.code)).toContain(code)
  })
})

describe('the time of a user task', () => {
  const rules = (text: string, mode = '') =>
    bpmn(
      start + user('a', 'ann bob', mode + text) + user('b') + end + flows('start -> a -> b -> end'),
    )

  it('reminds as often as it says', async () => {
    const xml = rules('<approval:remind in="PT4H" times="2"/>', '<approval:decision mode="all"/>')
    const one = await play(xml)
    const [ann, bob] = one.state().tasks.map(({ key }) => key)
    expect(timers(one)).toMatchObject([{ purpose: 'remind', left: 2, when: { working: true } }])
    expect(fire(one, 'remind').effects).toEqual([
      { kind: 'reminded', node: 'a', tasks: [ann, bob] },
    ])
    one.approve('a', 'ann')
    expect(fire(one, 'remind').effects).toEqual([{ kind: 'reminded', node: 'a', tasks: [bob] }])
    expect(timers(one)).toEqual([])
  })

  it('hands undecided tasks to those who are named for it', async () => {
    const escalate =
      '<approval:escalate in="P2D"><approval:candidate kind="user" ref="boss"/><approval:candidate kind="user" ref="deputy"/></approval:escalate>'
    const one = await play(rules(escalate, '<approval:decision mode="all"/>'))
    one.approve('a', 'ann')
    fire(one, 'escalate')
    expect(one.open()).toEqual(['a/boss|deputy'])
    one.approve('a', 'boss')
    expect(one.open()).toEqual(['b/b'])
  })

  it('leaves an incident where nobody is found to escalate to', async () => {
    const one = await play(
      rules(
        '<approval:escalate in="P2D"><approval:candidate kind="role" ref="x"/></approval:escalate>',
      ),
    )
    expect(fire(one, 'escalate').effects).toEqual([
      { kind: 'incident', node: 'a', reason: 'nobody_to_escalate_to' },
    ])
    expect(one.open()).toEqual(['a/ann|bob'])
  })

  it('decides by itself', async () => {
    const approved = await play(rules('<approval:timeout in="P5D" result="approved"/>'))
    fire(approved, 'timeout')
    expect(approved.open()).toEqual(['b/b'])
    const rejected = await play(rules('<approval:timeout in="P5D" result="rejected"/>'))
    fire(rejected, 'timeout')
    expect(rejected.state().status).toBe('REJECTED')
  })

  it.each([
    '<approval:remind/>',
    '<approval:remind in="P1D" at="2026-01-01"/>',
    '<approval:timeout in="P1M"/>',
    '<approval:due in="now"/>',
  ])('refuses %s', async (text) => {
    expect(await validate(rules(text), [])).toMatchObject([{ element: 'a', code: 'timer_invalid' }])
  })
})

describe('receive tasks', () => {
  const xml = bpmn(
    `${start}<receiveTask id="paid" messageRef="m"/>${border('late', 'paid')}${user('b')}${end}` +
      flows('start -> paid -> b -> end', 'late -> end'),
  ).replace('<process', '<message id="m" name="payment"/><process')

  it('wait for their message', async () => {
    expect(await validate(xml, [])).toEqual([])
    const one = await play(xml)
    const actor = { userId: 'app' }
    expect(one.try({ kind: 'message', name: 'other', actor })).toMatchObject({
      reason: 'message_not_expected',
    })
    one.must({ kind: 'message', name: 'payment', actor })
    expect(one.open()).toEqual(['b/b'])
    expect(timers(one)).toEqual([])
  })

  it('can be given up by a time on their border', async () => {
    const one = await play(xml)
    fire(one, 'late')
    expect(one.state().status).toBe('APPROVED')
  })
})

describe('a cycle beside an activity', () => {
  const cycle = (text: string) =>
    `<boundaryEvent id="again" attachedToRef="a" cancelActivity="false"><timerEventDefinition><timeCycle>${text}</timeCycle></timerEventDefinition></boundaryEvent>`
  const beside = (text: string) =>
    bpmn(
      start +
        user('a') +
        cycle(text) +
        user('b') +
        end +
        flows('start -> a -> end', 'again -> b -> end'),
    )

  it('comes as often as it says while the activity goes on, each time once', async () => {
    const game = await play(beside('R3/PT1H'))
    for (const left of [3, 2, 1]) {
      expect(timers(game)).toMatchObject([{ node: 'again', left, when: { text: 'PT1H' } }])
      const number = timers(game)[0]?.id ?? 0
      fire(game, 'again')
      // Whoever holds the old number for due finds nothing.
      expect(
        game.try({ kind: 'fireTimer', timer: number, actor: { userId: 'timer' } }),
      ).toMatchObject({ kind: 'refused', reason: 'timer_unknown' })
    }
    expect(timers(game)).toEqual([])
    expect(game.open()).toEqual(['a/a', 'b/b', 'b/b', 'b/b'])
  })

  it('goes on for ever without a number, until the activity is done', async () => {
    const game = await play(beside('R/P1D'))
    for (let times = 0; times < 20; times++) fire(game, 'again')
    expect(timers(game)).toHaveLength(1)
    game.approve('a')
    expect(timers(game)).toEqual([])
  })

  it.each([
    ['a first moment', 'R3/2026-01-01T00:00:00Z/P1D'],
    ['a cron expression', '0 0/5 * * * ?'],
    ['no times at all', 'R0/P1D'],
    ['an expression', '${cycle}'],
  ])('with %s is refused', async (_, text) => {
    expect(await validate(beside(text), [])).toContainEqual(
      expect.objectContaining({ element: 'again', code: 'timer_invalid' }),
    )
  })

  it('that would end its activity is refused: it comes once', async () => {
    const xml = beside('R3/PT1H').replace('cancelActivity="false"', 'cancelActivity="true"')
    expect(await validate(xml, [])).toContainEqual(
      expect.objectContaining({ element: 'again', code: 'element_unsupported' }),
    )
  })
})

describe('a cycle that is waited for', () => {
  const timed = (cycle: string) =>
    `<timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition>`
  const waiting = (cycle: string) =>
    bpmn(
      `${start}${user('a')}<intermediateCatchEvent id="w">${timed(cycle)}</intermediateCatchEvent>${user('b')}${end}${flows('start -> a -> w -> b -> end')}`,
    )

  it('leads on each time that it comes, and ends with the last', async () => {
    const game = await play(waiting('R3/PT1H'))
    game.approve('a')
    for (const left of [3, 2, 1]) {
      expect(timers(game)).toMatchObject([{ node: 'w', left, when: { text: 'PT1H' } }])
      fire(game, 'w')
    }
    expect(timers(game)).toEqual([])
    expect(game.open()).toEqual(['b/b', 'b/b', 'b/b'])
    for (let times = 0; times < 3; times++) game.approve('b')
    expect(game.state().status).toBe('APPROVED')
  })

  it('is not over while a time is still to come', async () => {
    const game = await play(waiting('R2/PT1H'))
    game.approve('a')
    fire(game, 'w')
    game.approve('b')
    expect(game.state().status).toBe('RUNNING')
    fire(game, 'w')
    game.approve('b')
    expect(game.state().status).toBe('APPROVED')
  })

  it('is undone as a whole by a return to before it, and waited for anew', async () => {
    const game = await play(waiting('R2/PT1H'))
    game.approve('a')
    fire(game, 'w')
    game.act('b', 'b', { kind: 'return', to: ['a'] })
    expect(game.open()).toEqual(['a/a'])
    expect(timers(game)).toEqual([])
    game.approve('a')
    expect(timers(game)).toMatchObject([{ node: 'w', left: 2 }])
  })

  it('is a delay where it comes once', async () => {
    const game = await play(waiting('R1/PT1H'))
    game.approve('a')
    fire(game, 'w')
    expect(game.open()).toEqual(['b/b'])
    expect(timers(game)).toEqual([])
  })

  it.each(['R/PT1H', 'R101/PT1H'])('says how often, a hundred times at most: %s', async (cycle) => {
    expect(await validate(waiting('R100/PT1H'), [])).toEqual([])
    expect(await validate(waiting(cycle), [])).toContainEqual(
      expect.objectContaining({ element: 'w', code: 'element_unsupported' }),
    )
  })

  it('is refused beside others, and behind an event-based gateway: what comes first leads on', async () => {
    const several = waiting('R2/PT1H').replace(
      timed('R2/PT1H'),
      timed('R2/PT1H') + '<messageEventDefinition/>',
    )
    const behind = bpmn(
      `${start}<eventBasedGateway id="g"/><intermediateCatchEvent id="w">${timed('R2/PT1H')}</intermediateCatchEvent><receiveTask id="r"/>${end}${flows('start -> g -> w -> end', 'g -> r -> end')}`,
    )
    for (const xml of [several, behind]) {
      expect(await validate(xml, [])).toContainEqual(
        expect.objectContaining({ element: 'w', code: 'element_unsupported' }),
      )
    }
  })

  it('lets two of its paths come to a join', async () => {
    const joined = bpmn(
      `${start}<intermediateCatchEvent id="w">${timed('R2/PT1H')}</intermediateCatchEvent>` +
        '<exclusiveGateway id="x" default="no"/><sequenceFlow id="yes" sourceRef="x" targetRef="j"><conditionExpression>initiator == "ann"</conditionExpression></sequenceFlow><sequenceFlow id="no" sourceRef="x" targetRef="j"/>' +
        `<parallelGateway id="j"/>${end}${flows('start -> w -> x', 'j -> end')}`,
    )
    expect(await validate(joined, [])).toEqual([])
  })
})
