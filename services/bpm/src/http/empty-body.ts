import type { FastifyRequest } from 'fastify'

/** For routes whose body has optional members only: no body at all is the same as `{}`. */
export async function defaultToEmptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}
