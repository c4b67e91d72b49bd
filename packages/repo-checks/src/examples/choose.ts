import type { RecordedCall } from '@countersign/test-kit/answers/record'
import type { OperationExamples } from '@countersign/service-kit/route-examples'
import { makeStable } from './stable.ts'

/** Whether a document takes an example; `status` is undefined for a request. */
type Fits = (operation: string, status: number | undefined, example: unknown) => boolean

/** What of an operation's document wants an example. */
export interface Wanted {
  readonly request: boolean
  readonly statuses: readonly number[]
}

/**
 * The examples of an operation: those that it has, as long as the document takes them, and for what
 * is missing the fullest of the recorded calls, request and answer of one call where there is one.
 */
export function chooseExamples(
  operation: string,
  wanted: Wanted,
  had: OperationExamples,
  recorded: readonly RecordedCall[],
  fits: Fits,
): OperationExamples {
  const calls = recorded.map(makeStable).toSorted(byWorth)
  const keeps = (status: number | undefined, example: unknown): boolean =>
    example !== undefined && fits(operation, status, example)
  const pick = (status: number | undefined): unknown => {
    const before = status === undefined ? had.request : had.answers?.[status]
    if (keeps(status, before)) return before
    const found = calls.find((call) => keeps(status, part(call, status)))
    return found === undefined ? undefined : part(found, status)
  }
  const answers = wanted.statuses.flatMap((status) => {
    const example = pick(status)
    return example === undefined ? [] : [[status, example] as const]
  })
  // Whose members may all be left out was perhaps never sent with any.
  const empty = fits(operation, undefined, {}) ? {} : undefined
  const request = wanted.request ? (pick(undefined) ?? empty) : undefined
  return {
    ...(request === undefined ? {} : { request }),
    ...(answers.length === 0 ? {} : { answers: Object.fromEntries(answers) }),
  }
}

const part = (call: RecordedCall, status: number | undefined): unknown => {
  if (status === undefined) return call.request
  return call.status === status ? call.answer : undefined
}

const SHORT = 1_200

function byWorth(a: RecordedCall, b: RecordedCall): number {
  const more = worthOf(b) - worthOf(a)
  if (more !== 0) return more
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

/** Many different members are good, length and what tests try out in texts are not. */
function worthOf({ request, answer }: RecordedCall): number {
  const text = JSON.stringify([request, answer])
  const paths = new Set<string>()
  collectPaths([{ request, answer }], '', paths)
  const strange = /[<>]|\\[ntru]|(.)\1{9}/.test(text) ? 20 : 0
  return paths.size - Math.max(0, text.length - SHORT) / 40 - strange
}

/** Members that have a value, those of a list's members once. */
function collectPaths(value: unknown, path: string, paths: Set<string>): void {
  if (value === null || value === undefined || value === '') return
  if (typeof value !== 'object') {
    paths.add(path)
    return
  }
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value))
    collectPaths(member, isList ? `${path}[]` : `${path}/${name}`, paths)
}
