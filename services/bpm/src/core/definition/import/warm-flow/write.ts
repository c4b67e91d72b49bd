import type { ModdleElement } from 'bpmn-moddle'
import type { ApproveStep, TreeCandidate, TreeImported } from '@countersign/contracts'
import { MAX_ELEMENTS } from '../../xml/xml.ts'
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
  const process = { id: names.key, name: names.name, ...extend(writer.model, [], imported) }
  return writer.finish(process, true)
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
  const { imported } = joinNotes(notesOf(node, said, { structure }), skipNotes(graph, place, types))
  const bpmnType = events.get(type ?? -1) ?? gateways.get(type ?? -1) ?? 'bpmn:Task'
  return writer.add(bpmnType, { ...named, ...extend(writer.model, extensions, imported) })
}

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
  const { rules, outcome } = readRejection(graph, place)
  const step: ApproveStep = { id, type: 'approve', name: id, candidates, ...votes, ...rules }
  return {
    extensions: approveExtensions(writer.model, step),
    became: [
      ['permissionFlag', permissions.includes(undefined) ? 'refused' : 'mapped'],
      ['nodeRatio', ratio],
      ['anyNodeSkip', outcome],
    ] as readonly (readonly [string, Became])[],
  }
}

interface Rejection {
  readonly rules: Pick<ApproveStep, 'return' | 'forbid'>
  /** What became of the member that says where it leads. */
  readonly outcome: Became
}

/** `anyNodeSkip` before the first skip of the type REJECT; without either a rejection ends the approval. */
function readRejection(graph: Graph, { node, id, rejects }: Place): Rejection {
  const { byCode, first } = graph
  const [skip = {}] = rejects
  const code = textOf(node, 'anyNodeSkip') ?? textOf(skip, 'nextNodeCode')
  const target = code === undefined ? undefined : byCode.get(code)
  if (target === undefined || code === undefined) return { rules: {}, outcome: 'refused' }
  if (target.type === 2) return { rules: {}, outcome: 'mapped' }
  if (target.type !== 1) return { rules: {}, outcome: 'refused' }
  const back = (to: 'initiator' | 'previous' | 'any', outcome: Became = 'mapped'): Rejection => ({
    rules: { return: { to }, forbid: ['reject'] },
    outcome,
  })
  if (first.has(code) && asksInitiator(target)) return back('initiator')
  if (target.passes.flatMap(targetOf).some((next) => byCode.get(next)?.id === id)) {
    return back('previous')
  }
  // Others than the initiator had it there: who of them is asked again is not what a return does.
  if (first.has(code)) return { rules: {}, outcome: 'refused' }
  return back('any', { wins: 'approval:return to="any"' })
}

/** Whether the first task is the initiator's alone. */
function asksInitiator({ node }: Place): boolean {
  const permissions = readPermissions(textOf(node, 'permissionFlag'))
  return permissions.every((one) => one?.kind === 'initiator')
}

function skipNotes(graph: Graph, place: Place, types: Types): readonly TreeImported[] {
  const { node, type } = place
  const chooses = type === 3 || type === 5
  return objectsOf(node, 'skipList').flatMap((skip, index) => {
    const condition = textOf(skip, 'skipCondition')
    const isRead = condition === undefined || readSkipCondition(condition, types) !== undefined
    const outcome = outcomeOf(graph, place, skip)
    const ofCondition = outcome === 'mapped' && !isRead ? 'refused' : outcome
    const became = new Map<string, Became>([
      ['nowNodeCode', 'mapped'],
      ['nextNodeCode', outcome],
      ['skipName', 'mapped'],
      ['skipType', outcome],
      ['skipCondition', chooses ? ofCondition : 'ignored'],
    ])
    return notesOf(skip, became, { structure, prefix: `skipList[${index}].` })
  })
}

/** Of a task the first skip of each type counts, of a gateway all that pass. */
function outcomeOf(graph: Graph, place: Place, skip: Json): Became {
  const { node, type, passes, rejects } = place
  const wins = { wins: 'the first skip' }
  if (!rejects.includes(skip)) {
    if (!gateways.has(type ?? -1) && passes[0] !== skip) return wins
    return targetOf(skip).some((code) => graph.byCode.has(code)) ? 'mapped' : 'refused'
  }
  if (type !== 1 || rejects[0] !== skip) return wins
  if (textOf(node, 'anyNodeSkip') !== undefined) return { wins: 'anyNodeSkip' }
  return readRejection(graph, place).outcome
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
    const isAlone = skips.length === 1 && textOf(skip, 'skipCondition') === undefined
    const way = isAlone ? {} : wayOf(skip, { type: place.type, isLast: skip === last, types })
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
