import type { Readable } from 'node:stream'
import { Type } from 'typebox'

/** The answer of a route that sends bytes or text which is no JSON, by their media types. */
export const contentAnswer = (description: string, ...mediaTypes: readonly string[]) => ({
  description,
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: Bytes }])),
})

/** The content itself, of whatever type the document names beside it (OpenAPI 3.1, section 4.8.14.2). */
const Bytes = Type.Unsafe<Readable | Buffer | string>({})

/** Answers of a route that sends a file, whole or in parts (RFC 9110 section 14). */
export const fileAnswers = (description: string) => ({
  200: contentAnswer(description, '*/*'),
  206: contentAnswer('The part that `Range` asks for.', '*/*'),
  304: Type.Null({ description: 'It is the one that `If-None-Match` names.' }),
})
