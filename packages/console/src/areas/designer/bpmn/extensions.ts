import { COMMENTED_ACTIONS, type TreeCandidate } from '@countersign/contracts'
import { compact, type Rules } from '../rules/rules.ts'
import {
  attributesOf,
  extensionsOf,
  listOf,
  textOf,
  texts,
  withExtensions,
  wordsOf,
  type Create,
  type ModdleElement,
} from './moddle.ts'

const numbers = {
  candidate: ['level', 'from', 'to', 'weight', 'atLeast'],
  decision: ['threshold', 'rejectThreshold'],
  none: [],
} as const
const candidateMembers = [
  'kind',
  'ref',
  'level',
  'from',
  'to',
  'direction',
  'name',
  'value',
  'weight',
  'atLeast',
] as const
const decisionMembers = [
  'mode',
  'threshold',
  'reject',
  'rejectThreshold',
  'onReject',
  'error',
] as const
const returnMembers = ['to', 'resubmit'] as const
const changeMembers = ['open', 'decided'] as const
const timeMembers = ['in', 'at', 'calendar'] as const
const timeTypes = ['Due', 'Remind', 'Escalate', 'Timeout'] as const
/** The extension elements that `Rules` say everything of. */
const ruleTypes = [
  'Candidates',
  'Decision',
  'Policy',
  'Return',
  'Comment',
  'Change',
  'Actions',
  'Fields',
  ...timeTypes,
] as const

/** The rules of a user task. */
export function readRules(task: ModdleElement): Rules {
  const parts = extensionsOf(task)
  const part = (name: (typeof ruleTypes)[number]) =>
    parts.find(({ $type }) => $type === `approval:${name}`)
  const policy = part('Policy')
  const emptyUsers = wordsOf(policy, 'users')
  const forbid = wordsOf(part('Actions'), 'forbid')
  const fields = listOf(part('Fields')?.get('field'))
  return compact<Rules>({
    candidates: readCandidates(part('Candidates')),
    ...attributesOf(part('Decision'), decisionMembers, numbers.decision),
    ...attributesOf(policy, ['onEmpty', 'onInitiator', 'duplicates'], numbers.none),
    ...(emptyUsers.length === 0 ? {} : { emptyUsers }),
    ...(part('Return') === undefined
      ? {}
      : { return: attributesOf(part('Return'), returnMembers, numbers.none) }),
    ...(part('Comment') === undefined
      ? {}
      : { comment: attributesOf(part('Comment'), COMMENTED_ACTIONS, numbers.none) }),
    ...(part('Change') === undefined
      ? {}
      : { change: attributesOf(part('Change'), changeMembers, numbers.none) }),
    ...(forbid.length === 0 ? {} : { forbid }),
    ...(fields.length === 0
      ? {}
      : {
          fields: fields.map((one) => attributesOf(one, ['name', 'access'], numbers.none)) as never,
        }),
    ...readTimes(part),
  })
}

function readTimes(
  part: (name: (typeof timeTypes)[number]) => ModdleElement | undefined,
): Partial<Rules> {
  const [due, remind, escalate, timeout] = timeTypes.map((name) => part(name))
  const read = (time: ModdleElement, also: readonly string[] = []) =>
    attributesOf(time, [...timeMembers, ...also], ['times'])
  return {
    ...(due === undefined ? {} : { due: read(due, ['decision']) }),
    ...(remind === undefined ? {} : { remind: read(remind, ['times']) }),
    ...(escalate === undefined
      ? {}
      : { escalate: { ...read(escalate), candidates: readCandidates(escalate) } }),
    ...(timeout === undefined ? {} : { timeout: read(timeout, ['result']) }),
  }
}

/** Whom a holder of candidates names: the element of a task, or its escalation. */
export const readCandidates = (holder: ModdleElement | undefined): readonly TreeCandidate[] =>
  listOf(holder?.get('candidate')).map(
    (candidate) =>
      attributesOf(candidate, candidateMembers, numbers.candidate) as unknown as TreeCandidate,
  )

export const candidatesIn = (candidates: readonly TreeCandidate[], create: Create) =>
  candidates.map((one) => create('approval:Candidate', texts(one)))

/** The extension elements of a user task with these rules. What is not ours stays as it is. */
export function writeRules(
  task: ModdleElement,
  rules: Rules,
  create: Create,
): ModdleElement | undefined {
  const { candidates, emptyUsers, forbid = [] } = rules
  const { return: back = {}, comment = {}, change = {} } = rules
  const policy = {
    ...pick(rules, ['onEmpty', 'onInitiator', 'duplicates']),
    ...(emptyUsers === undefined || emptyUsers.length === 0 ? {} : { users: emptyUsers.join(' ') }),
  }
  const made = [
    ...(candidates.length === 0
      ? []
      : [create('approval:Candidates', { candidate: candidatesIn(candidates, create) })]),
    ...(['Decision', 'Policy', 'Return', 'Comment', 'Change', 'Actions'] as const).flatMap(
      (name) => {
        const attributes = {
          Decision: pick(rules, decisionMembers),
          Policy: policy,
          Return: back,
          Comment: comment,
          Change: change,
          Actions: forbid.length === 0 ? {} : { forbid: forbid.join(' ') },
        }[name]
        return Object.keys(attributes).length === 0
          ? []
          : [create(`approval:${name}`, texts(attributes))]
      },
    ),
    ...fieldsOf(rules, create),
    ...timesOf(rules, create),
  ]
  return withExtensions(
    task,
    ruleTypes.map((name) => `approval:${name}`),
    made,
    create,
  )
}

function fieldsOf({ fields = [] }: Rules, create: Create): readonly ModdleElement[] {
  if (fields.length === 0) return []
  const field = fields.map((one) => create('approval:Field', one))
  return [create('approval:Fields', { field })]
}

function timesOf(rules: Rules, create: Create): readonly ModdleElement[] {
  const { due, remind, escalate, timeout } = rules
  return [
    ...(due === undefined ? [] : [create('approval:Due', texts(due))]),
    ...(remind === undefined ? [] : [create('approval:Remind', texts(remind))]),
    ...(escalate === undefined ? [] : [escalationOf(escalate, create)]),
    ...(timeout === undefined ? [] : [create('approval:Timeout', texts(timeout))]),
  ]
}

function escalationOf(
  { candidates, ...time }: NonNullable<Rules['escalate']>,
  create: Create,
): ModdleElement {
  const candidate = candidatesIn(candidates, create)
  return create('approval:Escalate', { ...texts(time), candidate })
}

/** The key of the decision table that a business rule task asks. */
export const readTable = (task: ModdleElement): string =>
  textOf(
    extensionsOf(task).find(({ $type }) => $type === 'approval:DecisionTable'),
    'ref',
  )

export const writeTable = (task: ModdleElement, ref: string, create: Create) =>
  withExtensions(
    task,
    ['approval:DecisionTable'],
    ref === '' ? [] : [create('approval:DecisionTable', { ref })],
    create,
  )

function pick(rules: Rules, names: readonly (keyof Rules)[]): Record<string, unknown> {
  const members = names.flatMap((name) => (rules[name] === undefined ? [] : [[name, rules[name]]]))
  return Object.fromEntries(members) as Record<string, unknown>
}
