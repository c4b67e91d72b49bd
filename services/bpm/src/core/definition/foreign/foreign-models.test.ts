import { describe, expect, it } from 'vitest'
import { bpmn, play, validate } from '../../testing.ts'

/** Habits of other engines' models that are met in the wild. */
const people = (id: string) =>
  `<userTask id="${id}"><extensionElements><approval:candidates><approval:candidate kind="user" ref="${id}"/></approval:candidates></extensionElements></userTask>`
const flowable = (content: string) =>
  bpmn(content).replace(
    'targetNamespace',
    'xmlns:flowable="http://flowable.org/bpmn" targetNamespace',
  )
const problemsOf = async (xml: string) =>
  (await validate(xml, [])).map(({ element, code }) => `${element} ${code}`)
const flow = (source: string, target: string, more = '') =>
  `<sequenceFlow ${more} sourceRef="${source}" targetRef="${target}"/>`

describe('flows without an id', () => {
  const parallel = (more = '') =>
    bpmn(
      `<startEvent id="start"/><parallelGateway id="fork"/>${people('a')}${people('b')}<parallelGateway id="join"/><endEvent id="end"/>` +
        flow('start', 'fork') +
        flow('fork', 'a') +
        flow('fork', 'b') +
        flow('a', 'join') +
        flow('b', 'join') +
        flow('join', 'end') +
        more,
    )

  it('lead where they say', async () => {
    expect(await problemsOf(parallel())).toEqual([])
    const game = await play(parallel())
    game.approve('a')
    expect(game.state().status).toBe('RUNNING')
    game.approve('b')
    expect(game.state().status).toBe('APPROVED')
  })

  it('are each one of their own, also between the same two elements', async () => {
    const twice = bpmn(
      `<startEvent id="start"/><parallelGateway id="fork"/><parallelGateway id="join"/>${people('a')}<endEvent id="end"/>` +
        flow('start', 'fork') +
        flow('fork', 'join') +
        flow('fork', 'join') +
        flow('join', 'a') +
        flow('a', 'end'),
    )
    const game = await play(twice)
    expect(game.open()).toEqual(['a/a'])
    expect(game.process.flows.size).toBe(5)
  })

  it('are named by their ends where something is wrong with them', async () => {
    expect(await problemsOf(parallel(flow('join', 'nowhere')))).toContainEqual(
      'join ->  reference_unknown',
    )
  })
})

it('a data object may have a type of XML Schema', async () => {
  const data = '<dataObject id="d" name="d" itemSubjectRef="xsd:string"/>'
  const simple = (more: string) =>
    bpmn(
      `<startEvent id="start"/>${people('a')}<endEvent id="end"/>${flow('start', 'a')}${flow('a', 'end')}${more}`,
    )
  expect(await problemsOf(simple(data))).toEqual([])
  expect(await problemsOf(simple(data.replace('xsd:string', 'nothing')))).toEqual([
    'd reference_unknown',
  ])
})

it('a document may declare another encoding, as long as its letters are the same there', async () => {
  const declared = (encoding: string, name: string) =>
    bpmn(
      `<startEvent id="start" name="${name}"/>${people('a')}<endEvent id="end"/>${flow('start', 'a')}${flow('a', 'end')}`,
    ).replace('UTF-8', encoding)
  expect(await problemsOf(declared('US-ASCII', 'Start'))).toEqual([])
  expect(await problemsOf(declared('iso-8859-1', 'Start'))).toEqual([])
  expect(await problemsOf(declared('ISO-8859-1', 'Début'))).toEqual([' xml_warning'])
  expect(await problemsOf(declared('UTF-16', 'Start'))).toEqual([' xml_warning'])
})

describe('an element that is refused', () => {
  it('is told of by itself, not by each of its flows once more', async () => {
    const xml = bpmn(
      `<startEvent id="start"/><exclusiveGateway id="choice" default="out"/><scriptTask id="script"/><endEvent id="end"/>
      <boundaryEvent id="late" attachedToRef="script"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>` +
        flow('start', 'choice', 'id="f1"') +
        flow('choice', 'script', 'id="out"') +
        flow('script', 'end', 'id="f3"') +
        flow('late', 'end', 'id="f4"'),
    )
    expect(await problemsOf(xml)).toEqual(['script element_unsupported'])
  })
})

describe('what another engine was told of an event', () => {
  const inside = (ends: string) =>
    flowable(
      `<startEvent id="start"/><subProcess id="sub"><startEvent id="in"/>${ends}${flow('in', 'out')}</subProcess>${people('a')}<endEvent id="end"/>` +
        flow('start', 'sub') +
        flow('sub', 'a') +
        flow('a', 'end'),
    )

  it.each([
    [
      'ending all instead of its sub-process',
      inside(
        '<endEvent id="out"><terminateEventDefinition flowable:terminateAll="true"/></endEvent>',
      ),
      'out',
    ],
    [
      'a calendar of its own',
      inside(
        '<intermediateCatchEvent id="wait"><timerEventDefinition flowable:businessCalendarName="ours"><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent><endEvent id="out"/>',
      ).replace(flow('in', 'out'), flow('in', 'wait') + flow('wait', 'out')),
      'wait',
    ],
    [
      'an end of its cycle',
      flowable(
        `<startEvent id="start"/>${people('a')}${people('b')}<endEvent id="end"/>
        <boundaryEvent id="late" attachedToRef="a" cancelActivity="false"><timerEventDefinition><timeCycle flowable:endDate="2030-01-01">R/P1D</timeCycle></timerEventDefinition></boundaryEvent>` +
          flow('start', 'a') +
          flow('a', 'end') +
          flow('late', 'b') +
          flow('b', 'end'),
      ),
      'late',
    ],
  ])('is refused by name: %s', async (_, xml, element) => {
    expect(await problemsOf(xml)).toEqual([`${element} foreign_attribute`])
  })

  it('is one time, not two', async () => {
    const two =
      '<intermediateCatchEvent id="wait"><timerEventDefinition><timeDate>2030-01-01</timeDate><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>'
    const xml = bpmn(
      `<startEvent id="start"/>${two}${people('a')}<endEvent id="end"/>` +
        flow('start', 'wait') +
        flow('wait', 'a') +
        flow('a', 'end'),
    )
    expect(await problemsOf(xml)).toEqual(['wait timer_invalid'])
  })
})
