import { DUPLICATES } from '@countersign/contracts'
import { TASK_ACTIONS, type TaskActionName } from '../../task.ts'
import {
  readExpression,
  readInteger,
  readNumber,
  readOneOf,
  words,
  type RuleReader,
} from '../xml/attributes.ts'
import type {
  CandidateRule,
  ChangeRule,
  DecisionMode,
  DecisionRule,
  FieldAccess,
  PolicyRule,
  ReturnRule,
} from '../graph.ts'
import { elementsOf, textOf, type ModdleElement } from '../xml/xml.ts'

export const defaultDecision: DecisionRule = {
  mode: 'single',
  threshold: 0,
  reject: 'any',
  rejectThreshold: 0,
  onReject: 'end',
}

export const defaultPolicy: PolicyRule = {
  onEmpty: 'administrators',
  emptyUsers: [],
  onInitiator: 'self',
  duplicates: 'none',
}

export const defaultReturn: ReturnRule = { to: 'any', resubmit: 'rerun' }

export const defaultChange: ChangeRule = { open: 'askAgain', decided: 'mark' }

const maxRefLength = 150
export const maxLevel = 50

export function readCandidates(reader: RuleReader, holder: ModdleElement): CandidateRule[] {
  return elementsOf(holder, 'candidate').flatMap((element) => {
    const rule = readCandidate(reader, element)
    if (rule === undefined) return []
    if (textOf(element, 'atLeast') === '') return [rule]
    const range = { fallback: 1, min: 1, max: 500 }
    return [{ ...rule, atLeast: readInteger(reader, element, 'atLeast', range) }]
  })
}

function readCandidate(reader: RuleReader, element: ModdleElement): CandidateRule | undefined {
  const kind = textOf(element, 'kind')
  const weight = readNumber(reader, element, 'weight', { fallback: 1, min: 0.001, max: 1000 })
  const required = (name: string): string => {
    const value = textOf(element, name).trim()
    if (value !== '' && value.length <= maxRefLength) return value
    reader.report(
      reader.id,
      'candidate_incomplete',
      `a candidate of kind ${kind} needs ${name}, at most ${maxRefLength} characters long`,
    )
    return value
  }
  const level = (name: string, fallback: number, min: number) =>
    readInteger(reader, element, name, { fallback, min, max: maxLevel })
  switch (kind) {
    case 'user':
    case 'role':
    case 'department':
    case 'post':
      return { kind, ref: required('ref'), weight }
    case 'decision':
      return { kind, ref: required('ref'), weight }
    case 'departmentLeader':
      return { kind, level: level('level', 0, 0), weight }
    case 'managerLine': {
      const from = level('from', 1, 1)
      const to = level('to', from, 1)
      if (to < from) reader.report(reader.id, 'value_invalid', 'to must not be less than from')
      const direction = readOneOf(reader, element, 'direction', ['bottomUp', 'topDown'])
      return { kind, from, to, direction: direction ?? 'bottomUp', weight }
    }
    case 'initiator':
    case 'initiatorSelects':
    case 'previousApproverSelects':
      return { kind, weight }
    case 'variable':
      return { kind, name: required('name'), weight }
    case 'expression': {
      const value = readExpression(reader, required('value'))
      return value === undefined ? undefined : { kind, value, weight }
    }
    default:
      reader.report(reader.id, 'candidate_kind_unknown', `"${kind}" is no kind of candidate`)
      return undefined
  }
}

const modes: readonly DecisionMode[] = [
  'single',
  'all',
  'any',
  'sequential',
  'ratio',
  'count',
  'weighted',
  'quorum',
]

export function readDecision(reader: RuleReader, element: ModdleElement): DecisionRule {
  const mode = readOneOf(reader, element, 'mode', modes) ?? 'single'
  const voting = mode === 'ratio' || mode === 'count' || mode === 'weighted'
  const reject =
    readOneOf(reader, element, 'reject', [
      'any',
      'all',
      'ratio',
      'count',
      'unreachable',
    ] as const) ?? (voting || mode === 'quorum' ? 'unreachable' : 'any')
  return {
    mode,
    threshold: voting ? readThreshold(reader, element, 'threshold', mode) : 0,
    reject,
    rejectThreshold:
      reject === 'ratio' || reject === 'count'
        ? readThreshold(reader, element, 'rejectThreshold', reject)
        : 0,
    ...readOnReject(reader, element),
  }
}

const maxErrorLength = 200

