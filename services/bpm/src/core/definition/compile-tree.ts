import { layoutProcess } from 'bpmn-auto-layout'
import type { ModdleElement } from 'bpmn-moddle'
import {
  APPROVAL_NAMESPACE,
  branchFlowId,
  type ApprovalTree,
  type ApproveStep,
  type BranchStep,
  type CallStep,
  type CopyStep,
  type TreeBranch,
  type TreeCandidate,
  type TreeStep,
} from '@countersign/contracts'
import { elementsOf, moddle, parseXml } from './xml.ts'

/**
 * Compiles an approval tree to BPMN XML with a drawing. The ids of the steps become those of the
 * elements; what is wrong with the tree shows when the XML is validated, under the step's id.
 *
 * @param key Id of the process.
 */
export async function compileTree(
  tree: ApprovalTree,
  { key, name }: { readonly key: string; readonly name: string },
): Promise<string> {
  const writer = createWriter()
  const start = writer.add('bpmn:StartEvent', { id: 'start' })
  const last = writeSteps(writer, tree.steps, { from: start })
  writer.connect(last, writer.add('bpmn:EndEvent', { id: 'end' }))
  const document = writer.definitions(key, name, separationsOf(writer, tree))
  const { xml } = await writer.model.toXML(document, { format: true })
  // The layout drops what the parser warns of, a repeated id for one, and validation would miss it.
  const { problems } = await parseXml(xml)
  return problems.length > 0 ? xml : layoutProcess(xml)
}

/** Where the next step connects to: a node, and what the first flow from it says. */
interface Tail {
  readonly from: ModdleElement
  readonly branch?: {
    readonly gateway: BranchStep['kind']
    readonly flow: string
    readonly says: TreeBranch
  }
}

type Writer = ReturnType<typeof createWriter>

function createWriter() {
  const model = moddle()
  const elements: ModdleElement[] = []
  let flowCount = 0
  const add = (type: string, attributes: Readonly<Record<string, unknown>>): ModdleElement => {
    const element = model.create(type, attributes)
    elements.push(element)
    return element
  }
  return {
    model,
    add,
    connect(tail: Tail, target: ModdleElement): void {
      flowCount += 1
      const { from, branch } = tail
      const flow = add('bpmn:SequenceFlow', {
        id: branch?.flow ?? `flow_${flowCount}`,
        sourceRef: from,
        targetRef: target,
        ...(branch === undefined ? {} : { name: branch.says.name }),
      })
      // The layout follows these lists, not the ends of the flows.
      Object.assign(from, { outgoing: [...elementsOf(from, 'outgoing'), flow] })
      Object.assign(target, { incoming: [...elementsOf(target, 'incoming'), flow] })
      if (branch === undefined || branch.gateway === 'parallel') return
      if (branch.says.otherwise === true) Object.assign(from, { default: flow })
      if (branch.says.when === undefined) return
      const body = branch.says.when
      const conditionExpression = model.create('bpmn:FormalExpression', { body })
      Object.assign(flow, { conditionExpression })
    },
    definitions(key: string, name: string, rules: readonly ModdleElement[]): ModdleElement {
      const process = model.create('bpmn:Process', {
        id: key,
        name,
        isExecutable: true,
        ...(rules.length === 0
          ? {}
          : { extensionElements: model.create('bpmn:ExtensionElements', { values: rules }) }),
        flowElements: elements,
      })
      const document = model.create('bpmn:Definitions', {
        targetNamespace: APPROVAL_NAMESPACE,
        rootElements: [process],
      })
      return document
    },
  }
}

const separationsOf = ({ model }: Writer, { separations = [] }: ApprovalTree): ModdleElement[] =>
  separations.map(({ nodes, rounds }) =>
    model.create('approval:Separation', asText({ nodes: nodes.join(' '), rounds })),
  )

function writeSteps(writer: Writer, steps: readonly TreeStep[], tail: Tail): Tail {
  return steps.reduce((before, step) => writeStep(writer, step, before), tail)
}

function writeStep(writer: Writer, step: TreeStep, tail: Tail): Tail {
  switch (step.type) {
    case 'approve': {
      const extensions = approveExtensions(writer, step)
      return attach(writer, tail, 'bpmn:UserTask', { id: step.id, name: step.name, ...extensions })
    }
    case 'cc': {
      const copy = [writer.model.create('approval:Copy'), candidatesOf(writer, step)]
      const extensions = extend(writer, copy)
      return attach(writer, tail, 'bpmn:ServiceTask', {
        id: step.id,
        name: step.name,
        ...extensions,
      })
    }
    case 'call': {
      const { id, name, key } = step
      const calls = { id, name, calledElement: key, ...callExtensions(writer, step) }
      return attach(writer, tail, 'bpmn:CallActivity', calls)
    }
    case 'branch':
      return writeBranches(writer, step, tail)
  }
}

