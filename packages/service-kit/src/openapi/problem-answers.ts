import { createHash } from 'node:crypto'
import {
  type AuthError,
  InsufficientAuthentication,
  InsufficientScope,
  InvalidProof,
  InvalidToken,
  KeysUnavailable,
  ServiceRequired,
  TokenMissing,
  UserRequired,
} from '@countersign/auth-verifier'
import { ProblemBody, type CommonProblems, type ProblemFactory } from '../api/problem.ts'
import type { CallerRule } from '../http/caller.ts'
import { malformedBody } from '../http/malformed.ts'
import { answerHeaders } from './answer-headers.ts'
import type { Answer, Reference } from './json.ts'
import type { ProblemCard } from './route-docs.ts'

/**
 * The service's own refusals and those of tokens, by their codes.
 *
 * @param types What comes before the code in `type`.
 */
export function problemCards(
  problems: CommonProblems,
  types: string,
): ReadonlyMap<string, ProblemCard> {
  const factories: readonly ProblemFactory[] = Object.values(problems)
  const own = factories.map((make): ProblemCard => {
    const problem = make()
    const { code, status, title } = problem
    return { code, status, title, body: problem.toBody(REQUEST_ID, types) }
  })
  const ofTokens = authErrors.map((error) => cardOf(error, types))
  return new Map([...own, ...ofTokens].map((card) => [card.code, card]))
}

const REQUEST_ID = '9b2f0c9e-5f3a-4c57-8f35-2d4f5c0f8a11'

const authErrors = [
  new TokenMissing(),
  new InvalidToken('expired'),
  new InvalidProof('missing'),
  new UserRequired(),
  new ServiceRequired(),
  new InsufficientScope(),
  new InsufficientAuthentication({}),
  new KeysUnavailable('connect'),
] as const

const cardOf = (error: AuthError, types: string): ProblemCard => {
  const { code, status, title } = error
  return { code, status, title, body: { ...error.toProblem(), type: `${types}${code}` } }
}

/** What an operation is asked with, as far as refusals follow from it. */
interface Asked {
  readonly rule: CallerRule
  readonly method: string
  /** It has parameters in its path or its query. */
  readonly hasParameters: boolean
}

/** Codes that follow from how a route is declared, whatever its code does. */
export function declaredCodes(service: string, { rule, method, hasParameters }: Asked): string[] {
  const own = (...keys: readonly string[]) => keys.map((key) => `${service}.${key}`)
  const body = isBodyless(method) ? [] : ['payload_too_large', 'unsupported_media_type']
  const shape = !isBodyless(method) || hasParameters ? ['invalid_request'] : []
  const token = rule.caller === 'anyone' ? [] : tokenCodes(rule)
  return [...own('internal_error', ...shape, ...body), ...token]
}

/** Of these Fastify reads no body. */
export const isBodyless = (method: string): boolean => method === 'GET' || method === 'HEAD'

function tokenCodes({ caller, permission, scopes = [] }: CallerRule): string[] {
  const needsMore = permission !== undefined || scopes.length > 0
  return [
    'auth.token_missing',
    'auth.invalid_token',
    'auth.invalid_dpop_proof',
    'auth.keys_unavailable',
    caller === 'user' ? 'auth.user_required' : 'auth.service_required',
    ...(needsMore ? ['auth.insufficient_scope'] : []),
  ]
}

/** Refusals of an operation by status, and what those refer to, by name. */
interface ProblemAnswers {
  readonly answers: Readonly<Record<string, Reference>>
  readonly shared: Readonly<Record<string, Answer>>
}

/** Sets of codes that are small enough to give an answer its name. */
const MOST_IN_NAME = 3
const ALWAYS_SENT = ['cache-control', 'retry-after', 'www-authenticate']

/**
 * The answers of an operation that refuse. Many operations refuse alike: the document says each once.
 *
 * @param sends Headers of the operation; those that every refusal may bear need not be among them.
 * @param types What comes before the code in `type`.
 */
export function problemAnswers(
  cards: readonly ProblemCard[],
  sends: readonly string[],
  types: string,
): ProblemAnswers {
  const shared: Record<string, Answer> = {}
  const answers: Record<string, Reference> = {}
  for (const status of new Set(cards.map((card) => card.status).toSorted((a, b) => a - b))) {
    const refusals = cards.filter((card) => card.status === status)
    const plain = problemAnswer(status, refusals, [], types)
    const own = problemAnswer(status, refusals, sends, types)
    const isPlain = JSON.stringify(own.headers) === JSON.stringify(plain.headers)
    const name = isPlain ? nameOf(status, refusals) : `${status}-${hashOf(own)}`
    shared[name] = own
    answers[status] = { $ref: `#/components/responses/${name}` }
  }
  return { answers, shared }
}

/**
 * What every operation can be answered before it is known which one is meant: that its address and
 * headers are together longer than may be.
 */
export function tooLongAnswer(service: string, types: string): Answer {
  const value = malformedBody(service, types, 431)
  const { title, code } = value
  return {
    description: `- \`${code}\`: ${title}`,
    content: {
      'application/problem+json': {
        schema: {
          allOf: [ProblemBody, { type: 'object', properties: { code: { const: code } } }],
        },
        examples: { [code]: { summary: title, value } },
      },
    },
  }
}

function nameOf(status: number, refusals: readonly ProblemCard[]): string {
  const codes = refusals.map(({ code }) => code).toSorted()
  return codes.length > MOST_IN_NAME ? `${status}-${hashOf(codes)}` : codes.join('-or-')
}

/** Short, and the same wherever and whenever the document is made. */
const hashOf = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

function problemAnswer(
  status: number,
  refusals: readonly ProblemCard[],
  sends: readonly string[],
  types: string,
): Answer {
  const codes = refusals.map(({ code }) => code).toSorted()
  const byCode = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const)
  return {
    description: refusals
      .map((card) => describeProblem(card, types))
      .toSorted()
      .join('\n'),
    headers: answerHeaders(status, [...ALWAYS_SENT, ...sends]),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [ProblemBody, { type: 'object', properties: { code: { enum: codes } } }],
        },
        examples: Object.fromEntries(byCode),
      },
    },
  }
}

/** With a link to the page that says what happened and what to do, where pages are published. */
function describeProblem({ code, title }: ProblemCard, types: string): string {
  const name = `\`${code}\``
  return `- ${types.startsWith('http') ? `[${name}](${types}${code})` : name}: ${title}`
}

/** Examples that the answers refer to, one for each code. */
export const problemExamples = (
  cards: ReadonlyMap<string, ProblemCard>,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...cards.values()]
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ code, title, body }) => [code, { summary: title, value: body }]),
  )
