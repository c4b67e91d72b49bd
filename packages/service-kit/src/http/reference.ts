// The page that shows the OpenAPI document, with search and requests that it sends.
//
// Kept by: e2e/reference.browser.test.ts "signs in on the reference and sends a request"
import { readFile } from 'node:fs/promises'
import type { App } from './app.ts'

/**
 * Adds the page at `/docs`. People sign in there as they do in the console, in a window of its own.
 *
 * @param clientId The SPA client of the references; without one nobody can sign in there.
 */
export function addReference(app: App, service: string, clientId: string | undefined): void {
  const open = { config: { caller: 'anyone' as const }, schema: { hide: true } }
  const policy = {
    'content-security-policy': pagePolicy,
    'cross-origin-opener-policy': 'same-origin',
  }
  app.get('/docs', open, async (_request, reply) =>
    reply.type('text/html').headers(policy).send(page(service)),
  )
  app.get('/docs/signed-in', open, async (_request, reply) =>
    reply
      .type('text/html')
      .headers({ ...policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send(signedInPage),
  )
  const scripts = { 'start.js': startScript(clientId), 'signed-in.js': signedInScript }
  for (const [name, script] of Object.entries(scripts)) {
    app.get(`/docs/${name}`, open, async (_request, reply) =>
      reply.type('text/javascript').header('cache-control', 'no-cache').send(script),
    )
  }
  for (const [name, type] of Object.entries(libraryFiles)) {
    app.get(`/docs/${name}`, open, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readLibraryFile(name)),
    )
  }
}

// The reference sets styles of its own on elements; scripts come from this origin alone.
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const page = (service: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Countersign ${service} API</title>
  <link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
  <main id="reference"></main>
  <script src="docs/swagger-ui-bundle.js"></script>
  <script src="docs/start.js"></script>
</body>
</html>
`

const signedInPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signed in</title></head>
<body>
  <p>This window can be closed.</p>
  <script src="signed-in.js"></script>
</body>
</html>
`

const libraryFiles = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
}

/** Megabytes that few processes ever need: read when asked for, not kept. */
const readLibraryFile = (name: string): Promise<Buffer> =>
  readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)))

const CHANNEL = 'countersign-reference'

/**
 * The sign-in pages allow no window of others to reach into theirs, so that the library's own way
 * back (`window.opener`) is cut: what comes back is told through a channel of this origin, and held
 * against the `state` that went out (RFC 6749 section 10.12).
 */
const startScript = (clientId: string | undefined) => `const ui = SwaggerUIBundle({
  ...${JSON.stringify({
    url: 'openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    filter: true,
    validatorUrl: null,
  })},
  oauth2RedirectUrl: new URL('docs/signed-in', location.href).href,
})
ui.initOAuth(${JSON.stringify({
  clientId: clientId ?? '',
  scopes: 'openid',
  usePkceWithAuthorizationCodeGrant: true,
})})
new BroadcastChannel('${CHANNEL}').onmessage = ({ data }) => {
  const { auth, state, redirectUrl, callback, errCb } = window.swaggerUIRedirectOauth2 ?? {}
  const { code, error, error_description: description } = data
  if (state === undefined || data.state !== state) return
  delete window.swaggerUIRedirectOauth2
  const message = description ?? error ?? 'no code came back'
  if (code) callback({ auth: { ...auth, code }, redirectUrl })
  else errCb({ authId: auth.name, source: 'auth', level: 'error', message })
}
`

const signedInScript = `const channel = new BroadcastChannel('${CHANNEL}')
channel.postMessage(Object.fromEntries(new URLSearchParams(location.search)))
channel.close()
history.replaceState(null, '', location.pathname)
window.close()
`
