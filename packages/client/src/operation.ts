import type { CallOptions, KeyedCallOptions } from './options.ts'

/** What is known of an operation when it is called; generated from the service's document. */
export interface OperationCard {
  readonly method: string
  readonly path: string
  /** The media type of a body of bytes, `any` when the caller says it; without it bodies are JSON. */
  readonly sends?: string
  /** The answer is no JSON: it is given as the `Response` that it is. */
  readonly gives?: 'response'
  /** Where the key is that makes a repeat safe: `Idempotency-Key`, or a member of the body. */
  readonly key?: 'header' | 'body'
}

/** Bytes to send. A stream can be sent once: a call that sends one is not repeated. */
export type Bytes =
  Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string

/** No list has another list in its address. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Arguments of any operation, as they are when it is called. */
export interface CallArguments {
  readonly path?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Query | undefined
  readonly body?: unknown
}

/** A service: each operation of its document by name, with what it takes and gives. */
export type Service<Cards, Operations> = {
  readonly [Name in keyof Cards & keyof Operations]: Call<Cards[Name], Operations[Name]>
}

type Call<Card, Operation> =
  {} extends Arguments<Card, Operation>
    ? (
        args?: Arguments<Card, Operation>,
        options?: Options<Card>,
      ) => Promise<Result<Card, Operation>>
    : (
        args: Arguments<Card, Operation>,
        options?: Options<Card>,
      ) => Promise<Result<Card, Operation>>

/** Where the service reads no key, none can be given: the call would look safe to repeat. */
type Options<Card> = Card extends { key: 'header' } ? KeyedCallOptions : CallOptions

type Arguments<Card, Operation> = Flat<Parameters<Operation> & Body<Card, Operation>>

/** One object type, as it reads best where an editor shows it. */
type Flat<T> = { [Name in keyof T]: T[Name] }

/** `path` and `query`, each where the operation has some. */
type Parameters<Operation> = Operation extends { parameters: infer All }
  ? { [In in keyof All as In extends 'path' | 'query' ? UnlessNever<All[In], In> : never]: All[In] }
  : {}

type UnlessNever<Value, Name> = [NonNullable<Value>] extends [never] ? never : Name

type Body<Card, Operation> = Card extends { sends: string }
  ? { body: Bytes }
  : Operation extends { requestBody: { content: JsonContent<infer Json> } }
    ? { body: Json }
    : Operation extends { requestBody?: infer Optional }
      ? OptionalBody<NonNullable<Optional>>
      : {}

type OptionalBody<Body> = [Body] extends [never]
  ? {}
  : Body extends { content: JsonContent<infer Json> }
    ? { body?: Json }
    : {}

interface JsonContent<Json> {
  'application/json': Json
}

type Result<Card, Operation> = Card extends { gives: 'response' }
  ? Response
  : Operation extends { responses: infer Responses }
    ? Content<Responses[keyof Responses & Success]>
    : never

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206

type Content<Answer> = Answer extends { content: JsonContent<infer Json> } ? Json : void
