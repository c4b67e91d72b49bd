import cors from '@fastify/cors'
import type { App } from './app.ts'

/** Whether a browser application of this origin may call. */
export type OriginRule = (origin: string) => boolean | Promise<boolean>

/** A rule from a fixed list. */
export const originsIn = (origins: readonly string[]): OriginRule => {
  const known = new Set(origins)
  return (origin) => known.has(origin)
}

/**
 * Lets browser applications of allowed origins call with a bearer token, never with cookies: no
 * other site can make a browser speak for a signed-in person.
 */
export async function addCors(app: App, isAllowed: OriginRule): Promise<void> {
  await app.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && (await isAllowed(origin)),
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'etag',
      'x-request-id',
      'idempotency-replayed',
      'retry-after',
      'content-disposition',
    ],
    maxAge: 600,
  })
}
