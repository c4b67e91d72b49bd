import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user, validate } from '../../testing.ts'
import type { VariableDeclaration } from '../../variables.ts'
import { compile } from '../compile.ts'
import { eventStartsOf, startFor } from './event-starts.ts'

const declared: VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: true },
  { name: 'month', type: 'string' },
]

const timed = (
  time: string,
  more = 'initiator="ann"',
  values = value('amount', '1200'),
  rest = '',
) =>
  `<startEvent id="timed"><extensionElements><approval:start ${more}>${values}</approval:start>${rest}</extensionElements><timerEventDefinition>${time}</timerEventDefinition></startEvent>`
const value = (name: string, source: string) => `<approval:value name="${name}" value="${source}"/>`
const cycle = (text: string) => `<timeCycle>${text}</timeCycle>`
const weekly = cycle('R/2027-01-04T09:00/P1W')

const drawn = (begin: string) => bpmn(begin + user('a') + end + flows('timed -> a -> end'))

const problemsOf = async (document: string) =>
  (await validate(document, declared)).map(({ element, code }) => `${element} ${code}`)

describe('a start by time', () => {
  it.each<[string, string]>([
    ['a date', timed('<timeDate>2027-01-31</timeDate>')],
    ['a duration', timed('<timeDuration>P10D</timeDuration>')],
    ['a cycle', timed(weekly)],
    ['a cycle from the publication, so often', timed(cycle('R12/P1M'))],
    [
      'all that can be said',
      timed(
        weekly,
        'initiator="ann" bizId="\'rent-\' + dueMonth" title="\'Rent \' + dueDay + dueAt + dueYear" missed="each"',
        value('amount', 'occurrence * 2') + value('month', 'dueMonth'),
        '<approval:timing calendar="working"/>',
      ),
    ],
  ])('is published with %s', async (_, begin) => {
    expect(await problemsOf(drawn(begin))).toEqual([])
  })

  it.each<[string, string, string[]]>([
    ['no time', timed(''), ['timed timer_invalid']],
    ['two times', timed(`${weekly}<timeDate>2027-01-31</timeDate>`), ['timed timer_invalid']],
    [
      'a zone by its name',
      timed('<timeDate>2027-01-31T09:00+08:00[Asia/Shanghai]</timeDate>'),
      ['timed timer_invalid'],
    ],
    ['a cron line', timed(cycle('0 0 9 * * MON-FRI')), ['timed timer_invalid']],
    ['an end of a cycle', timed(cycle('R/P1D/2027-01-31')), ['timed timer_invalid']],
    ['a cycle of no times', timed(cycle('R0/P1D')), ['timed timer_invalid']],
    ['a cycle that comes too often', timed(cycle('R/PT14M')), ['timed timer_invalid']],
    ['an expression', timed('<timeDate>${month}</timeDate>'), ['timed timer_invalid']],
    ['no initiator', timed(weekly, ''), ['timed start_initiator_missing']],
    ['an unknown policy', timed(weekly, 'initiator="ann" missed="none"'), ['timed value_invalid']],
    ['no required value', timed(weekly, 'initiator="ann"', ''), ['timed start_value_missing']],
    [
      'a value of another type',
      timed(weekly, 'initiator="ann"', value('amount', 'dueDay')),
      ['timed expression_type'],
    ],
    [
      'a value that nobody declares, and one twice',
      timed(
        weekly,
        'initiator="ann"',
        value('amount', '1') + value('sum', '1') + value('amount', '2'),
      ),
      ['timed variable_unknown', 'timed value_invalid'],
    ],
    [
      'values that nobody has given yet',
      timed(weekly, 'initiator="ann" bizId="month"'),
      ['timed expression_type'],
    ],
    [
      'no text as title',
      timed(weekly, 'initiator="ann" title="occurrence"'),
      ['timed expression_type'],
    ],
  ])('is refused with %s', async (_, begin, problems) => {
    expect(await problemsOf(drawn(begin))).toEqual(problems)
  })

  it('is refused where somebody would have to choose people', async () => {
    const chosen =
      '<userTask id="a"><extensionElements><approval:candidates><approval:candidate kind="initiatorSelects"/></approval:candidates></extensionElements></userTask>'
    const document = bpmn(timed(weekly) + chosen + end + flows('timed -> a -> end'))
    expect(await problemsOf(document)).toEqual(['a chooser_missing'])
  })

  it('stands beside a plain start and others; what says when is refused elsewhere', async () => {
    const message = '<startEvent id="sent"><messageEventDefinition/></startEvent>'
    const all = start + timed(weekly) + message + user('a') + end
    const both = bpmn(all + flows('start -> a', 'timed -> a', 'sent -> a', 'a -> end'))
    expect(await problemsOf(both)).toEqual([])
    const process = await compile(both)
    expect(process.start).toBe('start')
    expect(eventStartsOf(process, 'time').map(({ id }) => id)).toEqual(['timed'])
    expect([startFor(process, undefined), startFor(process, 'sent')]).toEqual(['start', 'sent'])
    expect(startFor(process, 'other')).toBeUndefined()
    expect(startFor(await compile(drawn(timed(weekly))), undefined)).toBeUndefined()

    const plain =
      '<startEvent id="timed"><extensionElements><approval:start initiator="ann"/><approval:timing/></extensionElements></startEvent>'
    const misplaced = ['timed extension_misplaced', 'timed extension_misplaced']
    expect(await problemsOf(drawn(plain))).toEqual(misplaced)
  })

  it('does not keep a join from being found impossible, nor is one that another start completes', async () => {
    const join = '<parallelGateway id="fork"/><parallelGateway id="join"/>'
    const ways = ['fork -> a -> join', 'fork -> b -> join', 'join -> end']
    const people = user('a') + user('b')
    const both = bpmn(
      start +
        timed(weekly) +
        user('first') +
        join +
        people +
        end +
        flows('start -> first -> fork', 'timed -> first', ...ways),
    )
    expect(await problemsOf(both)).toEqual([])
    const apart = bpmn(
      start +
        timed(weekly) +
        '<parallelGateway id="join"/>' +
        people +
        end +
        flows('start -> a -> join', 'timed -> b -> join', 'join -> end'),
    )
    expect(await problemsOf(apart)).toEqual(['join join_impossible'])
  })
})

