// Brings the members that the documentation adds to route schemas, such as `hide`, to whoever
// builds against the declarations of this package.
/// <reference types="@fastify/swagger" preserve="true" />
import type { Caller } from '@countersign/auth-verifier'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallerRule } from './caller.ts'
import type { CommonProblems } from '../api/problem.ts'
import type { RouteDocs } from '../openapi/route-docs.ts'
import type { Activity } from '../process/activity.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly problems: CommonProblems
    /** What comes before the code in the `type` of a problem. */
    readonly problemTypes: string
    /** Of the process that serves: what is not merely read may have left work for its loops. */
    readonly activity: Activity
  }
  interface FastifyRequest {
    /** The verified caller. Reading it on an `anyone` route without a token is a bug and throws. */
    caller: Caller
  }
  interface FastifyContextConfig extends Partial<CallerRule>, RouteDocs {
    /** Whether it may leave work for the loops of the process, where its method does not tell: GET that ends a session, POST that asks for news. */
    leavesWork?: boolean
  }
}

/** The house's Fastify instance: TypeBox schemas give the types of bodies, queries and replies. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
