// Documents that are written to cost much: of every shape that reading, checking or repairing has a loop for.
import fc from 'fast-check'
import { MAX_XML_BYTES } from '../core/definition/xml/xml.ts'
import {
  documentOf,
  elements,
  ends,
  extended,
  fill,
  flow,
  inARow,
  list,
  open,
  randomOf,
  type Random,
  type Shape,
} from './adversarial-parts.testing.ts'
import { models, type Model } from './adversarial-models.testing.ts'
import { sound } from './adversarial-sound.testing.ts'

/** The same recipe gives the same document. */
export interface Recipe {
  readonly kind: string
  /** How far it goes to the limits, above 0 and up to 1. */
  readonly share: number
  readonly seed: number
}

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

const hostile: Readonly<Record<string, Shape>> = {
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
      const some = list(15, (one) => `<approval:candidate kind="user" ref="u${at}x${one}"/>`)
      const held = extended(`<approval:candidates>${some}</approval:candidates>`)
      return `<userTask id="n${at}">${held}</userTask>`
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
  unprefixed: (share) => {
    const depth = Math.floor(share * 12_000)
    const nested = list(depth, (at) => `<x xmlns="u:${at}">`) + '</x>'.repeat(depth)
    return documentOf(`<extensionElements>${nested}</extensionElements>`)
  },
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

const shapes: Readonly<Record<string, Shape>> = { ...hostile, ...sound }

export function write({ kind, share, seed }: Recipe): string {
  return shapes[kind]?.(share, randomOf(seed)) ?? ''
}

/** What is made into a document, where the recipe is for that. */
export function writeModel({ kind, share, seed }: Recipe): Model | undefined {
  return models[kind]?.(share, randomOf(seed))
}

export const kinds: readonly string[] = Object.keys(shapes)
/** Those that are full of faults; the others are nearly without. */
export const hostileKinds: readonly string[] = Object.keys(hostile)
export const modelKinds: readonly string[] = Object.keys(models)

/** Of fifty one goes up to the limits; the others are small, so that many are tried. */
export const recipes: fc.Arbitrary<Recipe> = fc.record({
  kind: fc.constantFrom(...kinds, ...modelKinds),
  share: fc.oneof(
    { weight: 49, arbitrary: fc.double({ min: 0.001, max: 0.01, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0.3, max: 1, noNaN: true }) },
  ),
  seed: fc.nat(),
})
