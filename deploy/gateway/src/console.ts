import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify'
import type { Applications } from './applications.ts'
import { problems } from './problems.ts'

export interface ConsoleOptions {
  /** Folder of the built console. */
  readonly root: string
  /** Public base URL: the only address that sign-in comes back to. */
  readonly baseUrl: string
  /** Where the pages of the application of a business type are, by its code. */
  readonly applications: Applications
  /** Whose pages the console may show in a frame. */
  readonly frameOrigins: readonly string[]
  /** Whether the tokens of the console are bound to a key of each page. */
  readonly dpop: boolean
}

const placeholder = '__CSP_NONCE__'

/** What is asked for as a file; the page itself is none, each answer makes its own. */
const fileName = /^(?!\.)(?!.*\.\.).+\.(js|css|svg|png|json|woff2?|ttf)$/
const anyExtension = /\.\w+$/

/**
 * Serves the console below `/console/`: its files, and its page for every other path, because the
 * page itself knows what the path means.
 */
export async function registerConsole(
  app: FastifyInstance,
  { root, baseUrl, applications, frameOrigins, dpop }: ConsoleOptions,
): Promise<void> {
  const file = await readFile(join(root, 'index.html'), 'utf8')
  const page = file.replace('__DPOP__', dpop ? 'on' : 'off')
  const folder = resolve(root)
  const { host, origin } = new URL(baseUrl)
  await app.register(staticFiles, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => setFileHeaders(reply, relative(folder, path)),
  })
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308))
  app.get('/console/applications.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(applications),
  )
  app.get<{ Params: { '*': string } }>('/console/*', { onSend: nameScripts }, (request, reply) => {
    const name = request.params['*']
    if (fileName.test(name)) return reply.sendFile(name)
    if (name.startsWith('assets/') || anyExtension.test(name)) throw problems.not_found()
    // Opened by another of this machine's names, sign-in would lead to this one and know nothing.
    if (request.host !== host) return reply.redirect(origin + request.url, 302)
    return sendPage(reply, page, frameOrigins)
  })
}

/** The type of scripts by RFC 9239; the library knows the older one. */
const nameScripts: onSendHookHandler = (_request, reply, payload, done) => {
  const type = String(reply.getHeader('content-type'))
  if (type.startsWith('application/javascript')) void reply.type('text/javascript; charset=utf-8')
  done(null, payload)
}

function setFileHeaders(reply: FastifyReply, name: string): void {
  void reply.headers({
    // The few files without a hash (the mark, the colour scheme) hold up no load to be asked about.
    'cache-control': /^assets[\\/]/.test(name)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=300, stale-while-revalidate=604800',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
}

/**
 * Scripts and styles are files of this origin and nothing else. The nonce is for the `<style>`
 * elements that the component library makes at run time; style attributes in markup stay forbidden.
 * Frames are previews, silent sign-on, and the applications that the operator named.
 */
function policyWith(nonce: string, frameOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    ["frame-src 'self' blob:", ...frameOrigins].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sendPage(
  reply: FastifyReply,
  page: string,
  frameOrigins: readonly string[],
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policyWith(nonce, frameOrigins),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      // Its nonce is good for this answer alone.
      'cache-control': 'no-store',
    })
    .send(page.replaceAll(placeholder, nonce))
}