describe('a start by a signal', () => {
  const signalled = (more = 'initiator="ann"', values = value('amount', '1200'), rest = '') =>
    `<startEvent id="timed"><extensionElements><approval:start ${more}>${values}</approval:start>${rest}</extensionElements><signalEventDefinition signalRef="S"/></startEvent>`
  const document = (begin: string, scope = ' approval:scope="tenant"') =>
    drawn(begin).replace('<process', `<signal id="S" name="news"${scope}/><process`)

  it.each<[string, string]>([
    ['who and what', signalled()],
    [
      'all that can be said',
      signalled(
        'initiator="ann" bizId="signalId" title="\'Audit \' + thrownDay + thrownAt + thrownYear"',
        value('amount', '2') + value('month', 'thrownMonth'),
      ),
    ],
  ])('is published with %s', async (_, begin) => {
    expect(await problemsOf(document(begin))).toEqual([])
    const process = await compile(document(begin))
    expect(eventStartsOf(process, 'signal')).toMatchObject([
      { id: 'timed', startedBy: { signal: 'news' } },
    ])
    expect(startFor(process, undefined)).toBeUndefined()
  })

  it.each<[string, string, string[]]>([
    ['no initiator', signalled('', value('amount', '1')), ['timed start_initiator_missing']],
    ['no required value', signalled('initiator="ann"', ''), ['timed start_value_missing']],
    [
      'what a time alone has',
      signalled('initiator="ann" bizId="dueDay"'),
      ['timed expression_type'],
    ],
    [
      'working time',
      signalled('initiator="ann"', value('amount', '1'), '<approval:timing/>'),
      ['timed extension_misplaced'],
    ],
    [
      'what becomes of moments that were missed',
      signalled('initiator="ann" missed="each"'),
      ['timed value_invalid'],
    ],
    ['no signal', signalled().replace(' signalRef="S"', ''), ['timed signal_missing']],
  ])('is refused with %s', async (_, begin, problems) => {
    expect(await problemsOf(document(begin))).toEqual(problems)
  })

  it('is refused with a signal that stays in its approval', async () => {
    expect(await problemsOf(document(signalled(), ''))).toEqual(['timed signal_not_thrown'])
  })

  it('is refused where somebody would have to choose people', async () => {
    const chosen =
      '<userTask id="a"><extensionElements><approval:candidates><approval:candidate kind="initiatorSelects"/></approval:candidates></extensionElements></userTask>'
    const asked = document(signalled()).replace(/<userTask id="a"[\s\S]*?<\/userTask>/, chosen)
    expect(await problemsOf(asked)).toEqual(['a chooser_missing'])
  })

  it('stands by itself: a start event of several events is refused by name', async () => {
    const both = signalled().replace('</startEvent>', '<messageEventDefinition/></startEvent>')
    expect(await problemsOf(document(both))).toContain('timed element_unsupported')
  })
})

