import type { ModdleElement } from 'bpmn-moddle'
import type { ApproveStep, TreeCandidate, TreeImported } from '@countersign/contracts'
import { MAX_ELEMENTS } from '../../compile.ts'
import { approveExtensions, extend } from '../../tree/step-extensions.ts'
import { createWriter, type Way, type Writer } from '../../tree/writer.ts'
import type { Types } from '../conditions.ts'
import { createIds } from '../ids.ts'
import { memberOf, numberOf, objectsOf, textOf, type Json } from '../json.ts'
import { joinNotes, notesOf, type Became } from '../notes.ts'
import { readSkipCondition } from './conditions.ts'
import { readPermissions, readRatio } from './people.ts'

const structure: ReadonlySet<string> = new Set(['skipList', 'nodeList'])

export const isWarmFlow = (model: Json): boolean => Array.isArray(memberOf(model, 'nodeList'))

/** A node of the model, with what leads on and what leads back. */
interface Place {
  readonly node: Json
  readonly id: string
  readonly type: number | undefined
  readonly passes: readonly Json[]
  readonly rejects: readonly Json[]
}

interface Graph {
  readonly places: readonly Place[]
  readonly byCode: ReadonlyMap<string, Place>
  /** Codes of the nodes that the start leads to: the initiator sends it from there. */
  readonly first: ReadonlySet<string>
}

interface TooLarge {
  readonly code: 'process_too_large'
  readonly message: string
}

/** Warm-Flow's nodes and skips as BPMN: a node is a user task or a gateway, a skip that passes is a flow. */
export async function writeWarmFlow(
  model: Json,
  types: Types,
  names: Readonly<Record<'key' | 'name', string>>,
): Promise<string | TooLarge> {
  const graph = readGraph(model)
  const flows = graph.places.reduce((sum, { passes }) => sum + passes.length, 0)
  if (graph.places.length + flows > MAX_ELEMENTS) {
    const message = `the model has more than ${MAX_ELEMENTS} nodes and skips`
    return { code: 'process_too_large', message }
  }
  const writer = createWriter()
  const elements = new Map<Place, ModdleElement>()
  for (const place of graph.places) elements.set(place, writeNode(writer, graph, place, types))
  for (const place of graph.places) connect(writer, graph, { place, elements, types })
  const { imported } = joinNotes(notesOf(model, ofModel, { structure }))
  return writer.finish({ id: names.key, name: names.name, ...extend(writer.model, [], imported) })
}

const ofModel: ReadonlyMap<string, Became> = new Map([
  ['flowCode', 'mapped'],
  ['flowName', 'mapped'],
  ['listenerType', 'refused'],
  ['listenerPath', 'refused'],
])

function readGraph(model: Json): Graph {
  const ids = createIds()
  const places = objectsOf(model, 'nodeList').map((node): Place => {
    const skips = objectsOf(node, 'skipList')
    const isReject = (skip: Json) => textOf(skip, 'skipType') === 'REJECT'
    return {
      node,
      id: ids.give(textOf(node, 'nodeCode')),
      type: numberOf(node, 'nodeType'),
      passes: skips.filter((skip) => !isReject(skip)),
      rejects: skips.filter(isReject),
    }
  })
  const byCode = new Map<string, Place>()
  for (const place of places) {
    const code = textOf(place.node, 'nodeCode')
    if (code !== undefined && !byCode.has(code)) byCode.set(code, place)
  }
  const starts = places.filter(({ type }) => type === 0)
  const first = new Set(starts.flatMap(({ passes }) => passes.flatMap(targetOf)))
  return { places, byCode, first }
}

const targetOf = (skip: Json): readonly string[] => {
  const code = textOf(skip, 'nextNodeCode')
  return code === undefined ? [] : [code]
}

const gateways: ReadonlyMap<number, string> = new Map([
  [3, 'bpmn:ExclusiveGateway'],
  [4, 'bpmn:ParallelGateway'],
  [5, 'bpmn:InclusiveGateway'],
])

function writeNode(writer: Writer, graph: Graph, place: Place, types: Types): ModdleElement {
  const { node, id, type } = place
  const name = textOf(node, 'nodeName')?.slice(0, 200)
  const named = name === undefined ? { id } : { id, name }
  const { extensions, became } =
    type === 1 ? readTask(writer, graph, place) : { extensions: [], became: [] }
  const code = textOf(node, 'nodeCode')
  const isKnown = type !== undefined && (events.has(type) || gateways.has(type))
  const said = new Map<string, Became>([
    ['nodeCode', code === id ? 'mapped' : { wins: id }],
    ['nodeName', 'mapped'],
    ['nodeType', isKnown ? 'mapped' : 'refused'],
    ['listenerType', 'refused'],
    ['listenerPath', 'refused'],
    ...became,
  ])
  const { imported } = joinNotes(
    notesOf(node, said, { structure }),
    skipNotes(place, types).toSorted((a, b) => rank(a) - rank(b)),
  )
  const bpmnType = events.get(type ?? -1) ?? gateways.get(type ?? -1) ?? 'bpmn:Task'
  return writer.add(bpmnType, { ...named, ...extend(writer.model, extensions, imported) })
}

const rank = ({ outcome }: TreeImported): number => (outcome === 'refused' ? 0 : 1)

