import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

interface PagesOptions {
  /** The folder of the built pages. */
  readonly root: string
  /** Where people sign in, and as which client. */
  readonly issuer: string
  readonly clientId: string
}

/** The single-page application of this sample: files, and one page for all of its addresses. */
export async function registerPages(
  app: FastifyInstance,
  { root, issuer, clientId }: PagesOptions,
): Promise<void> {
  const platform = new URL(issuer).origin
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': contentSecurityPolicy(platform),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
  // File names carry a hash of the content, so that what was fetched once is good for ever.
  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forEver = /[\\/]assets[\\/]/.test(path)
      void reply.header(
        'cache-control',
        forEver ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get('/settings.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ issuer, clientId }),
  )
  for (const path of ['/', '/new', '/callback', '/expenses/:id']) {
    app.get(path, (_request, reply) => reply.sendFile('index.html'))
  }
}

/** Scripts and styles of ours alone; calls to us and the platform; a frame in the platform's pages. */
const contentSecurityPolicy = (platform: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${platform}`,
    `frame-ancestors 'self' ${platform}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
