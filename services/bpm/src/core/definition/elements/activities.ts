import { readExpression, type RuleReader } from '../xml/attributes.ts'
import { extension } from '../xml/extension.ts'
import {
  assigned,
  attributesOf,
  readForeignCandidates,
  refuseForeign,
  strategyNames,
  type ForeignReader,
} from '../foreign/foreign.ts'
import { readComment } from '../xml/comments.ts'
import type { AutoNode, CandidateRule, DecisionRule, UserTaskNode } from '../graph.ts'
import { settle } from '../xml/import-notes.ts'
import { readMultiInstance } from './multi-instance.ts'
import { ownExtensionsOf, refuseMisplaced } from '../xml/placement.ts'
import { checkQuorum, refuseAtLeast } from './quorum.ts'
import {
  defaultChange,
  defaultDecision,
  defaultPolicy,
  defaultReturn,
  readCandidates,
  readChange,
  readDecision,
  readFields,
  readForbidden,
  readPolicy,
  readResult,
  readReturn,
} from './rules.ts'
import { readTiming } from '../events/timing.ts'
import { elementsOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

interface Reader {
  readonly foreign: ForeignReader
  readonly report: Report
}

/** What a user task says of people and decisions: its own elements before those of other engines. */
export function readUserTask(
  element: ModdleElement,
  id: string,
  { foreign, report }: Reader,
): UserTaskRules {
  const rules = { id, report }
  refuseForeign(foreign, id, element, [...assigned, ...strategyNames, 'dueDate'], strategyNames)
  const many = readMultiInstance(foreign, rules, element)
  const own = extension(element, 'Candidates')
  const decision = extension(element, 'Decision')
  const policy = extension(element, 'Policy')
  const returns = extension(element, 'Return')
  const change = extension(element, 'Change')
  const actions = extension(element, 'Actions')
  const fields = extension(element, 'Fields')
  const comment = extension(element, 'Comment')
  settleWhoWins(foreign, id, {
    isOwn: own !== undefined,
    isMany: many !== undefined && many.candidates.length > 0,
    isDue: extension(element, 'Due') !== undefined,
  })
  const candidates = ((): readonly CandidateRule[] => {
    if (own !== undefined) return readCandidates(rules, own)
    if (many !== undefined && many.candidates.length > 0) return many.candidates
    return readForeignCandidates(foreign, rules, element)
  })()
  if (candidates.length === 0)
    report(id, 'candidates_missing', 'nobody is named to decide: add approval:candidates')
  if (many !== undefined && many.repeat === undefined && decision !== undefined) {
    report(id, 'decision_twice', 'take either multi-instance or a decision, not both')
  }
  const rule =
    decision === undefined ? (many?.decision ?? defaultDecision) : readDecision(rules, decision)
  checkRule(rules, candidates, rule)
  const backTo = returns === undefined ? defaultReturn : readReturn(rules, returns)
  const forbidden = actions === undefined ? new Set<never>() : readForbidden(rules, actions)
  return {
    ...(many?.repeat === undefined ? {} : { repeat: many.repeat }),
    candidates,
    decision: rule,
    policy: policy === undefined ? defaultPolicy : readPolicy(rules, policy),
    returns: backTo,
    change: change === undefined ? defaultChange : readChange(rules, change),
    forbidden,
    comment:
      comment === undefined ? {} : readComment(rules, comment, { forbidden, returns: backTo }),
    fields: fields === undefined ? new Map() : readFields(rules, fields),
    timing: readTiming(rules, element, attributesOf(foreign, element)['dueDate']),
  }
}

/** A table says how its people decide: two of them, or groups beside it, would contradict each other. */
function checkRule(
  rules: RuleReader,
  candidates: readonly CandidateRule[],
  { mode }: DecisionRule,
): void {
  const { id, report } = rules
  checkQuorum(rules, candidates, mode)
  const asked = candidates.filter(({ kind }) => kind === 'decision')
  if (asked.length > 1) {
    report(id, 'tables_twice', 'one decision table says who is asked: keep one of them')
  }
  if (asked.length > 0 && mode === 'quorum') {
    report(
      id,
      'decision_quorum',
      'groups of mode="quorum" are not those of a table: take another mode',
    )
  }
}

const people = [...assigned, ...strategyNames, 'collection', 'elementVariable']

/** Says in the notes what goes before what another engine was told. */
function settleWhoWins(
  foreign: ForeignReader,
  id: string,
  { isOwn, isMany, isDue }: Record<'isOwn' | 'isMany' | 'isDue', boolean>,
): void {
  if (isOwn) {
    settle(foreign, id, people, { outcome: 'ignored', wins: 'approval:candidates' })
  } else if (isMany) {
    const names = ['candidateUsers', 'candidateGroups', ...strategyNames]
    settle(foreign, id, names, { outcome: 'ignored', wins: 'multiInstanceLoopCharacteristics' })
  }
  if (isDue) settle(foreign, id, ['dueDate'], { outcome: 'ignored', wins: 'approval:due' })
}

type UserTaskRules = Pick<
  UserTaskNode,
  | 'repeat'
  | 'candidates'
  | 'decision'
  | 'policy'
  | 'returns'
  | 'change'
  | 'forbidden'
  | 'comment'
  | 'fields'
  | 'timing'
>

/** A service task that copies or decides; undefined, and reported, when it does neither. */
export function readService(element: ModdleElement, id: string, { report }: Reader) {
  const rules = { id, report }
  const does = ownExtensionsOf(element).filter(
    (name) => name !== 'candidates' && name !== 'imported',
  )
  const [first] = does
  if (does.length > 1 && new Set(does).size > 1) {
    report(id, 'extension_misplaced', `it can do one thing: keep one of ${does.join(', ')}`)
  } else if (first !== undefined && first !== 'copy') {
    refuseMisplaced(element, id, report, [first])
  }
  const auto = extension(element, 'Auto')
  if (auto !== undefined) return { kind: 'auto' as const, ...readAuto(auto, rules) }
  const request = readCallback(rules, element)
  if (request !== undefined) return { kind: 'callback' as const, request }
  const own = extension(element, 'Candidates')
  if (extension(element, 'Copy') === undefined || own === undefined) {
    report(
      id,
      'service_unknown',
      'a service task needs approval:auto, approval:callback, or approval:copy and people',
    )
    return undefined
  }
  const candidates = readCandidates(rules, own)
  if (candidates.length === 0)
    report(id, 'candidates_missing', 'nobody is named to be shown it: add approval:candidates')
  refuseAtLeast(rules, candidates)
  return { kind: 'copy' as const, candidates }
}

/** What the application is asked for: as it is said, or otherwise; undefined where neither is. */
export function readCallback(
  { id, report }: RuleReader,
  element: ModdleElement,
  otherwise?: string,
): string | undefined {
  const callback = extension(element, 'Callback')
  const request = callback === undefined ? otherwise : textOf(callback, 'name').trim()
  if (request === undefined) return undefined
  if (request === '' || request.length > 150) {
    report(id, 'value_invalid', 'a callback needs a name, at most 150 characters long')
  }
  return request
}

function readAuto(
  element: ModdleElement,
  rules: { id: string; report: Report },
): Pick<AutoNode, 'rules' | 'otherwise'> {
  return {
    rules: elementsOf(element, 'rule').flatMap((rule) => {
      const when = readExpression(rules, textOf(rule, 'when'))
      return when === undefined ? [] : [{ when, result: readResult(rules, rule, 'result') }]
    }),
    otherwise: readResult(rules, element, 'otherwise'),
  }
}
