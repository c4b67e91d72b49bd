import { maxPointerLength, pointerStep } from './pointer.ts'
import { type Fault, maxFaults } from './problem.ts'

/**
 * Texts that PostgreSQL cannot keep: with the character NUL, or with half of a surrogate pair. They
 * are valid JSON, so no schema refuses them, and each would end as a failed statement.
 *
 * @param base Pointer of the value itself.
 * @returns As many faults as are told.
 */
export function findUnstorable(value: unknown, base: string): Fault[] {
  const faults: Fault[] = []
  for (const place of unstorableIn(value)) {
    const pointer = base + pointerOf(place)
    faults.push(toFault(pointer))
    if (faults.length === maxFaults || pointer.length > maxPointerLength) break
  }
  return faults
}

function* unstorableIn(value: unknown): Iterable<Place> {
  // A list of what is still to look at, not a recursion: clients choose how deep a body is.
  const open: Place[] = [{ value, step: undefined, within: undefined }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const within = place
    const add = (step: string | number, part: unknown) => {
      if (mayHoldText(part)) open.push({ value: part, step, within })
    }
    if (typeof place.value === 'string') {
      if (!isStorable(place.value)) yield place
    } else if (Array.isArray(place.value)) {
      for (const [index, item] of place.value.entries()) add(index, item)
    } else if (isRecord(place.value)) {
      for (const [name, member] of Object.entries(place.value)) {
        // The name itself may be the fault; then it cannot be part of a pointer.
        if (isStorable(name)) add(name, member)
        else yield place
      }
    }
  }
}

/** A pointer is made of it for a fault that is told: pointers cost more than all that is looked at. */
interface Place {
  readonly value: unknown
  readonly step: string | number | undefined
  readonly within: Place | undefined
}

function pointerOf(place: Place): string {
  const steps: string[] = []
  for (let at: Place | undefined = place; at?.step !== undefined; at = at.within)
    steps.push(pointerStep(at.step))
  return steps.toReversed().join('')
}

const mayHoldText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null)

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
