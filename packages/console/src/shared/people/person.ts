/** Somebody of the tenant: a name to be shown and an id to be sent. */
export interface Person {
  readonly id: string
  readonly name: string
}
