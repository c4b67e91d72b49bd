import type { TreeCandidate } from '@countersign/contracts'
import { compact, type Rules } from '../rules/rules.ts'

/** An element of the BPMN document, as bpmn-moddle has it; only what is used here. */
export interface ModdleElement {
  readonly $type: string
  $parent?: ModdleElement
  get(name: string): unknown
  set(name: string, value: unknown): void
}

/** Makes elements of the document: `modeling` of bpmn-js has them put in. */
export type Create = (type: string, attributes: object) => ModdleElement

const numbers = {
  candidate: ['level', 'from', 'to', 'weight'],
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
] as const
const decisionMembers = ['mode', 'threshold', 'reject', 'rejectThreshold', 'onReject'] as const
const returnMembers = ['to', 'resubmit'] as const
/** The extension elements that `Rules` say everything of. */
const ruleTypes = ['Candidates', 'Decision', 'Policy', 'Return'] as const

/** The rules of a user task; what it says beyond them (fields, times) is not among them. */
export function readRules(task: ModdleElement): Rules {
  const parts = extensionsOf(task)
  const part = (name: (typeof ruleTypes)[number]) =>
    parts.find(({ $type }) => $type === `approval:${name}`)
  const policy = part('Policy')
  const users = policy?.get('users')
  const emptyUsers = typeof users === 'string' ? users.split(/\s+/).filter(Boolean) : undefined
  return compact<Rules>({
    candidates: listOf(part('Candidates')?.get('candidate')).map(
      (candidate) =>
        attributesOf(candidate, candidateMembers, numbers.candidate) as unknown as TreeCandidate,
    ),
    ...attributesOf(part('Decision'), decisionMembers, numbers.decision),
    ...attributesOf(policy, ['onEmpty', 'onInitiator', 'duplicates'], numbers.none),
    ...(emptyUsers === undefined ? {} : { emptyUsers }),
    ...(part('Return') === undefined
      ? {}
      : { return: attributesOf(part('Return'), returnMembers, numbers.none) }),
  })
}

/**
 * The extension elements of a user task with these rules. What is not ours, or says something that
 * `Rules` do not know, stays as it is.
 */
export function writeRules(task: ModdleElement, rules: Rules, create: Create): ModdleElement {
  const kept = extensionsOf(task).filter(
    ({ $type }) => !ruleTypes.some((name) => $type === `approval:${name}`),
  )
  const { candidates, emptyUsers, return: back = {} } = rules
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
    ...(['Decision', 'Policy', 'Return'] as const).flatMap((name) => {
      const attributes = { Decision: pick(rules, decisionMembers), Policy: policy, Return: back }[
        name
      ]
      return Object.keys(attributes).length === 0
        ? []
        : [create(`approval:${name}`, texts(attributes))]
    }),
  ]
  const extensions = create('bpmn:ExtensionElements', { values: [...made, ...kept] })
  for (const value of [...made, ...kept]) value.$parent = extensions
  extensions.$parent = task
  return extensions
}

function extensionsOf(element: ModdleElement): readonly ModdleElement[] {
  const extensions = element.get('extensionElements') as ModdleElement | undefined
  return listOf(extensions?.get('values'))
}

const listOf = (value: unknown): readonly ModdleElement[] =>
  Array.isArray(value) ? (value as ModdleElement[]) : []

function attributesOf(
  element: ModdleElement | undefined,
  names: readonly string[],
  numeric: readonly string[],
): Record<string, string | number> {
  const members = names.flatMap((name) => {
    const value = element?.get(name)
    if (typeof value !== 'string') return []
    return [[name, numeric.includes(name) && value !== '' ? Number(value) : value] as const]
  })
  return Object.fromEntries(members)
}

function pick(rules: Rules, names: readonly (keyof Rules)[]): Record<string, unknown> {
  const members = names.flatMap((name) => (rules[name] === undefined ? [] : [[name, rules[name]]]))
  return Object.fromEntries(members) as Record<string, unknown>
}

/** Attributes of our namespace are text; the service reads them strictly. */
const texts = (attributes: object): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
