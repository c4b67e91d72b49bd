import type { CallerRule } from '../http/caller.ts'

/** A refusal as it looks on the wire. */
export interface ProblemCard {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly body: object
}

/** What a route says of itself for its document alone. */
export interface RouteDocs {
  /** The body by its media types, where Fastify hands it on without looking at it. */
  readonly takes?: Readonly<Record<string, { readonly schema: object }>>
  /** What it takes may be left out. */
  readonly mayBeEmpty?: true
  /** Refusals that are not in the service's own catalogue. */
  readonly refuses?: readonly ProblemCard[]
}

/** What a route is registered with, as far as its document follows from it. */
export interface RouteRule extends CallerRule, RouteDocs {
  /** The caller must have signed in a short while ago; the service itself sees to it. */
  readonly stepUp?: boolean
}
