import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user } from '../testing.ts'
import { readDefinition } from './compile.ts'
import { findProblems } from './validate.ts'

/** Models as tools for drawing write them, and of other engines: all problems are told at once. */
const problemsOf = async (xml: string, key?: string) =>
  findProblems(await readDefinition(xml), [], key).map(({ element, code }) =>
    `${element} ${code}`.trim(),
  )
const drawn = (content: string) => bpmn(content).replace(' isExecutable="true"', '')

describe('every problem is told at once', () => {
  it('of a drawing that was never meant to run', async () => {
    const xml = drawn(
      '<userTask id="a"/><exclusiveGateway id="x"/><userTask id="b"/><userTask id="c"/>' +
        flows('a -> x', 'x -> b', 'x -> c'),
    )
    expect(await problemsOf(xml, 'leave')).toEqual([
      'approval process_missing',
      'a candidates_missing',
      'b candidates_missing',
      'c candidates_missing',
      'approval start_count',
      'approval key_mismatch',
      'approval end_missing',
      'x default_missing',
      'b dead_end',
      'c dead_end',
    ])
  })

  it('beside elements that cannot run, without false alarms about them', async () => {
    const xml = bpmn(
      start +
        '<scriptTask id="s"><script>1</script></scriptTask><complexGateway id="e"/>' +
        '<intermediateCatchEvent id="m"><signalEventDefinition/></intermediateCatchEvent>' +
        '<intermediateThrowEvent id="link"><linkEventDefinition name="l"/></intermediateThrowEvent>' +
        '<subProcess id="own" triggeredByEvent="true"><startEvent id="in"><signalEventDefinition/></startEvent><endEvent id="out"/>' +
        flows('in -> out') +
        '</subProcess>' +
        '<boundaryEvent id="failed" attachedToRef="s"><errorEventDefinition/></boundaryEvent>' +
        user('a') +
        user('b') +
        user('c') +
        end +
        flows('start -> s -> e -> m -> a', 'failed -> b -> end', 'b -> link', 'm -> c -> c'),
    )
    const found = await problemsOf(xml)
    expect(found.filter((one) => !one.endsWith('element_unsupported'))).toEqual([
      'm signal_missing',
      'in signal_missing',
      'link link_unpaired',
      'a dead_end',
      'c no_way_to_end',
    ])
  })

  it('beside a time that cannot be read, of which nobody knows how long it is', async () => {
    const wait =
      '<intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>soon</timeDuration></timerEventDefinition></intermediateCatchEvent>'
    const again = '<exclusiveGateway id="x" default="x_w"/>'
    const ways = flows('start -> w -> x -> w', 'x -> end : 1.0 > 2.0')
    expect(await problemsOf(bpmn(start + wait + again + end + ways))).toEqual(['w timer_invalid'])
  })

  it('in a sub-process without a start, once', async () => {
    const inner = `<subProcess id="sub">${user('a')}${user('b')}${flows('a -> b')}</subProcess>`
    expect(await problemsOf(bpmn(start + inner + end + flows('start -> sub -> end')))).toEqual([
      'sub start_count',
      'b dead_end',
    ])
  })

  it('but not where parts of the drawing could not be read', async () => {
    const xml = bpmn(start + user('a') + '<sequenceFlow id="f" sourceRef="start" targetRef="z"/>')
    expect(new Set(await problemsOf(xml))).toEqual(new Set(['f reference_unknown']))
  })
})

it('reads the process that has something in it where none is executable', async () => {
  const pool = '<process id="customer"/>'
  const xml = drawn(start + user('a') + end + flows('start -> a -> end'))
  expect(await problemsOf(xml.replace('<process ', `${pool}<process `))).toEqual([
    'approval process_missing',
  ])
})

it('tells of a diagram that shows what is not there by a code of its own', async () => {
  const diagram =
    '<di:BPMNDiagram xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"><di:BPMNPlane id="plane" bpmnElement="gone"><di:BPMNShape bpmnElement="lost"/></di:BPMNPlane></di:BPMNDiagram>'
  const xml = bpmn(start + user('a') + end + flows('start -> a -> end'))
  expect(await problemsOf(xml.replace('</definitions>', `${diagram}</definitions>`))).toEqual([
    'plane diagram_reference',
    'diagram_reference',
  ])
})

it.each([
  ['exclusive', 'make one of x_a, x_b the default flow'],
  ['inclusive', 'or take a parallel gateway'],
])('advises one default flow at most: %s', async (kind, advice) => {
  const content = `${start}<${kind}Gateway id="x"/>${user('a')}${user('b')}${end}`
  const ways = flows('start -> x', 'x -> a -> end', 'x -> b -> end')
  const found = findProblems(await readDefinition(bpmn(content + ways)), [])
  expect(found).toMatchObject([
    { element: 'x', code: 'default_missing', message: expect.stringContaining(advice) },
  ])
})
