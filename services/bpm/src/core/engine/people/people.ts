import type {
  CandidateRule,
  CopyNode,
  Expression,
  ExpressionScope,
  UserTaskNode,
} from '../../definition/graph.ts'
import { Refusal, type Board } from '../board.ts'
import type { DirectoryRequest } from '../command.ts'
import { askTable, rulesOf, type Ruling } from '../decisions.ts'
import { expressionScope } from '../seen.ts'
import { standInsKey } from './stand-ins.ts'
import type { Token } from '../state.ts'

/** More than this in one node is a mistake of the definition, and a load on every inbox. */
const MAX_PEOPLE = 500

/**
 * Of all expressions of one command, in steps of some twenty nanoseconds: each of a list of 500 with each of another fits
 * in. Nothing stops them once they are evaluated.
 */
const MOST_WORK = 2_000_000

export interface Candidate {
  readonly user: string
  readonly weight: number
  /** In mode `quorum`: the rules that have found them, by their place in the list. */
  readonly groups?: readonly number[]
}

/** `asked`: the directory has to answer first. `found` may be empty. */
export type People =
  | { readonly kind: 'asked' }
  | {
      readonly kind: 'found'
      readonly people: readonly Candidate[]
      /** Of a decision table, where one has named them. */
      readonly ruling?: Ruling | undefined
    }

/** Those a node names, in the order of its rules, each once, with the first weight given. */
export function findPeople(
  board: Board,
  node: UserTaskNode | CopyNode,
  token: Token | undefined,
): People {
  const inGroups = node.kind === 'userTask' && node.decision.mode === 'quorum'
  const rulings = node.candidates.map((rule) =>
    rule.kind === 'decision' ? askTable(board, node.id, rule.ref) : undefined,
  )
  const isUnknown = node.candidates.some(
    ({ kind }, index) => kind === 'decision' && rulings[index] === undefined,
  )
  const questions = node.candidates.flatMap((rule, index) => {
    const ruling = rulings[index]
    const rules = ruling === undefined ? [rule] : rulesOf(ruling, rule.weight)
    return rules
      .flatMap((one) => requestsOf(board, node.id, one, token))
      .map((request) => ({ request, weight: rule.weight, groups: inGroups ? [index] : [] }))
  })
  const answers = questions.map(({ request, ...rest }) => ({ users: ask(board, request), ...rest }))
  const people = new Map<string, Candidate>()
  for (const { users, weight, groups } of answers) {
    if (users === undefined) return { kind: 'asked' }
    for (const user of users) {
      const before = people.get(user) ?? { user, weight }
      const found = [...new Set([...(before.groups ?? []), ...groups])]
      people.set(user, found.length === 0 ? before : { ...before, groups: found })
    }
  }
  if (people.size > MAX_PEOPLE) {
    throw new Refusal('too_many_people', `${node.name} would be given to ${people.size} people`, [
      node.id,
    ])
  }
  if (isUnknown) return { kind: 'asked' }
  const ruling = rulings.find((one) => one !== undefined)
  return { kind: 'found', people: [...people.values()], ruling }
}

/** The answer of the directory; undefined, and noted down as missing, when it was not asked yet. */
export function ask(board: Board, request: DirectoryRequest): readonly string[] | undefined {
  const answer = board.directory.get(request.key)
  if (answer === undefined) board.missing.set(request.key, request)
  else board.used.add(request.key)
  return answer
}

/**
 * Who stands in for somebody now, in order. It comes along with every answer that names them, so it is
 * never asked for by itself; nothing is known of whoever is not away.
 */
export function standInsOf(board: Board, user: string): readonly string[] {
  const key = standInsKey(user)
  const standIns = board.directory.get(key)
  if (standIns === undefined) return []
  board.used.add(key)
  return standIns
}

export function userRequest(user: string): DirectoryRequest {
  return { key: `user:${user}`, kind: 'user', ref: user }
}

export function roleRequest(role: string): DirectoryRequest {
  return { key: `role:${role}`, kind: 'role', ref: role }
}

export function managerRequest(
  userId: string,
  from: number,
  to: number,
  direction: 'bottomUp' | 'topDown',
): DirectoryRequest {
  const key = `managerLine:${userId}:${from}-${to}:${direction}`
  return { key, kind: 'managerLine', userId, from, to, direction }
}

export function leaderRequest(userId: string, level: number): DirectoryRequest {
  const key = `departmentLeader:${userId}:${level}`
  return { key, kind: 'departmentLeader', userId, level }
}

function requestsOf(
  board: Board,
  node: string,
  rule: CandidateRule,
  token: Token | undefined,
): DirectoryRequest[] {
  switch (rule.kind) {
    case 'user':
      return [userRequest(rule.ref)]
    case 'role':
    case 'department':
    case 'post':
      return [{ key: `${rule.kind}:${rule.ref}`, kind: rule.kind, ref: rule.ref }]
    case 'departmentLeader':
      return [leaderRequest(board.initiator, rule.level)]
    case 'managerLine':
      return [managerRequest(board.initiator, rule.from, rule.to, rule.direction)]
    case 'initiator':
      return [userRequest(board.initiator)]
    case 'initiatorSelects':
    case 'previousApproverSelects':
      return chosenFor(board, node, rule.kind).map(userRequest)
    case 'variable':
      return usersIn(expressionScope(board, token).variables[rule.name]).map(userRequest)
    case 'decision':
      // What a table names are candidates of other kinds.
      return []
    case 'expression':
      return usersIn(evaluate(board, rule.value, node, token)).map(userRequest)
  }
}

function chosenFor(
  board: Board,
  node: string,
  by: 'initiatorSelects' | 'previousApproverSelects',
): readonly string[] {
  const chosen = board.selections.get(node)
  // Copies beyond those that the process names are nobody's duty.
  const isCopy = board.process.nodes.get(node)?.kind === 'copy'
  if (chosen === undefined && !isCopy && board.choosesAs.has(by)) {
    throw new Refusal('selection_required', 'people must be chosen for a node that comes next', [
      node,
    ])
  }
  return chosen ?? []
}

/** @throws Refusal when a value it needs is missing: taking another path silently would be worse. */
export function evaluate(
  board: Board,
  expression: Expression,
  element: string,
  token: Token | undefined,
): unknown {
  return evaluateIn(board, expressionScope(board, token), expression, element)
}

/** The same over other values than those of the approval. */
export function evaluateIn(
  board: Board,
  scope: ExpressionScope,
  expression: Expression,
  element: string,
): unknown {
  try {
    board.work += expression.workIn(scope)
    if (board.work > MOST_WORK) {
      const told = 'conditions of one step have to look through too much'
      throw new Refusal('step_budget_exceeded', told, [element])
    }
    return expression.evaluate(scope)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    const told = withoutValues(cause, scope)
    throw new Refusal('expression_failed', `"${expression.text}" failed: ${told}`, [element])
  }
}

/** Who meets the refusal need not be allowed to see the values that it is about. */
function withoutValues(text: string, { variables }: ExpressionScope): string {
  const texts = Object.values(variables)
    .flat()
    .flatMap((value) => (typeof value === 'string' && value !== '' ? value : []))
  const longestFirst = texts.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((told, value) => told.replaceAll(value, '…'), text)
}

function usersIn(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter(
    (user): user is string => typeof user === 'string' && user !== '' && user.length <= 150,
  )
}