describe('[BPM-10] what begins an approval without being a start event', () => {
  const withMessages = (content: string) =>
    bpmn(content).replace(
      '<process',
      '<message id="m" name="ordered"/><message id="n" name="paid"/><process',
    )
  const task = (more = '') => `<receiveTask id="r" messageRef="m" instantiate="true"${more}/>`

  it('is a receive task: a start by its message', async () => {
    const document = withMessages(task() + user('a') + end + flows('r -> a -> end'))
    expect(await validate(document, [])).toEqual([])
    const process = await compile(document)
    expect([startFor(process, 'ordered'), startFor(process, undefined)]).toEqual(['r', undefined])
    const beside = withMessages(
      start + task() + user('a') + end + flows('start -> a', 'r -> a -> end'),
    )
    expect(await validate(beside, [])).toEqual([])
    expect(startFor(await compile(beside), undefined)).toBe('start')
  })

  it.each<[string, string]>([
    ['start_entered', start + task() + user('a') + end + flows('start -> r -> a -> end')],
    [
      'element_unsupported',
      `<receiveTask id="r" messageRef="m" instantiate="true"><standardLoopCharacteristics loopMaximum="2"/></receiveTask>` +
        user('a') +
        end +
        flows('r -> a -> end'),
    ],
    [
      'element_unsupported',
      `${start}<subProcess id="s">${task()}${user('a')}<endEvent id="e"/>${flows('r -> a -> e')}</subProcess>${end}${flows('start -> s -> end')}`,
    ],
  ])(
    'is none, and refused (%s), where a flow leads to it, it is repeated, or it is inside',
    async (code, content) => {
      expect(await problemsOf(withMessages(content))).toContain(`r ${code}`)
    },
  )

  it('is an event-based gateway: a start by each message behind it', async () => {
    const caught =
      '<intermediateCatchEvent id="one"><messageEventDefinition messageRef="m"/></intermediateCatchEvent><receiveTask id="two" messageRef="n"/>'
    const content = (more = '', ways: string[] = ['g -> one -> a', 'g -> two -> a']) =>
      withMessages(
        `<eventBasedGateway id="g" instantiate="true"${more}/>${caught}${user('a')}${user('b')}${end}${flows(...ways, 'a -> b -> end')}`,
      )
    expect(await validate(content(), [])).toEqual([])
    const process = await compile(content())
    expect([startFor(process, 'ordered'), startFor(process, 'paid')]).toEqual(['one', 'two'])
    expect(process.nodes.has('g')).toBe(false)

    const codesOf = async (xml: string) => (await validate(xml, [])).map(({ code }) => code)
    expect(await codesOf(content(' eventGatewayType="Parallel"'))).toContain('element_unsupported')
    for (const ways of [
      ['g -> one -> a', 'g -> two -> a', 'g -> a'],
      ['g -> one -> a', 'g -> two -> a', 'one -> two'],
      ['g -> one -> a', 'g -> two -> a', 'b -> g'],
    ]) {
      expect(await codesOf(content('', ways))).toContain('element_unsupported')
    }
  })
})

it('[BPM-10] a message that two start events would begin by is refused', async () => {
  const sent = (id: string) =>
    `<startEvent id="${id}"><messageEventDefinition messageRef="m"/></startEvent>`
  const content = sent('one') + sent('two') + user('a') + end + flows('one -> a', 'two -> a -> end')
  const document = bpmn(content).replace('<process', '<message id="m" name="ordered"/><process')
  expect(await problemsOf(document)).toEqual(['two start_message_repeated'])
})
