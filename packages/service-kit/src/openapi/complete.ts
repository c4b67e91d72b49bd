import { STATUS_CODES } from 'node:http'
import type { CommonProblems } from '../api/problem.ts'
import { answerHeaders, headerComponents, requestHeaders } from './answer-headers.ts'
import type { OperationFacts, RouteFacts } from './facts.ts'
import type { Answer, Draft, Operation, Reference } from './json.ts'
import {
  declaredCodes,
  isBodyless,
  problemAnswers,
  problemCards,
  problemExamples,
  tooLongAnswer,
} from './problem-answers.ts'
import type { ProblemCard, RouteRule } from './route-docs.ts'

/** What a service knows of its routes beside the document that follows from their schemas. */
interface Known {
  readonly service: string
  readonly problems: CommonProblems
  /** What comes before the code in the `type` of a problem. */
  readonly problemTypes: string
  /** Who may call each operation. */
  readonly rules: ReadonlyMap<string, RouteRule>
  readonly facts: RouteFacts
  /** Codes that every operation with a body can answer with. */
  readonly bodyCodes: readonly string[]
  /** Codes that every operation which needs a permission can answer with. */
  readonly permissionCodes: readonly string[]
}

const TOO_LONG = 'too-long'
const NO_FACTS: OperationFacts = { codes: [], reads: [], sends: [] }

/**
 * Adds to a document what its routes do not say themselves, because it follows from who may call
 * them and from what their code does: refusals with their codes, headers, and which token is needed.
 */
export function completeDocument(draft: Draft, known: Known): Draft {
  const others = [...known.rules.values()].flatMap(({ refuses = [] }) => refuses)
  const cards = new Map([
    ...problemCards(known.problems, known.problemTypes),
    ...others.map((card) => [card.code, card] as const),
  ])
  const responses: Record<string, Answer> = {}
  const paths = mapMembers(draft.paths ?? {}, (item, path) =>
    mapMembers(item, (operation, method) => {
      const name = `${method.toUpperCase()} ${path}`
      const { completed, shared } = completeOperation(operation, name, known, cards)
      if (method === 'head') return withoutBodies(completed, shared)
      Object.assign(responses, shared)
      return completed
    }),
  )
  const sharedResponses = Object.fromEntries(
    Object.entries(responses).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const shared = {
    responses: sharedResponses,
    ...headerComponents(),
    examples: problemExamples(cards),
  }
  return {
    ...draft,
    paths,
    components: { ...draft.components, ...referredTo(shared, [paths, sharedResponses]) },
  }
}

/** Those components that something refers to. */
function referredTo(
  components: Readonly<Record<string, Readonly<Record<string, object>>>>,
  used: object,
): Readonly<Record<string, object>> {
  const text = JSON.stringify(used)
  return mapMembers(components, (members, kind) =>
    Object.fromEntries(
      Object.entries(members).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
    ),
  )
}

function completeOperation(
  operation: Operation,
  name: string,
  known: Known,
  cards: ReadonlyMap<string, ProblemCard>,
): { completed: Operation; shared: Readonly<Record<string, Answer>> } {
  const rule: RouteRule = known.rules.get(name) ?? { caller: 'anyone' }
  const facts = known.facts[name] ?? NO_FACTS
  const sends = rule.caller === 'anyone' ? facts.sends : ['cache-control', ...facts.sends]
  const { parameters = [], responses = {} } = operation
  const [method = '', path = ''] = name.split(' ')
  const asked = { rule, method, hasParameters: parameters.length > 0 }
  const codes = new Set([
    ...declaredCodes(known.service, asked),
    ...(isBodyless(method) ? [] : known.bodyCodes),
    ...(rule.permission === undefined ? [] : known.permissionCodes),
    ...(rule.stepUp === true ? ['auth.insufficient_authentication'] : []),
    ...facts.codes,
    ...(rule.refuses ?? []).map(({ code }) => code),
  ])
  const refusals = [...codes].flatMap((code) => cards.get(code) ?? [])
  const all = [...parameters, ...requestHeaders(facts.reads)]
  const { description, ...rest } = operation
  const described = [description, describeRule(rule)].filter(Boolean).join('\n\n')
  const { answers, shared } = problemAnswers(refusals, sends, known.problemTypes)
  const tooLong = tooLongAnswer(known.service, known.problemTypes)
  const completed = {
    tags: [groupOf(path)],
    ...rest,
    ...(described === '' ? {} : { description: described }),
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(rule.takes === undefined
      ? {}
      : { requestBody: { required: rule.mayBeEmpty !== true, content: rule.takes } }),
    security: securityOf(rule),
    responses: {
      ...answers,
      431: { $ref: `#/components/responses/${TOO_LONG}` },
      ...mapMembers(responses, (answer, status) => completeAnswer(answer, Number(status), sends)),
    },
  }
  return { completed, shared: { ...shared, [TOO_LONG]: tooLong } }
}

/** Where the references list an operation that says nothing of it: `documents`, of its address. */
const groupOf = (path: string): string =>
  (
    /^\/(?:api\/\w+\/v1|internal\/v1\/\w+|api\/\w+)\/([\w-]+)/.exec(path)?.[1] ?? 'others'
  ).replaceAll('-', ' ')

/** The answers to a HEAD: fields alone, also where it refuses. */
function withoutBodies(operation: Operation, shared: Readonly<Record<string, Answer>>): Operation {
  const responses = mapMembers(operation.responses ?? {}, (answer) => {
    const whole = '$ref' in answer ? shared[answer.$ref.split('/').at(-1) ?? ''] : answer
    const { description = '', headers = {} } = whole ?? {}
    return { description, headers }
  })
  // @fastify/swagger adds to the name, for routes that answer a GET as well.
  const operationId = operation.operationId?.replace(/-head$/, '') ?? ''
  return { ...operation, operationId, responses }
}

function completeAnswer(
  answer: Answer | Reference,
  status: number,
  sends: readonly string[],
): Answer | Reference {
  if ('$ref' in answer) return answer
  const { description, headers } = answer
  const isSaid = description !== 'Default Response'
  return {
    ...answer,
    description: isSaid ? description : (STATUS_CODES[status] ?? 'Answer'),
    headers: { ...answerHeaders(status, sends), ...headers },
  }
}

/** A token of which kind, and what must be in it. */
function securityOf({ caller, permission, scopes = [] }: RouteRule): readonly object[] {
  if (caller === 'anyone') return []
  const needed = [...(permission === undefined ? [] : [permission]), ...scopes]
  // A user's token is the same however it was got; by the second people get one on the reference.
  return caller === 'user' ? [{ user: needed }, { signIn: [] }] : [{ [caller]: needed }]
}

function describeRule({ caller, permission, scopes = [] }: RouteRule): string {
  const needed = scopes.map((scope) => `\`${scope}\``).join(', ')
  if (permission !== undefined) return `Needs the permission \`${permission}\`.`
  if (needed !== '') return `Needs a service's token with ${needed}.`
  return caller === 'anyone' ? 'Needs no token.' : ''
}

function mapMembers<T, R>(
  members: Readonly<Record<string, T>>,
  map: (member: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, m]) => [name, map(m, name)]))
}
