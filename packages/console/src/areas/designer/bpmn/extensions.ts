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
const decisionMembers = ['mode', 'threshold', 'reject', 'rejectThreshold', 'onReject'] as const
const returnMembers = ['to', 'resubmit'] as const
const changeMembers = ['open', 'decided'] as const
/** The extension elements that `Rules` say everything of. */
const ruleTypes = ['Candidates', 'Decision', 'Policy', 'Return', 'Comment', 'Change'] as const

/** The rules of a user task; what it says beyond them (fields, times) is not among them. */
export function readRules(task: ModdleElement): Rules {
  const parts = extensionsOf(task)
  const part = (name: (typeof ruleTypes)[number]) =>
    parts.find(({ $type }) => $type === `approval:${name}`)
  const policy = part('Policy')
  const emptyUsers = wordsOf(policy, 'users')
  return compact<Rules>({
    candidates: listOf(part('Candidates')?.get('candidate')).map(
      (candidate) =>
        attributesOf(candidate, candidateMembers, numbers.candidate) as unknown as TreeCandidate,
    ),
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
  })
}

/**
 * The extension elements of a user task with these rules. What is not ours, or says something that
 * `Rules` do not know, stays as it is.
 */
export function writeRules(
  task: ModdleElement,
  rules: Rules,
  create: Create,
): ModdleElement | undefined {
  const { candidates, emptyUsers, return: back = {}, comment = {}, change = {} } = rules
  const policy = {
    ...pick(rules, ['onEmpty', 'onInitiator', 'duplicates']),
    ...(emptyUsers === undefined || emptyUsers.length === 0 ? {} : { users: emptyUsers.join(' ') }),
  }
  const made = [
    ...(candidates.length === 0
      ? []
      : [
          create('approval:Candidates', {
            candidate: candidates.map((one) => create('approval:Candidate', texts(one))),
          }),
        ]),
    ...(['Decision', 'Policy', 'Return', 'Comment', 'Change'] as const).flatMap((name) => {
      const attributes = {
        Decision: pick(rules, decisionMembers),
        Policy: policy,
        Return: back,
        Comment: comment,
        Change: change,
      }[name]
      return Object.keys(attributes).length === 0
        ? []
        : [create(`approval:${name}`, texts(attributes))]
    }),
  ]
  return withExtensions(
    task,
    ruleTypes.map((name) => `approval:${name}`),
    made,
    create,
  )
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
