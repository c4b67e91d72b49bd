import { expressionOf } from '../core/definition/expression.ts'

/** Stands for the function of an expression, which no thread can send to another. */
const CEL = 'cel'

/** A copy that can be sent to another thread; what was one object stays one. */
export function toSent(value: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof value === 'function') return CEL
  if (typeof value !== 'object' || value === null) return value
  const known = copies.get(value)
  if (known !== undefined) return known
  const copy = copyOf(value, (part) => toSent(part, copies))
  copies.set(value, copy)
  return copy
}

function copyOf(value: object, send: (part: unknown) => unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, send(part)]))
  if (value instanceof Set) return value
  if (Array.isArray(value)) return value.map(send)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, send(part)]))
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
