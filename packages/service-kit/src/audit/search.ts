import { Type } from 'typebox'
import { PageQuery } from '../api/page.ts'
import { Timestamp } from '../api/schema.ts'

/*
 * What the audit of each service can be asked for. One vocabulary, so that a page can ask all of them the
 * same and put what they answer into one order.
 */

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

const time = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ ...Timestamp, description }))

/** Query of a list of the audit, newest first. */
export const AuditQuery = {
  ...PageQuery,
  action: text('What was done, exactly, such as `user.sign_in`.'),
  actorId: text('Who did it: the id of a person, or of a client.'),
  targetId: text('What it was done to, by its id.'),
  from: time('Then or later.'),
  to: time('Before.'),
  q: text('A part of what stands in the entry, in any case of its letters.'),
}

export const AuditOutcome = Type.Enum(['success', 'failure'])

export interface AuditFilter {
  readonly action?: string | undefined
  readonly actorId?: string | undefined
  readonly targetId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly q?: string | undefined
}

/**
 * The place of an entry in a list: its time, then what tells apart those of one millisecond.
 *
 * Kept by: services/bpm/src/features/audit/audit.test.ts "newest first, in pages without gaps"
 */
export type AuditPlace<Key extends readonly (string | number)[]> = readonly [
  time: string,
  ...key: Key,
]

// Of a year that the database has as well.
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value))

/** Makes the check whether what a cursor holds is a place in this list. */
export const isPlace =
  <Key extends readonly (string | number)[]>(
    ...checks: { [K in keyof Key]: (part: unknown) => part is Key[K] }
  ) =>
  (value: unknown): value is AuditPlace<Key> =>
    Array.isArray(value) &&
    value.length === checks.length + 1 &&
    isTime(value[0]) &&
    checks.every((check, at) => check(value[at + 1]))