function writeBranches(writer: Writer, step: BranchStep, tail: Tail): Tail {
  const type = gatewayTypes[step.kind]
  const named = step.name === undefined ? {} : { name: step.name }
  const { from } = attach(writer, tail, type, { id: step.id, ...named })
  const ends = step.branches.map((says, index) => {
    const flow = branchFlowId(step.id, index)
    return writeSteps(writer, says.steps, { from, branch: { gateway: step.kind, flow, says } })
  })
  const join = writer.add(type, { id: `${step.id}_join` })
  for (const end of ends) writer.connect(end, join)
  return { from: join }
}

const gatewayTypes = {
  exclusive: 'bpmn:ExclusiveGateway',
  inclusive: 'bpmn:InclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
} as const

function attach(
  writer: Writer,
  tail: Tail,
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): Tail {
  const from = writer.add(type, attributes)
  writer.connect(tail, from)
  return { from }
}

function approveExtensions(writer: Writer, step: ApproveStep) {
  const { mode, threshold, reject, rejectThreshold, onReject } = step
  const { onEmpty, emptyUsers, onInitiator, duplicates } = step
  return extend(writer, [
    candidatesOf(writer, step),
    ...optional(writer, 'approval:Decision', {
      mode,
      threshold,
      reject,
      rejectThreshold,
      onReject,
    }),
    ...optional(writer, 'approval:Policy', {
      onEmpty,
      users: emptyUsers?.join(' '),
      onInitiator,
      duplicates,
    }),
    ...optional(writer, 'approval:Return', { ...step.return }),
    ...optional(writer, 'approval:Comment', { ...step.comment }),
    ...optional(writer, 'approval:Change', { ...step.change }),
    ...optional(writer, 'approval:Actions', { forbid: step.forbid?.join(' ') }),
    ...fieldsOf(writer, step),
    ...timesOf(writer, step),
  ])
}

function fieldsOf({ model }: Writer, { fields = [] }: ApproveStep): ModdleElement[] {
  if (fields.length === 0) return []
  const field = fields.map((one) => model.create('approval:Field', asText({ ...one })))
  return [model.create('approval:Fields', { field })]
}

function timesOf(writer: Writer, step: ApproveStep): ModdleElement[] {
  const { due, remind, escalate, timeout } = step
  const escalation = ({ candidates, ...time }: NonNullable<ApproveStep['escalate']>) =>
    writer.model.create('approval:Escalate', {
      ...asText(time),
      candidate: candidates.map((one) => candidateOf(writer, one)),
    })
  return [
    ...optional(writer, 'approval:Due', { ...due }),
    ...optional(writer, 'approval:Remind', { ...remind }),
    ...(escalate === undefined ? [] : [escalation(escalate)]),
    ...optional(writer, 'approval:Timeout', { ...timeout }),
  ]
}

function callExtensions(writer: Writer, step: CallStep) {
  const { inheritVariables, onReject } = step
  const mappings = (name: 'In' | 'Out', list: CallStep['in'] = []) =>
    list.map((one) => writer.model.create(`approval:${name}`, asText({ ...one })))
  const call = writer.model.create('approval:Call', {
    ...asText({ inheritVariables, onReject }),
    in: mappings('In', step.in),
    out: mappings('Out', step.out),
  })
  return extend(writer, [call])
}

function candidatesOf(writer: Writer, { candidates }: ApproveStep | CopyStep): ModdleElement {
  const candidate = candidates.map((one) => candidateOf(writer, one))
  return writer.model.create('approval:Candidates', { candidate })
}

const candidateOf = ({ model }: Writer, candidate: TreeCandidate): ModdleElement =>
  model.create('approval:Candidate', asText({ ...candidate }))

/** An extension element, or none when it would say nothing. */
function optional(
  writer: Writer,
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): ModdleElement[] {
  const said = asText(attributes)
  return Object.keys(said).length === 0 ? [] : [writer.model.create(type, said)]
}

function extend(writer: Writer, values: readonly ModdleElement[]) {
  return { extensionElements: writer.model.create('bpmn:ExtensionElements', { values }) }
}

function asText(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
