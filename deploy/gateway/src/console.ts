import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Applications } from './applications.ts'
import { chooseEncoding, listConsoleFiles, type ConsoleFile } from './console-files.ts'
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
}

const placeholder = '__CSP_NONCE__'

/**
 * Serves the console below `/console/`: its files, and its page for every other path, because the
 * page itself knows what the path means.
 */
export async function registerConsole(
  app: FastifyInstance,
  options: ConsoleOptions,
): Promise<void> {
  const files = await listConsoleFiles(options.root)
  const page = await readFile(join(options.root, 'index.html'), 'utf8')
  const { host, origin } = new URL(options.baseUrl)
  app.get('/console', (_request, reply) => reply.redirect('/console/', 308))
  app.get('/console/applications.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(options.applications),
  )
  app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
    const name = request.params['*']
    const file = files.get(name)
    if (file !== undefined) return sendFile(request, reply, file)
    if (name.startsWith('assets/') || /\.\w+$/.test(name)) throw problems.not_found()
    // Opened by another of this machine's names, sign-in would lead to this one and know nothing.
    if (request.host !== host) return reply.redirect(origin + request.url, 302)
    return sendPage(reply, page, options.frameOrigins)
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

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const encoding = chooseEncoding(file, request.headers['accept-encoding'])
  const etag = encoding === undefined ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`
  void reply.headers({
    etag,
    vary: 'accept-encoding',
    // The few files without a hash (the mark, the colour scheme) hold up no load to be asked about.
    'cache-control': file.immutable
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=300, stale-while-revalidate=604800',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  void reply.type(file.contentType)
  const compressed = encoding === undefined ? undefined : file.compressed[encoding]
  if (compressed !== undefined) void reply.header('content-encoding', encoding)
  return reply.send(createReadStream(compressed ?? file.path))
}
