/** What of an OpenAPI document is looked into; the rest is handed on as it is. */
interface Content {
  readonly schema?: object
  readonly examples?: object
}

export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses?: Readonly<Record<string, Answer | Reference>>
  readonly security?: readonly object[]
}

/** Leads to what several operations share. */
export interface Reference {
  readonly $ref: string
}

/** A document as the routes alone give it. */
export interface Draft {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: Readonly<Record<string, object>>
}
