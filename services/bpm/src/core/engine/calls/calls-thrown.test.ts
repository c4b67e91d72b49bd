import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, play, start, user, validate, type Play } from '../../testing.ts'

const actor = { userId: 'lee' }
const root = { userId: 'root', administrator: true }

/** A document whose errors and escalations have codes. */
const withCodes = (content: string) =>
  bpmn(content).replace(
    '<process',
    `<error id="E1" errorCode="missing"/><error id="E2" errorCode="wrong"/>
     <escalation id="S1" escalationCode="late"/><escalation id="S2" escalationCode="other"/><process`,
  )
const error = (ref = '') => `<errorEventDefinition${ref === '' ? '' : ` errorRef="${ref}"`}/>`
const escalation = (ref = '') =>
  `<escalationEventDefinition${ref === '' ? '' : ` escalationRef="${ref}"`}/>`
const border = (id: string, host: string, definition: string, more = '') =>
  `<boundaryEvent id="${id}" attachedToRef="${host}"${more}>${definition}</boundaryEvent>`
const beside = ' cancelActivity="false"'
const call = (rules = '') =>
  `<callActivity id="review" calledElement="other"><extensionElements>${rules}</extensionElements></callActivity>`
const lenient = '<approval:call onReject="continue"/>'

/** A call with events on its border, behind each of which somebody is asked: `h` and its number. */
const calling = (definitions: readonly string[], given: { rules?: string; more?: string } = {}) =>
  withCodes(
    start +
      user('a') +
      call(given.rules) +
      definitions.map((one, index) => border(`c${index}`, 'review', one, given.more)).join('') +
      definitions.map((_, index) => user(`h${index}`)).join('') +
      user('b') +
      end +
      flows(
        'start -> a -> review -> b -> end',
        ...definitions.map((_, index) => `c${index} -> h${index} -> end`),
      ),
  )

const calls = (game: Play) => game.state().execution.calls ?? []
const fail = (game: Play, code: string, at = 0) =>
  game.must({
    kind: 'callEnded',
    call: calls(game)[at]?.id ?? 0,
    result: 'rejected',
    error: code,
    variables: {},
    actor,
  })
const escalate = (game: Play, code = 'late', at = 0) =>
  game.must({ kind: 'callEscalated', call: calls(game)[at]?.id ?? 0, code, actor })
const told = (game: Play) => game.effects.filter(({ kind }) => kind === 'callerTold')

async function begun(xml: string, variables: Readonly<Record<string, number | string[]>> = {}) {
  expect(await validate(xml, [])).toEqual([])
  const game = await play(xml, { variables })
  game.approve('a')
  return game
}

