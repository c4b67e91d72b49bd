import type { ModdleElement } from 'bpmn-moddle'
import {
  branchFlowId,
  jumpFlowId,
  type ApprovalTree,
  type BranchStep,
  type EndStep,
  type TreeStep,
  type WaitStep,
} from '@countersign/contracts'
import {
  approveExtensions,
  autoExtension,
  callExtension,
  candidatesOf,
  extend,
  loopOf,
  optional,
  own,
} from './step-extensions.ts'
import { textOf } from '../xml/xml.ts'
import { createWriter, type Way, type Writer } from './writer.ts'

/**
 * Compiles an approval tree to BPMN XML with a drawing. The ids of the steps become those of the
 * elements; what is wrong with the tree shows when the XML is validated, under the step's id.
 *
 * @param key Id of the process.
 * @param isDrawn Whether there is a drawing: it takes longer than all the rest.
 */
export async function compileTree(
  tree: ApprovalTree,
  {
    key,
    name,
    isDrawn = true,
  }: { readonly key: string; readonly name: string; readonly isDrawn?: boolean },
): Promise<string> {
  const writer = createWriter()
  const jumps: Jump[] = []
  writeLevel({ writer, jumps }, tree.steps, '')
  for (const { writer: level, from, to } of jumps) {
    const target = writer.nodes.get(to)
    // Validation says of it, under an id that leads back to the step, where it crosses a border.
    if (target !== undefined) level.connect(from, target, { id: jumpFlowId(textOf(from, 'id')) })
  }
  const { separations = [], imported } = tree
  const apart = separations.map(({ nodes, rounds }) =>
    own(writer.model, 'Separation', { nodes: nodes.join(' '), rounds }),
  )
  return writer.finish({ id: key, name, ...extend(writer.model, apart, imported) }, isDrawn)
}

/** Where the next step connects to; nothing does behind what ends, or goes on elsewhere. */
interface Tail {
  readonly from: ModdleElement
  readonly way?: Way
}

interface Jump {
  readonly writer: Writer
  readonly from: ModdleElement
  readonly to: string
}

interface Level {
  readonly writer: Writer
  /** Connected at last: what is jumped to may stand further down. */
  readonly jumps: Jump[]
}

/** @param prefix Of the ids of start and end: those of the process, or of a sub-process. */
function writeLevel(level: Level, steps: readonly TreeStep[], prefix: string): void {
  const { writer } = level
  const from = writer.add('bpmn:StartEvent', { id: `${prefix}start` })
  const last = writeSteps(level, steps, { from })
  if (last !== undefined) attach(writer, last, 'bpmn:EndEvent', { id: `${prefix}end` })
}

function writeSteps(
  level: Level,
  steps: readonly TreeStep[],
  tail: Tail | undefined,
): Tail | undefined {
  return steps.reduce<Tail | undefined>((before, step) => writeStep(level, step, before), tail)
}

function writeStep(level: Level, step: TreeStep, tail: Tail | undefined): Tail | undefined {
  const { writer, jumps } = level
  const { model } = writer
  const { id, imported } = step
  const named = step.name === undefined ? { id } : { id, name: step.name }
  const put = (type: string, extensions: readonly ModdleElement[], more: object = {}) =>
    attach(writer, tail, type, { ...named, ...more, ...extend(model, extensions, imported) })
  switch (step.type) {
    case 'approve':
      return put('bpmn:UserTask', approveExtensions(model, step))
    case 'cc':
      return put('bpmn:ServiceTask', [own(model, 'Copy'), candidatesOf(model, step.candidates)])
    case 'auto':
      return put('bpmn:ServiceTask', [autoExtension(model, step)])
    case 'callback':
      return put('bpmn:ServiceTask', [own(model, 'Callback', { name: step.request })])
    case 'decision':
      return put('bpmn:BusinessRuleTask', [own(model, 'DecisionTable', { ref: step.table })])
    case 'call': {
      const loop = step.many === undefined ? {} : { loopCharacteristics: loopOf(model, step.many) }
      const calls = { calledElement: step.key, ...loop }
      return put('bpmn:CallActivity', [callExtension(model, step)], calls)
    }
    case 'wait':
      return step.message === undefined
        ? put('bpmn:IntermediateCatchEvent', ...timerOf(writer, step))
        : put('bpmn:ReceiveTask', [], messageOf(writer, step.id, step.message))
    case 'sub': {
      const attributes = { ...named, ...extend(model, [], imported) }
      const [from, inner] = writer.within(attributes)
      writeLevel({ writer: inner, jumps }, step.steps, `${id}_`)
      return follow(writer, tail, from)
    }
    case 'branch':
      return writeBranches(level, step, put(gatewayTypes[step.kind], []).from)
    case 'jump':
      jumps.push({ writer, from: put('bpmn:IntermediateThrowEvent', []).from, to: step.to })
      return undefined
    case 'end':
      put('bpmn:EndEvent', optional(model, 'Result', { value: step.result }), endOf(writer, step))
      return undefined
  }
}

function writeBranches(level: Level, step: BranchStep, from: ModdleElement): Tail | undefined {
  const { writer } = level
  let join: ModdleElement | undefined
  const joinOf = () => (join ??= writer.add(gatewayTypes[step.kind], { id: `${step.id}_join` }))
  const ends = step.branches.flatMap(({ name, when, otherwise, steps }, index) => {
    const id = branchFlowId(step.id, index)
    const says = step.kind === 'parallel' || when === undefined ? {} : { when }
    const isDefault = step.kind !== 'parallel' && otherwise === true
    const end = writeSteps(level, steps, { from, way: { id, name, isDefault, ...says } })
    if (end === undefined) return []
    if (end.from !== from) return [end]
    // Of a branch without steps the flow is written in its turn: the first one that fits is taken.
    writer.connect(from, joinOf(), end.way)
    return []
  })
  for (const end of ends) writer.connect(end.from, joinOf(), end.way)
  return join === undefined ? undefined : { from: join }
}

const gatewayTypes = {
  exclusive: 'bpmn:ExclusiveGateway',
  inclusive: 'bpmn:InclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
} as const

function timerOf({ model }: Writer, { in: duration, at, calendar }: WaitStep) {
  const time = (body: string) => model.create('bpmn:FormalExpression', { body })
  const timer = model.create('bpmn:TimerEventDefinition', {
    ...(duration === undefined ? {} : { timeDuration: time(duration) }),
    ...(at === undefined ? {} : { timeDate: time(at) }),
  })
  return [optional(model, 'Timing', { calendar }), { eventDefinitions: [timer] }] as const
}

const messageOf = (writer: Writer, id: string, name: string) => ({
  messageRef: writer.addRoot('bpmn:Message', { id: `${id}_message`, name }),
})

const endOf = ({ model }: Writer, { all = false }: EndStep) =>
  all ? { eventDefinitions: [model.create('bpmn:TerminateEventDefinition')] } : {}

function attach(
  writer: Writer,
  tail: Tail | undefined,
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): Tail {
  return follow(writer, tail, writer.add(type, attributes))
}

function follow(writer: Writer, tail: Tail | undefined, next: ModdleElement): Tail {
  if (tail !== undefined) writer.connect(tail.from, next, tail.way)
  return { from: next }
}
