import { expressionOf } from '../core/definition/expression.ts'

/** Stands for the function of an expression, which no thread can send to another. */
const CEL = 'cel'

/**
 * The same without functions, so that it can be sent to another thread. Only what has a function somewhere in it is
 * copied, and what was one object stays one.
 */
export function toSent(value: unknown, sent = new Map<object, unknown>()): unknown {
  if (typeof value === 'function') return CEL
  if (typeof value !== 'object' || value === null || value instanceof Set) return value
  const known = sent.get(value)
  if (known !== undefined) return known
  const copy = withoutFunctions(value, (part) => toSent(part, sent))
  sent.set(value, copy)
  return copy
}

function withoutFunctions(value: object, send: (part: unknown) => unknown): object {
  const parts = value instanceof Map ? [...value.entries()] : Object.entries(value)
  const isAsItIs = parts.every(([, part]) => send(part) === part)
  if (isAsItIs) return value
  if (Array.isArray(value)) return value.map(send)
  const copies = parts.map(([key, part]) => [key, send(part)] as const)
  return value instanceof Map ? new Map(copies) : Object.fromEntries(copies as [string, unknown][])
}

/** Gives expressions of what was sent their functions again. */
export function fromSent(value: unknown, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (value instanceof Map) for (const part of value.values()) fromSent(part, seen)
  else if ('evaluate' in value && 'text' in value && value.evaluate === CEL)
    Object.assign(value, expressionOf(String(value.text)))
  else for (const part of Object.values(value)) fromSent(part, seen)
}