describe('[BPM-08] an error that a called approval ends with', () => {
  it.each([
    ['by its code, before any', 'missing', [error(), error('E2'), error('E1')], 'h2/h2'],
    ['by one without a code', 'missing', [error('E2'), error()], 'h1/h1'],
    ['without a code, by one without', '', [error('E1'), error()], 'h1/h1'],
  ])('is caught on the border of the call: %s', async (_, code, caught, asked) => {
    const game = await begun(calling(caught))
    fail(game, code)
    expect(game.open()).toEqual([asked])
    expect(calls(game)).toEqual([])
    expect(told(game)).toEqual([])
  })

  it('rejects the caller where nothing there catches it, or is left to conditions', async () => {
    for (const caught of [[], [error('E2')], [escalation()]]) {
      const game = await begun(calling(caught))
      fail(game, 'missing')
      expect(game.state().status).toBe('REJECTED')
      const goesOn = await begun(calling(caught, { rules: lenient }))
      fail(goesOn, 'missing')
      expect(goesOn.open()).toEqual(['b/b'])
      expect(goesOn.state().execution.outcomes).toContainEqual(['review', 'rejected'])
    }
  })

  it('is caught on the border though rejections go on; another rejection is no error', async () => {
    const game = await begun(calling([error()], { rules: lenient }))
    fail(game, 'missing')
    expect(game.open()).toEqual(['h0/h0'])
    const plain = await begun(calling([error()]))
    plain.must({
      kind: 'callEnded',
      call: calls(plain)[0]?.id ?? 0,
      result: 'rejected',
      variables: {},
      actor,
    })
    expect(plain.state().status).toBe('REJECTED')
  })

  it('hands its values back where it is caught', async () => {
    const rules = '<approval:call><approval:out source="why" target="reason"/></approval:call>'
    const game = await begun(calling([error()], { rules }))
    game.must({
      kind: 'callEnded',
      call: calls(game)[0]?.id ?? 0,
      result: 'rejected',
      error: '',
      variables: { why: 'no receipt' },
      actor,
    })
    expect(game.state().variables).toEqual({ reason: 'no receipt' })
  })

  const within = (rules: string) =>
    withCodes(
      start +
        user('a') +
        `<subProcess id="s"><startEvent id="ss"/>${call(rules)}<endEvent id="se"/>${flows('ss -> review -> se')}</subProcess>` +
        border('c', 's', error('E1')) +
        user('h') +
        user('b') +
        end +
        flows('start -> a -> s -> b -> end', 'c -> h -> end'),
    )

  it('goes out to the sub-process around the call, unless rejections of the call go on', async () => {
    const game = await begun(within(''))
    fail(game, 'missing')
    expect(game.open()).toEqual(['h/h'])
    expect(game.state().execution.scopes).toEqual([])
    const goesOn = await begun(within(lenient))
    fail(goesOn, 'missing')
    expect(goesOn.open()).toEqual(['b/b'])
  })

  it('of one of many ends the others', async () => {
    const many =
      '<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>'
    const xml = calling([error()]).replace('</callActivity>', `${many}</callActivity>`)
    const game = await begun(xml)
    fail(game, 'missing', 1)
    expect(game.open()).toEqual(['h0/h0'])
    expect(calls(game)).toEqual([])
    expect(game.effects.filter(({ kind }) => kind === 'callStopped')).toHaveLength(2)
  })

  it('that leads back to the call has it begin anew', async () => {
    const game = await begun(
      withCodes(
        start +
          user('a') +
          call() +
          border('c', 'review', error()) +
          end +
          flows('start -> a -> review -> end', 'c -> review'),
      ),
    )
    const [first] = calls(game)
    fail(game, 'missing')
    expect(calls(game)).toHaveLength(1)
    expect(calls(game)[0]?.id).not.toBe(first?.id)
  })
})

describe('[BPM-08] an escalation of a called approval', () => {
  it('ends the call where its border says so', async () => {
    const game = await begun(calling([escalation('S1')]))
    escalate(game, 'other')
    expect(game.open()).toEqual([])
    escalate(game)
    expect(game.open()).toEqual(['h0/h0'])
    expect(calls(game)).toEqual([])
    expect(game.effects.filter(({ kind }) => kind === 'callStopped')).toHaveLength(1)
  })

  it('goes on beside the call, each time, and is undone with what was before', async () => {
    const game = await begun(calling([escalation()], { more: beside }))
    escalate(game)
    escalate(game)
    expect(game.open()).toEqual(['h0/h0', 'h0/h0'])
    expect(calls(game)).toHaveLength(1)
    game.must({
      kind: 'callEnded',
      call: calls(game)[0]?.id ?? 0,
      result: 'approved',
      variables: {},
      actor,
    })
    expect(game.open()).toEqual(['h0/h0', 'h0/h0', 'b/b'])
    game.act('b', 'b', { kind: 'return', to: ['a'] })
    expect(game.open()).toEqual(['a/a'])
  })

  it('begins an event sub-process around the call, until somebody has acted there with the decision before it', async () => {
    const handler = `<subProcess id="e" triggeredByEvent="true"><startEvent id="es" isInterrupting="false">${escalation()}</startEvent>${user('h')}<endEvent id="ee"/>${flows('es -> h -> ee')}</subProcess>`
    const game = await begun(
      withCodes(start + user('a') + call() + handler + end + flows('start -> a -> review -> end')),
    )
    const [decided] = game.effects.flatMap((one) =>
      one.kind === 'taskChanged' && one.task.state === 'APPROVED' ? [one.task] : [],
    )
    if (decided === undefined) throw new Error('nobody has decided')
    escalate(game)
    expect(game.open()).toEqual(['h/h'])
    const takeBack = (since: readonly string[]) => {
      const evidence = { decided: [decided], reopened: [], since }
      return { kind: 'takeBack', task: decided.key, actor: { userId: 'a' }, ...evidence } as const
    }
    expect(game.try(takeBack(['h']))).toMatchObject({ kind: 'refused', reason: 'decided_since' })
    game.must(takeBack([]))
    expect(game.open()).toEqual(['a/a'])
    expect(calls(game)).toEqual([])
  })

  it('goes on in another definition by what is on the border there', async () => {
    const game = await begun(calling([escalation('S2')]))
    const other = await play(calling([escalation()]), { started: false })
    expect(game.migrate(other.process, { definitionId: 'later', nodes: {} }).kind).toBe('applied')
    escalate(game)
    expect(game.open()).toEqual(['h0/h0'])
  })

  it('is not for a call that nobody waits for any more, nor for an approval that does not run', async () => {
    const game = await begun(calling([escalation()]))
    const command = {
      kind: 'callEscalated',
      call: calls(game)[0]?.id ?? 0,
      code: '',
      actor,
    } as const
    game.must({ kind: 'suspend', actor: root })
    expect(game.try(command)).toMatchObject({ kind: 'refused', reason: 'not_running' })
    game.must({ kind: 'resume', actor: root })
    game.must({ kind: 'jump', to: 'b', actor: root })
    expect(game.try(command)).toMatchObject({ kind: 'refused', reason: 'call_unknown' })
  })
})

