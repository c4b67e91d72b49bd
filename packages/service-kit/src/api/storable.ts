import { pointerStep } from './pointer.ts'
import type { Fault } from './problem.ts'

/**
 * Texts that PostgreSQL cannot keep: with the character NUL, or with half of a surrogate pair. They
 * are valid JSON, so no schema refuses them, and each would end as a failed statement.
 *
 * @param base Pointer of the value itself.
 */
export function findUnstorable(value: unknown, base: string): Fault[] {
  const faults: Fault[] = []
  // A list of what is still to look at, not a recursion: clients choose how deep a body is.
  const open: [unknown, string][] = [[value, base]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [current, pointer] = next
    if (typeof current === 'string') {
      if (!isStorable(current)) faults.push(toFault(pointer))
    } else if (Array.isArray(current)) {
      current.forEach((item: unknown, index) => open.push([item, pointer + pointerStep(index)]))
    } else if (isRecord(current)) {
      for (const [name, member] of Object.entries(current)) {
        // The name itself may be the fault; then it cannot be part of a pointer.
        if (isStorable(name)) open.push([member, pointer + pointerStep(name)])
        else faults.push(toFault(pointer))
      }
    }
  }
  return faults
}

// Streams and buffers pass: what they hold is no text to the database.
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return !('pipe' in value && typeof value.pipe === 'function')
}

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const toFault = (pointer: string): Fault => ({
  pointer,
  code: 'wrong_format',
  detail: 'must not contain NUL or half of a surrogate pair',
})
