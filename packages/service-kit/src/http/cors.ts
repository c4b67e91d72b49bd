import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** Whether a browser application of this origin may call. */
export type OriginRule = (origin: string) => boolean | Promise<boolean>

/** A rule from a fixed list. */
export const originsIn = (origins: readonly string[]): OriginRule => {
  const known = new Set(origins)
  return (origin) => known.has(origin)
}

// Services alone call the first; a browser goes to the second by navigation, never by a script.
const notForBrowsers = /^\/(internal|oauth2\/authorize)(\/|\?|$)/

/**
 * Lets browser applications of allowed origins call with a token, never with cookies: no
 * other site can make a browser speak for a signed-in person.
 */
export async function addCors(app: App, isAllowed: OriginRule): Promise<void> {
  const mayCall = async (origin: string, { url }: FastifyRequest) =>
    !notForBrowsers.test(url) && (await isAllowed(origin))
  await app.register(cors, {
    delegator: (request, callback) => {
      const { origin } = request.headers
      // Most requests are not of a browser: no promise for these.
      if (origin === undefined) return callback(null, ofNobody)
      mayCall(origin, request).then(
        (allowed) => callback(null, { ...options, origin: allowed }),
        (error: Error) => callback(error, undefined),
      )
    },
  })
}

const options: FastifyCorsOptions = {
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'accept-patch',
    'accept-ranges',
    'content-disposition',
    'content-range',
    'document-id',
    'dpop-nonce',
    'etag',
    'idempotency-replayed',
    'location',
    'retry-after',
    'tus-checksum-algorithm',
    'tus-extension',
    'tus-max-size',
    'tus-resumable',
    'tus-version',
    'upload-complete',
    'upload-expires',
    'upload-length',
    'upload-limit',
    'upload-metadata',
    'upload-offset',
    'version-id',
    'www-authenticate',
    'x-request-id',
  ],
  maxAge: 600,
}

const ofNobody: FastifyCorsOptions = { ...options, origin: false }