const events: ReadonlyMap<number, string> = new Map([
  [0, 'bpmn:StartEvent'],
  [1, 'bpmn:UserTask'],
  [2, 'bpmn:EndEvent'],
])

/** Whom a node asks, how they decide, and where a rejection leads. */
function readTask(writer: Writer, graph: Graph, place: Place) {
  const { node, id } = place
  const permissions = readPermissions(textOf(node, 'permissionFlag'))
  const isFirst = graph.first.has(textOf(node, 'nodeCode') ?? '')
  const known = permissions.filter((one) => one !== undefined)
  // Whoever starts it is asked first where nobody else is named.
  const candidates: readonly TreeCandidate[] =
    permissions.length === 0 && isFirst ? [{ kind: 'initiator' }] : known
  const [votes, ratio] = readRatio(textOf(node, 'nodeRatio'))
  const { rules, became } = readRejection(graph, place)
  const step: ApproveStep = { id, type: 'approve', name: id, candidates, ...votes, ...rules }
  return {
    extensions: approveExtensions(writer.model, step),
    became: [
      ['permissionFlag', permissions.includes(undefined) ? 'refused' : 'mapped'],
      ['nodeRatio', ratio],
      ...became,
    ] as readonly (readonly [string, Became])[],
  }
}

/** `anyNodeSkip` before the first skip of the type REJECT; without either a rejection ends the approval. */
function readRejection({ byCode, first }: Graph, { node, id, rejects }: Place) {
  const any = textOf(node, 'anyNodeSkip')
  const [skip] = rejects
  const code = any ?? (skip === undefined ? undefined : textOf(skip, 'nextNodeCode'))
  const target = code === undefined ? undefined : byCode.get(code)
  const name = any === undefined ? 'skipList.REJECT' : 'anyNodeSkip'
  if (target === undefined || code === undefined) {
    return { rules: {}, became: code === undefined ? [] : [[name, 'refused'] as const] }
  }
  if (target.type === 2) return { rules: {}, became: [[name, 'mapped'] as const] }
  if (target.type !== 1) return { rules: {}, became: [[name, 'refused'] as const] }
  const isBefore = target.passes.flatMap(targetOf).some((next) => byCode.get(next)?.id === id)
  const to = first.has(code) ? 'initiator' : isBefore ? 'previous' : 'any'
  const became: Became = to === 'any' ? { wins: 'approval:return to="any"' } : 'mapped'
  return {
    rules: { return: { to }, forbid: ['reject'] },
    became: [[name, became] as const],
  } as const
}

function skipNotes({ node, type, passes, rejects }: Place, types: Types): readonly TreeImported[] {
  const chooses = type === 3 || type === 5
  const skips = objectsOf(node, 'skipList')
  return skips.flatMap((skip, index) => {
    const condition = textOf(skip, 'skipCondition')
    const isRead = condition === undefined || readSkipCondition(condition, types) !== undefined
    const isLeft = gateways.has(type ?? -1)
      ? rejects.includes(skip)
      : passes.indexOf(skip) > 0 || rejects.indexOf(skip) > 0
    const outcome = (ifDone: Became): Became => (isLeft ? { wins: 'the first skip' } : ifDone)
    const became = new Map<string, Became>([
      ['nowNodeCode', 'mapped'],
      ['nextNodeCode', outcome('mapped')],
      ['skipName', 'mapped'],
      ['skipType', outcome('mapped')],
      ['skipCondition', chooses ? outcome(isRead ? 'mapped' : 'refused') : 'ignored'],
    ])
    return notesOf(skip, became, { structure, prefix: `skipList[${index}].` })
  })
}

/** Of a task the first skip that passes, of a gateway all of them. */
function connect(
  writer: Writer,
  { byCode }: Graph,
  given: {
    readonly place: Place
    readonly elements: ReadonlyMap<Place, ModdleElement>
    readonly types: Types
  },
): void {
  const { place, elements, types } = given
  const from = elements.get(place)
  const isGateway = gateways.has(place.type ?? -1)
  const skips = isGateway ? place.passes : place.passes.slice(0, 1)
  const last = skips.findLast((skip) => textOf(skip, 'skipCondition') === undefined)
  for (const skip of skips) {
    const target = targetOf(skip).map((code) => byCode.get(code))[0]
    const to = target === undefined ? undefined : elements.get(target)
    if (from === undefined || to === undefined) continue
    const name = textOf(skip, 'skipName')?.slice(0, 200)
    const way =
      skips.length < 2 ? {} : wayOf(skip, { type: place.type, isLast: skip === last, types })
    writer.connect(from, to, { ...way, ...(name === undefined ? {} : { name }) })
  }
}

/** Of an exclusive gateway's skips without a condition the last is taken, of an inclusive one's all are. */
function wayOf(
  skip: Json,
  { type, isLast, types }: { type: number | undefined; isLast: boolean; types: Types },
): Way {
  if (type !== 3 && type !== 5) return {}
  const condition = textOf(skip, 'skipCondition')
  if (condition === undefined) {
    if (type === 5) return { when: 'true' }
    return isLast ? { isDefault: true } : { when: 'false' }
  }
  const when = readSkipCondition(condition, types)
  // What could not be read is refused beside it: until then the way is closed.
  return { when: when ?? 'false' }
}
