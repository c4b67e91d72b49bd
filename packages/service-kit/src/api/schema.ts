import { Type, type TProperties, type TSchema } from 'typebox'

interface ClosedOptions {
  readonly description?: string
  readonly title?: string
  /** What goes with what: where the object fits `if`, it fits `then` as well, and else `else`. */
  readonly if?: object
  readonly then?: object
  readonly else?: object
}

/** An object that refuses members it does not know: every request body is one. */
export const closed = <P extends TProperties>(properties: P, options: ClosedOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const Uuid = Type.String({ format: 'uuid' })

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is one, as PostgreSQL takes it, where no schema has asked. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' })

/** Counts the changes of a resource, from 1; guards edits as ETag / If-Match. */
export const Revision = Type.Integer({ minimum: 1 })
