import type { LocalText } from '@countersign/contracts'

/** As many as one node may ask. Conditions go through such lists, also through one in another. */
const MAX_USERS = 500

/** The variable types that a business type may declare. */
export const VARIABLE_TYPES = ['string', 'number', 'boolean', 'date', 'user', 'users'] as const
export type VariableType = (typeof VARIABLE_TYPES)[number]

/** One declared variable of a business type. */
export interface VariableDeclaration {
  readonly name: string
  readonly type: VariableType
  readonly required?: boolean
  readonly label?: string
  readonly labels?: LocalText
}

export type VariableValue = string | number | boolean | readonly string[]
export type Variables = Readonly<Record<string, VariableValue>>

/** A value that is another one than before; null stands for one that is not there. */
export interface VariableChange {
  readonly name: string
  readonly from: VariableValue | null
  readonly to: VariableValue | null
}

/** What differs between two sets of values, in the order of the names. */
export function compareVariables(before: Variables, after: Variables): VariableChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].toSorted().flatMap((name) => {
    const from = (Object.hasOwn(before, name) ? before[name] : null) ?? null
    const to = (Object.hasOwn(after, name) ? after[name] : null) ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ name, from, to }]
  })
}

/** Several changes of the same value come to one, or to none. */
export function netOf(changes: readonly VariableChange[]): VariableChange[] {
  const byName = new Map<string, VariableChange>()
  for (const change of changes) {
    const first = byName.get(change.name) ?? change
    byName.set(change.name, { ...first, to: change.to })
  }
  return [...byName.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** A value that does not fit its declaration. `pointer`: RFC 6901, relative to the values. */
export interface VariableFault {
  readonly pointer: string
  readonly code:
    'undeclared' | 'required' | 'wrong_type' | 'not_a_date' | 'not_a_user' | 'repeated' | 'too_many'
  readonly detail: string
}

export interface CheckOptions {
  /** A part of the values: required names may be missing, and null takes an optional one away. */
  readonly partial?: boolean
}

/**
 * Compares values with the declaration of the business type; [] when they fit.
 *
 * `number` is finite, `date` a real day as `YYYY-MM-DD` or an RFC 3339 date-time, `user` a UUID,
 * `users` an array of up to 500 of them without repeats. Whether these people exist is for the directory to say.
 */
export function checkVariables(
  declared: readonly VariableDeclaration[],
  values: Readonly<Record<string, unknown>>,
  { partial = false }: CheckOptions = {},
): VariableFault[] {
  const byName = new Map(declared.map((variable) => [variable.name, variable]))
  const given = new Map(Object.entries(values))
  const faults: VariableFault[] = []
  for (const [name, value] of given) {
    const pointer = `/${escapePointer(name)}`
    const variable = byName.get(name)
    if (variable === undefined) {
      faults.push({
        pointer,
        code: 'undeclared',
        detail: 'the business type declares no such name',
      })
    } else if (!(partial && value === null && variable.required !== true)) {
      faults.push(...checkValue(variable.type, value, pointer))
    }
  }
  if (partial) return faults
  for (const { name, required } of declared) {
    if (required !== true || given.has(name)) continue
    faults.push({ pointer: `/${escapePointer(name)}`, code: 'required', detail: 'is required' })
  }
  return faults
}

function checkValue(type: VariableType, value: unknown, pointer: string): VariableFault[] {
  const wrong = (detail: string): VariableFault[] => [{ pointer, code: 'wrong_type', detail }]
  switch (type) {
    case 'string':
      return typeof value === 'string' ? [] : wrong('must be a string')
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('must be true or false')
    case 'number':
      return Number.isFinite(value) ? [] : wrong('must be a finite number')
    case 'date':
      if (typeof value !== 'string') return wrong('must be a date as text')
      if (parseDate(value) !== undefined) return []
      return [
        { pointer, code: 'not_a_date', detail: 'must be YYYY-MM-DD or an RFC 3339 date-time' },
      ]
    case 'user':
      if (typeof value !== 'string') return wrong('must be a user id')
      return isUuid(value) ? [] : [{ pointer, code: 'not_a_user', detail: 'must be a user id' }]
    case 'users':
      return Array.isArray(value) ? checkUsers(value, pointer) : wrong('must be a list of user ids')
  }
}

function checkUsers(values: readonly unknown[], pointer: string): VariableFault[] {
  if (values.length > MAX_USERS) {
    return [{ pointer, code: 'too_many', detail: `has more than ${MAX_USERS} people` }]
  }
  const seen = new Set<string>()
  return values.flatMap((value, index): VariableFault[] => {
    const at = `${pointer}/${index}`
    if (typeof value !== 'string' || !isUuid(value)) {
      return [{ pointer: at, code: 'not_a_user', detail: 'must be a user id' }]
    }
    const id = value.toLowerCase()
    if (seen.has(id)) return [{ pointer: at, code: 'repeated', detail: 'is in the list already' }]
    seen.add(id)
    return []
  })
}

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2})))?$/

/**
 * The moment that a `date` value stands for, a day without time being its start in UTC; undefined
 * when the text is no date. Leap seconds are refused: few systems can hold one.
 */
export function parseDate(text: string): Date | undefined {
  const match = datePattern.exec(text)
  if (match === null) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    match.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) {
    return undefined
  }
  return new Date(text.toUpperCase())
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** RFC 6901 section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
