import {
  type ApprovalTree,
  type TreeBranch,
  type TreeSeparation,
  type TreeStep,
} from '@countersign/contracts'
import {
  elementOf,
  elementsOf,
  extensionsOf,
  parseXml,
  textOf,
  type ModdleElement,
} from '../xml/xml.ts'
import { compileTree } from './compile-tree.ts'
import { bodyOf, importedOf, namedOf, readStep } from './read-step.ts'
import { sayingOf } from './saying.ts'

/**
 * The steps of a BPMN document, where a tree says all that it says; undefined of any other. What is drawn where, ids of
 * flows, joins, starts and plain ends, and names that nothing has are not said by a tree. It is written again and
 * compared, so nothing is lost that is not thought of here.
 *
 * Kept by: services/bpm/src/core/definition/tree/read-tree.test.ts "gives the tree back that a document was made of"
 */
export async function readTree(bpmnXml: string): Promise<ApprovalTree | undefined> {
  const { root, problems } = await parseXml(bpmnXml)
  const process = root === undefined || problems.length > 0 ? undefined : onlyProcessOf(root)
  if (process === undefined) return undefined
  const calls = new Map<string, string>()
  const steps = readLevel({ calls, taken: new Set() }, process, '')
  if (steps === undefined || steps.length === 0) return undefined
  const tree = { steps, ...separationsOf(process), ...importedOf(process) } as ApprovalTree
  const key = textOf(process, 'id')
  const name = textOf(process, 'name') || key
  const again = await parseXml(await compileTree(tree, { key, name, isDrawn: false }))
  const written = again.root === undefined ? undefined : onlyProcessOf(again.root)
  if (written === undefined) return undefined
  return sayingOf(process, calls) === sayingOf(written) ? tree : undefined
}

/** Beside it there are messages at most, which receive tasks name. */
function onlyProcessOf(root: ModdleElement): ModdleElement | undefined {
  const roots = elementsOf(root, 'rootElements')
  const [process, another] = roots.filter(({ $type }) => $type === 'bpmn:Process')
  const isPlain = roots.every(({ $type }) => $type === 'bpmn:Process' || $type === 'bpmn:Message')
  return isPlain && another === undefined ? process : undefined
}

function separationsOf(process: ModdleElement): { separations?: readonly TreeSeparation[] } {
  const found = extensionsOf(process).filter(({ $type }) => $type === 'approval:Separation')
  const separations = found.map((one) => ({
    nodes: textOf(one, 'nodes')
      .split(/[\s,]+/)
      .filter(Boolean),
    ...(textOf(one, 'rounds') === '' ? {} : { rounds: textOf(one, 'rounds') as 'each' }),
  }))
  return separations.length === 0 ? {} : { separations }
}

interface Reading {
  /** What a compiled tree calls elements whose ids a tree does not keep. */
  readonly calls: Map<string, string>
  readonly taken: Set<ModdleElement>
}

/** A process or a sub-process, its flows in the order of the document. */
interface Level extends Reading {
  readonly prefix: string
  from(node: ModdleElement): readonly ModdleElement[]
  /** Without jumps. */
  into(node: ModdleElement): readonly ModdleElement[]
}

function readLevel(
  reading: Reading,
  holder: ModdleElement,
  prefix: string,
): readonly TreeStep[] | undefined {
  const elements = elementsOf(holder, 'flowElements')
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')
  const from = Map.groupBy(flows, (flow) => elementOf(flow, 'sourceRef'))
  const [start, another] = elements.filter(({ $type }) => $type === 'bpmn:StartEvent')
  if (start === undefined || another !== undefined) return undefined
  const plain = flows.filter((flow) => !isJump(elementOf(flow, 'sourceRef')))
  const into = Map.groupBy(plain, (flow) => elementOf(flow, 'targetRef'))
  const level: Level = {
    ...reading,
    prefix,
    from: (node) => from.get(node) ?? [],
    into: (node) => into.get(node) ?? [],
  }
  reading.calls.set(textOf(start, 'id'), `${prefix}start`)
  const row = readRow(level, level.from(start), true)
  return row === undefined || row.join !== undefined ? undefined : row.steps
}

