import type { ModdleElement } from 'bpmn-moddle'
import type {
  ApproveStep,
  AutoStep,
  CallStep,
  TreeCandidate,
  TreeImported,
  TreeMany,
} from '@countersign/contracts'
import type { Writer } from './writer.ts'

type Model = Writer['model']

/** An extension element of ours; its attributes are text. */
export const own = (
  model: Model,
  name: string,
  attributes: Readonly<Record<string, unknown>> = {},
  children: Readonly<Record<string, readonly ModdleElement[]>> = {},
): ModdleElement => model.create(`approval:${name}`, { ...asText(attributes), ...children })

/** The extension elements of a step, and what became of what another tool said of it. */
export function extend(
  model: Model,
  elements: readonly ModdleElement[],
  imported: readonly TreeImported[] = [],
): { readonly extensionElements?: ModdleElement } {
  const values = [...elements, ...imported.map((one) => own(model, 'Imported', { ...one }))]
  return values.length === 0
    ? {}
    : { extensionElements: model.create('bpmn:ExtensionElements', { values }) }
}

export function approveExtensions(model: Model, step: ApproveStep): readonly ModdleElement[] {
  const { mode, threshold, reject, rejectThreshold, onReject } = step
  const { onEmpty, emptyUsers, onInitiator, duplicates } = step
  const users = emptyUsers?.join(' ')
  return [
    candidatesOf(model, step.candidates),
    ...optional(model, 'Decision', { mode, threshold, reject, rejectThreshold, onReject }),
    ...optional(model, 'Policy', { onEmpty, users, onInitiator, duplicates }),
    ...optional(model, 'Return', { ...step.return }),
    ...optional(model, 'Comment', { ...step.comment }),
    ...optional(model, 'Change', { ...step.change }),
    ...optional(model, 'Actions', { forbid: step.forbid?.join(' ') }),
    ...fieldsOf(model, step),
    ...timesOf(model, step),
  ]
}

function fieldsOf(model: Model, { fields = [] }: ApproveStep): readonly ModdleElement[] {
  if (fields.length === 0) return []
  return [own(model, 'Fields', {}, { field: fields.map((one) => own(model, 'Field', one)) })]
}

function timesOf(model: Model, step: ApproveStep): readonly ModdleElement[] {
  const { due, remind, escalate, timeout } = step
  const escalation = ({ candidates, ...time }: NonNullable<ApproveStep['escalate']>) =>
    own(model, 'Escalate', time, { candidate: candidatesIn(model, candidates) })
  return [
    ...optional(model, 'Due', { ...due }),
    ...optional(model, 'Remind', { ...remind }),
    ...(escalate === undefined ? [] : [escalation(escalate)]),
    ...optional(model, 'Timeout', { ...timeout }),
  ]
}

export function callExtension(model: Model, step: CallStep): ModdleElement {
  const { inheritVariables, onReject } = step
  const mappings = (name: 'In' | 'Out', list: CallStep['in'] = []) =>
    list.map((one) => own(model, name, { ...one }))
  const children = { in: mappings('In', step.in), out: mappings('Out', step.out) }
  return own(model, 'Call', { inheritVariables, onReject }, children)
}

/** How often a called process runs. */
export function loopOf(model: Model, many: TreeMany): ModdleElement {
  const { each: value, as, times, sequential = false, until } = many
  const expression = (body: string) => model.create('bpmn:FormalExpression', { body })
  return model.create('bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: sequential,
    ...extend(model, optional(model, 'Each', { value, as })),
    ...(times === undefined ? {} : { loopCardinality: expression(times) }),
    ...(until === undefined ? {} : { completionCondition: expression(until) }),
  })
}

export const autoExtension = (model: Model, { rules = [], otherwise }: AutoStep): ModdleElement =>
  own(model, 'Auto', { otherwise }, { rule: rules.map((one) => own(model, 'Rule', { ...one })) })

export const candidatesOf = (model: Model, candidates: readonly TreeCandidate[]): ModdleElement =>
  own(model, 'Candidates', {}, { candidate: candidatesIn(model, candidates) })

const candidatesIn = (
  model: Model,
  candidates: readonly TreeCandidate[],
): readonly ModdleElement[] => candidates.map((one) => own(model, 'Candidate', { ...one }))

/** None when it would say nothing. */
export function optional(
  model: Model,
  name: string,
  attributes: Readonly<Record<string, unknown>>,
): readonly ModdleElement[] {
  const isSaid = Object.values(attributes).some((value) => value !== undefined)
  return isSaid ? [own(model, name, attributes)] : []
}

function asText(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}
