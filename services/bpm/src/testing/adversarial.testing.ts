// Documents that are written to cost much: of every shape that reading, checking or repairing has a loop for.
import fc from 'fast-check'
import { MAX_ELEMENTS, MAX_XML_BYTES } from '../core/definition/xml.ts'

/** The same recipe gives the same document. */
export interface Recipe {
  readonly kind: string
  /** How far it goes to the limits, above 0 and up to 1. */
  readonly share: number
  readonly seed: number
}

type Random = (below: number) => number

const open =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"' +
  ' xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:approval="urn:countersign:bpmn:1"' +
  ' xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn"' +
  ' targetNamespace="x">'
const documentOf = (process: string, beside = '') =>
  `${open}<process id="p" isExecutable="true">${process}</process>${beside}</definitions>`

/** As many parts as there is room for. */
function fill(share: number, part: (index: number) => string): string {
  const room = share * MAX_XML_BYTES - open.length - 400
  const parts: string[] = []
  for (let index = 0, length = 0; ; index += 1) {
    const next = part(index)
    length += next.length
    if (length > room) return parts.join('')
    parts.push(next)
  }
}

const elements = (share: number) => Math.max(2, Math.floor(share * MAX_ELEMENTS) - 4)
const list = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')
const flow = (id: string, from: string, to: string, condition = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    condition === '' ? '' : `<conditionExpression>${condition}</conditionExpression>`
  }</sequenceFlow>`
const ends = (first: string, last: string) =>
  `<startEvent id="s"/>${flow('fs', 's', first)}<endEvent id="e"/>${flow('fe', last, 'e')}`

const conditions: readonly string[] = [
  '[1, 2, 3].exists(x, [1, 2].exists(y, x == y)) || '.repeat(8) + 'true',
  'amount + 1 &gt; 2 &amp;&amp; '.repeat(40) + 'true',
  `${'('.repeat(900)}1${')'.repeat(900)}`,
  `[${'1, '.repeat(190)}1].exists(x, x == 2)`,
  '!'.repeat(1_900),
  `"${'a'.repeat(1_800)}" == amount`,
  'unknown.a.b.c == 1 || '.repeat(30) + 'false',
]

/** A graph of gateways with random flows between them. */
function dense(share: number, random: Random, between: readonly string[]): string {
  const most = elements(share)
  const nodes = Math.max(2, Math.ceil(most / (2 + random(28))))
  const drawn = list(nodes, (at) => `<${between[random(between.length)]} id="n${at}"/>`)
  const forwards = random(2) === 0
  const flows = list(most - nodes, (at) => {
    const from = random(nodes)
    const to = forwards ? Math.min(nodes - 1, from + 1 + random(8)) : random(nodes)
    return flow(`f${at}`, `n${from}`, `n${to}`, random(2) === 0 ? 'amount &gt; 1' : '')
  })
  return documentOf(ends('n0', `n${nodes - 1}`) + drawn + flows)
}

const inARow = (share: number, weight: number, part: (index: number) => string) => {
  const count = Math.max(1, Math.floor(elements(share) / (2 * weight)))
  const flows = list(count - 1, (at) => flow(`f${at}`, `n${at}`, `n${at + 1}`))
  return documentOf(ends('n0', `n${count - 1}`) + list(count, part) + flows)
}

const shapes: Readonly<Record<string, (share: number, random: Random) => string>> = {
  conditions: (share, random) => {
    const condition = conditions[random(conditions.length)] ?? ''
    const room = Math.floor((share * MAX_XML_BYTES) / (condition.length + 150))
    const count = Math.min(elements(share), room)
    const flows = list(count, (at) => flow(`f${at}`, 'g', 'e', condition))
    return documentOf(`${ends('g', 'g')}<exclusiveGateway id="g" default="fe"/>${flows}`)
  },
  exclusive: (share, random) => dense(share, random, ['exclusiveGateway', 'userTask']),
  inclusive: (share, random) => dense(share, random, ['inclusiveGateway']),
  parallel: (share, random) => dense(share, random, ['parallelGateway']),
  mixed: (share, random) =>
    dense(share, random, ['parallelGateway', 'inclusiveGateway', 'exclusiveGateway', 'userTask']),
  people: (share) =>
    inARow(share, 1, (at) => {
      const named = list(20, (one) => `<approval:candidate kind="user" ref="u${at}x${one}"/>`)
      const held = `<approval:candidates>${named}</approval:candidates>`
      return `<userTask id="n${at}"><extensionElements>${held}</extensionElements></userTask>`
    }),
  borders: (share, random) =>
    inARow(share, 3, (at) => {
      const timer = '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>'
      const signal = `<signalEventDefinition signalRef="x${random(9)}"/>`
      const border = `<boundaryEvent id="b${at}" attachedToRef="n${at}">${random(2) === 0 ? timer : signal}</boundaryEvent>`
      return `<userTask id="n${at}"/>${border}${flow(`c${at}`, `b${at}`, `n${random(at + 1)}`)}`
    }),
  repeats: (share) =>
    inARow(share, 1, (at) => {
      const kind = at % 2 === 0 ? 'standard' : 'multiInstance'
      const rule = `<${kind}LoopCharacteristics><loopCondition>amount &gt; ${at}</loopCondition></${kind}LoopCharacteristics>`
      return `<userTask id="n${at}">${rule}</userTask>`
    }),
  handlers: (share) =>
    inARow(share, 3, (at) => {
      const start = `<startEvent id="i${at}"><signalEventDefinition signalRef="x"/></startEvent>`
      return `<userTask id="n${at}"/><subProcess id="h${at}" triggeredByEvent="true">${start}</subProcess>`
    }),
  undoing: (share) =>
    inARow(share, 3, (at) => {
      const event = `<boundaryEvent id="b${at}" attachedToRef="n${at}"><compensateEventDefinition/></boundaryEvent>`
      const undo = `<serviceTask id="u${at}" isForCompensation="true"/>`
      return `<userTask id="n${at}"/>${event}${undo}<association id="a${at}" sourceRef="b${at}" targetRef="u${at}"/>`
    }),
  nested: (share, random) => {
    const depth = Math.floor(share * (random(2) === 0 ? 12_000 : 400))
    return documentOf(
      list(depth, (at) => `<subProcess id="n${at}">`) + '</subProcess>'.repeat(depth),
    )
  },
  attributes: (share) =>
    documentOf(
      fill(share, (at) => `<userTask id="n${at}"${list(490, (one) => ` camunda:a${one}="1"`)}/>`),
    ),
  oneTag: (share) => documentOf(`<userTask ${fill(share, (at) => ` camunda:a${at}="1"`)}/>`),
  foreign: (share) =>
    documentOf(
      fill(share, (at) => `<userTask id="n${at}" camunda:assignee="a" flowable:b${at}="1"/>`),
    ),
  extensions: (share) => {
    const listeners = fill(share, (at) => `<camunda:taskListener class="c${at}" event="create"/>`)
    return documentOf(
      `<userTask id="n"><extensionElements>${listeners}</extensionElements></userTask>`,
    )
  },
  duplicates: (share) => documentOf(fill(share, () => '<userTask id="n"/>')),
  unknown: (share) => documentOf(fill(share, (at) => `<unknown${at}/>`)),
  dangling: (share) => documentOf(fill(share, (at) => flow(`f${at}`, `a${at}`, `b${at}`))),
  diagram: (share) => {
    const shapesOf = fill(
      share,
      (at) => `<bpmndi:BPMNShape id="s${at}" bpmnElement="missing${at}"/>`,
    )
    const plane = `<bpmndi:BPMNPlane id="l" bpmnElement="p">${shapesOf}</bpmndi:BPMNPlane>`
    return documentOf('', `<bpmndi:BPMNDiagram id="d">${plane}</bpmndi:BPMNDiagram>`)
  },
  vocabularies: (share) =>
    documentOf(fill(share, (at) => `<userTask id="n${at}" xmlns:v${at}="u:${at}" v${at}:a="1"/>`)),
  lanes: (share) =>
    documentOf(
      `<laneSet id="l">${fill(share, (at) => `<lane id="l${at}"><flowNodeRef>n${at}</flowNodeRef></lane>`)}</laneSet>`,
    ),
  data: (share) =>
    documentOf(
      fill(
        share,
        (at) => `<dataObject id="d${at}"/><textAnnotation id="t${at}"><text/></textAnnotation>`,
      ),
    ),
  sections: (share) => documentOf(fill(share, () => '<![CDATA[ <!-- ')),
  comments: (share) => documentOf(fill(share, () => '<!-- -->')),
  entities: (share) => documentOf(`<documentation>${fill(share, () => '&amp;')}</documentation>`),
  lines: (share) => documentOf(fill(share, () => '\n')),
  quotes: (share) => documentOf(`<userTask name="${fill(share, () => `'=`)}"/>`),
  processes: (share) =>
    `${open}${fill(share, (at) => `<process id="p${at}" isExecutable="true"><userTask id="n${at}"/></process>`)}</definitions>`,
  messages: (share) =>
    `${open}<collaboration id="c">${fill(share, (at) => `<messageFlow id="m${at}" sourceRef="a" targetRef="b"/>`)}</collaboration></definitions>`,
  broken: (share, random) => {
    const whole = dense(share, random, ['exclusiveGateway', 'userTask'])
    const at = random(whole.length)
    return whole.slice(0, at) + (['<', '>', '"', '&', ''][random(5)] ?? '') + whole.slice(at + 1)
  },
}

export function write({ kind, share, seed }: Recipe): string {
  return shapes[kind]?.(share, randomOf(seed)) ?? ''
}

export const kinds: readonly string[] = Object.keys(shapes)

/** Of a hundred one goes up to the limits; the others are small, so that many are tried. */
export const recipes: fc.Arbitrary<Recipe> = fc.record({
  kind: fc.constantFrom(...kinds),
  share: fc.oneof(
    { weight: 99, arbitrary: fc.double({ min: 0.001, max: 0.01, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(1) },
  ),
  seed: fc.nat(),
})

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