function readOnReject(
  reader: RuleReader,
  element: ModdleElement,
): Pick<DecisionRule, 'onReject' | 'error'> {
  const onReject = readOneOf(reader, element, 'onReject', ['end', 'continue', 'throw']) ?? 'end'
  const error = textOf(element, 'error').trim()
  if (error !== '' && onReject !== 'throw') {
    reader.report(reader.id, 'value_invalid', 'error says what onReject="throw" throws: add that')
  }
  if (error.length > maxErrorLength) {
    const message = `the code of an error has ${maxErrorLength} characters at most`
    reader.report(reader.id, 'value_invalid', message)
  }
  return { onReject, ...(error === '' ? {} : { error }) }
}

/** A share as `0.6` or `60%`, or a number of people, or a sum of weights. */
function readThreshold(
  reader: RuleReader,
  element: ModdleElement,
  name: string,
  rule: 'ratio' | 'count' | 'weighted',
): number {
  const text = textOf(element, name).trim()
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
  const fits =
    text !== '' &&
    value > 0 &&
    (rule === 'ratio' ? value <= 1 : value <= 1_000_000) &&
    (rule !== 'count' || Number.isInteger(value))
  if (fits) return value
  const wanted = {
    ratio: 'a share above 0 and up to 1',
    count: 'a whole number',
    weighted: 'a sum',
  }
  reader.report(reader.id, 'threshold_invalid', `${rule} needs ${name}: ${wanted[rule]}`)
  return 1
}

export function readPolicy(reader: RuleReader, element: ModdleElement): PolicyRule {
  const onEmpty = readOneOf(reader, element, 'onEmpty', [
    'approve',
    'reject',
    'block',
    'administrators',
    'users',
  ] as const)
  const emptyUsers = words(textOf(element, 'users'))
  if ((onEmpty === 'users') !== emptyUsers.length > 0) {
    reader.report(reader.id, 'value_invalid', 'onEmpty="users" and a list in users go together')
  }
  return {
    onEmpty: onEmpty ?? defaultPolicy.onEmpty,
    emptyUsers,
    onInitiator:
      readOneOf(reader, element, 'onInitiator', [
        'self',
        'skip',
        'manager',
        'departmentLeader',
      ] as const) ?? defaultPolicy.onInitiator,
    duplicates: readOneOf(reader, element, 'duplicates', DUPLICATES) ?? defaultPolicy.duplicates,
  }
}

export function readReturn(reader: RuleReader, element: ModdleElement): ReturnRule {
  return {
    to:
      readOneOf(reader, element, 'to', ['none', 'previous', 'initiator', 'any'] as const) ??
      defaultReturn.to,
    resubmit:
      readOneOf(reader, element, 'resubmit', ['rerun', 'straightBack', 'returner'] as const) ??
      defaultReturn.resubmit,
  }
}

export function readChange(reader: RuleReader, element: ModdleElement): ChangeRule {
  const open = readOneOf(reader, element, 'open', ['askAgain', 'keep']) ?? defaultChange.open
  const decided =
    readOneOf(reader, element, 'decided', ['mark', 'askAgain', 'refuse']) ?? defaultChange.decided
  if (open === 'keep' && decided === 'askAgain') {
    const message =
      'open="keep" lets votes stand that decided="askAgain" would ask for again: keep one'
    reader.report(reader.id, 'change_contradictory', message)
  }
  return { open, decided }
}

export function readForbidden(
  reader: RuleReader,
  element: ModdleElement,
): ReadonlySet<TaskActionName> {
  const named = words(textOf(element, 'forbid'))
  const known = TASK_ACTIONS.filter((action) => named.includes(action))
  if (known.length !== new Set(named).size) {
    reader.report(reader.id, 'value_invalid', `forbid takes any of ${TASK_ACTIONS.join(', ')}`)
  }
  return new Set(known)
}

export function readFields(
  reader: RuleReader,
  element: ModdleElement,
): ReadonlyMap<string, FieldAccess> {
  const fields = new Map<string, FieldAccess>()
  for (const field of elementsOf(element, 'field')) {
    const access = readOneOf(reader, field, 'access', ['hidden', 'read', 'write'] as const)
    const name = textOf(field, 'name')
    if (name === '' || access === undefined || fields.has(name)) {
      reader.report(reader.id, 'value_invalid', 'a field needs a name of its own and an access')
    } else {
      fields.set(name, access)
    }
  }
  return fields
}

export function readResult(
  reader: RuleReader,
  element: ModdleElement,
  name: string,
): 'approved' | 'rejected' {
  return readOneOf(reader, element, name, ['approved', 'rejected'] as const) ?? 'approved'
}
