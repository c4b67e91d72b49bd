import type { paths as BpmPaths } from '@countersign/client/bpm'
import type { paths as DmsPaths } from '@countersign/client/dms'
import type { paths as IamPaths } from '@countersign/client/iam'
import type { ProblemBody } from '../api/problem.ts'
import { answer, callsOf, json, type Call } from './network.ts'

type Paths = BpmPaths & DmsPaths & IamPaths
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The paths that can be asked for in this way. */
type PathFor<M extends Method> = {
  [P in keyof Paths]: Paths[P][M] extends { readonly responses: unknown } ? P : never
}[keyof Paths]

type ContentOf<Message> = Message extends { readonly content: infer Content }
  ? Content[keyof Content]
  : undefined
type Given<P extends PathFor<M>, M extends Method> = Paths[P][M] extends {
  readonly responses: infer Responses
}
  ? { [Status in keyof Responses & Good]: ContentOf<Responses[Status]> }[keyof Responses & Good]
  : never
type Good = 200 | 201 | 202 | 204
type BodyOf<P extends PathFor<M>, M extends Method> = Paths[P][M] extends {
  readonly requestBody?: infer Message
}
  ? ContentOf<Exclude<Message, undefined>>
  : undefined

/** A request to a service, its body as the service's document has it. */
export interface Asked<Body> extends Omit<Call, 'body'> {
  readonly body: Body
}

type Answerer<P extends PathFor<M>, M extends Method> = (
  call: Asked<BodyOf<P, M>>,
) => Given<P, M> | Promise<Given<P, M>>

/**
 * Answers as a service does: what it says has the type of the service's OpenAPI document, so that a
 * test cannot go on with an answer that the service no longer gives.
 */
export function give<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  content: Given<P, M> | Answerer<P, M>,
): void {
  answer(method, path, async (call) => {
    // No service answers with a function.
    const body =
      typeof content === 'function'
        ? await (content as Answerer<P, M>)(call as Asked<BodyOf<P, M>>)
        : content
    return body === undefined ? new Response(null, { status: 204 }) : json(body)
  })
}

/** Refuses as a service does. */
export function refuse<M extends Method>(
  method: M,
  path: PathFor<M>,
  problem: Pick<ProblemBody, 'code' | 'status'> & Partial<ProblemBody>,
): void {
  answer(method, path, () => json({ title: problem.code, ...problem }, problem.status))
}

/** What the service was asked so far. */
export function askedOf<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
): readonly Asked<BodyOf<P, M>>[] {
  return callsOf(method, path) as readonly Asked<BodyOf<P, M>>[]
}