/** Steps one after the other, and the join that they lead to. */
interface Row {
  readonly steps: readonly TreeStep[]
  readonly join?: ModdleElement
}

const gateways: Readonly<Record<string, 'exclusive' | 'inclusive' | 'parallel'>> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
}

const isJump = (node: ModdleElement | undefined): boolean =>
  node?.$type === 'bpmn:IntermediateThrowEvent' && elementsOf(node, 'eventDefinitions').length === 0

/** @param isTop Not within a branch: a plain end is that of the level. */
function readRow(level: Level, begins: readonly ModdleElement[], isTop: boolean): Row | undefined {
  const steps: TreeStep[] = []
  let [flow, another] = begins
  while (flow !== undefined && another === undefined) {
    const node = elementOf(flow, 'targetRef')
    if (node === undefined) return undefined
    if (isJoin(level, node)) return { steps, join: node }
    if (level.taken.has(node)) return undefined
    level.taken.add(node)
    if (isTop && isPlainEnd(node)) {
      level.calls.set(textOf(node, 'id'), `${level.prefix}end`)
      return { steps }
    }
    const read = readNode(level, node)
    if (read === undefined) return undefined
    steps.push(read.step)
    if (read.next === undefined) return { steps }
    ;[flow, another] = read.next
  }
  return undefined
}

/** Of branches of which all but one end or go on elsewhere a single one arrives. */
const isJoin = (level: Level, node: ModdleElement): boolean =>
  gateways[node.$type] !== undefined && level.from(node).length === 1

const isPlainEnd = (node: ModdleElement): boolean =>
  node.$type === 'bpmn:EndEvent' &&
  textOf(node, 'name') === '' &&
  extensionsOf(node).length === 0 &&
  elementsOf(node, 'eventDefinitions').length === 0

/** A step, and the flows out of it; none where nothing follows in its list. */
interface ReadNode {
  readonly step: TreeStep
  readonly next?: readonly ModdleElement[]
}

function readNode(level: Level, node: ModdleElement): ReadNode | undefined {
  if (isJump(node)) {
    const [only] = level.from(node)
    const target = only === undefined ? undefined : elementOf(only, 'targetRef')
    if (target === undefined) return undefined
    const to = textOf(target, 'id')
    return { step: { ...namedOf(node, false), type: 'jump', to } as unknown as TreeStep }
  }
  if (gateways[node.$type] !== undefined) return readBranches(level, node)
  if (node.$type === 'bpmn:SubProcess') {
    const steps = readLevel(level, node, `${textOf(node, 'id')}_`)
    if (steps === undefined) return undefined
    const step = { ...namedOf(node, true), type: 'sub', steps } as unknown as TreeStep
    return { step, next: level.from(node) }
  }
  const step = readStep(node)
  if (step === undefined) return undefined
  return step.type === 'end' ? { step } : { step, next: level.from(node) }
}

function readBranches(level: Level, node: ModdleElement): ReadNode | undefined {
  const joins = new Set<ModdleElement>()
  const branches: TreeBranch[] = []
  let arriving = 0
  for (const [index, flow] of level.from(node).entries()) {
    const row = readRow(level, [flow], false)
    if (row === undefined) return undefined
    if (row.join !== undefined) {
      joins.add(row.join)
      arriving += 1
    }
    const when = bodyOf(flow, 'conditionExpression')
    branches.push({
      name: textOf(flow, 'name') || String(index + 1),
      ...(when === undefined ? {} : { when }),
      ...(elementOf(node, 'default') === flow ? { otherwise: true } : {}),
      steps: row.steps,
    })
  }
  const kind = gateways[node.$type]
  const step = { ...namedOf(node, false), type: 'branch', kind, branches } as unknown as TreeStep
  const [join, another] = joins
  if (branches.length < 2 || another !== undefined) return undefined
  if (join === undefined) return { step }
  // What else leads there is not of these branches.
  if (level.into(join).length !== arriving) return undefined
  level.calls.set(textOf(join, 'id'), `${textOf(node, 'id')}_join`)
  return { step, next: level.from(join) }
}