describe('a called approval', () => {
  const called = async (content: string) => {
    const game = await play(withCodes(content), { started: false })
    game.must({ kind: 'start', called: true, actor: { userId: 'ann' } })
    return game
  }
  const failing =
    start +
    user('x') +
    `<endEvent id="failed">${error('E1')}</endEvent>` +
    flows('start -> x -> failed')

  it('tells its caller of an error that nothing in it catches, and is rejected', async () => {
    const game = await called(failing)
    game.approve('x')
    expect(game.state().status).toBe('REJECTED')
    expect(told(game)).toEqual([
      { kind: 'callerTold', node: 'failed', on: 'error', code: 'missing' },
    ])
  })

  it('has nobody to tell where nobody has called it', async () => {
    const game = await play(withCodes(failing))
    game.approve('x')
    expect(game.state().status).toBe('REJECTED')
    expect(told(game)).toEqual([])
  })

  it('tells its caller of escalations that nothing in it catches, and goes on', async () => {
    const onTheWay = `<intermediateThrowEvent id="t">${escalation('S1')}</intermediateThrowEvent>`
    const atTheEnd = `<endEvent id="e">${escalation()}</endEvent>`
    const game = await called(
      start + user('x') + onTheWay + user('y') + atTheEnd + flows('start -> x -> t -> y -> e'),
    )
    game.approve('x')
    expect(told(game)).toEqual([{ kind: 'callerTold', node: 't', on: 'escalation', code: 'late' }])
    expect(game.open()).toEqual(['y/y'])
    game.approve('y')
    expect(told(game).slice(1)).toEqual([
      { kind: 'callerTold', node: 'e', on: 'escalation', code: '' },
    ])
    expect(game.state().status).toBe('APPROVED')
  })

  it('passes on what its own call has thrown and it does not catch', async () => {
    const game = await called(start + call() + end + flows('start -> review -> end'))
    escalate(game)
    fail(game, 'missing')
    expect(told(game)).toEqual([
      { kind: 'callerTold', node: 'review', on: 'escalation', code: 'late' },
      { kind: 'callerTold', node: 'review', on: 'error', code: 'missing' },
    ])
    expect(game.state().status).toBe('REJECTED')
    const keeps = await called(start + call(lenient) + end + flows('start -> review -> end'))
    fail(keeps, 'missing')
    expect(told(keeps)).toEqual([])
    expect(keeps.state().status).toBe('APPROVED')
  })
})
