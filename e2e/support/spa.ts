import { createServer } from 'node:http'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import { call } from './api.ts'
import { platform } from './platform.ts'
import { tokenOf } from './sign-in.ts'

const entry = 'spa'

/** oidc-client-ts as an application's own bundler takes it in. */
async function bundleClient(): Promise<string> {
  const built = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id.endsWith(`/${entry}`) ? id : null),
        load: (id) => (id.endsWith(`/${entry}`) ? "export * from 'oidc-client-ts'" : null),
      },
    ],
    build: { write: false, lib: { entry, formats: ['es'], fileName: entry } },
  })
  for (const output of Array.isArray(built) ? built : [built]) {
    if (!('output' in output)) throw new Error('vite gave a watcher')
    for (const file of output.output) if (file.type === 'chunk') return file.code
  }
  throw new Error('vite gave no code')
}

const html = (settings: object) => `<!doctype html><html lang="en"><title>SPA</title>
<script type="module">
import { UserManager, WebStorageStateStore } from '/${entry}.js'
const userStore = new WebStorageStateStore({ store: localStorage })
const manager = new UserManager({ ...${JSON.stringify(settings)}, userStore })
globalThis.manager = manager
const here = location.pathname
if (here === '/silent') await manager.signinSilentCallback()
if (here === '/callback') await manager.signinRedirectCallback()
globalThis.ready = true
</script></html>`

export interface Spa {
  readonly origin: string
  readonly stop: () => Promise<void>
}

/**
 * A single-page application of its own: served by this process, registered by an administrator of
 * the platform, signing people in with oidc-client-ts.
 */
export async function startSpa(): Promise<Spa> {
  const code = await bundleClient()
  let page = ''
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url ?? '/', 'http://localhost')
    const script = pathname === `/${entry}.js`
    const known = script || ['/', '/callback', '/silent', '/bye'].includes(pathname)
    response.writeHead(known ? 200 : 404, {
      'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8',
    })
    response.end(script ? code : known ? page : '')
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const origin = `http://localhost:${address.port}`
  const { status, body } = await call('POST', '/api/iam/v1/clients', {
    token: await tokenOf('admin'),
    json: {
      type: 'SPA',
      name: 'An application of a test',
      redirectUris: [`${origin}/callback`, `${origin}/silent`],
      postLogoutRedirectUris: [`${origin}/bye`],
      scopes: ['openid', 'profile'],
    },
  })
  if (status !== 201) throw new Error(`the client was not registered: ${status}`)
  page = html({
    authority: platform().baseUrl,
    client_id: body['clientId'],
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent`,
    post_logout_redirect_uri: `${origin}/bye`,
    scope: 'openid profile',
    automaticSilentRenew: false,
    revokeTokensOnSignout: true,
  })
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await call('DELETE', `/api/iam/v1/clients/${String(body['id'])}`, {
      token: await tokenOf('admin'),
    })
  }
  return { origin, stop }
}

/** Opens a page of the application and waits until its script has done its part. */
export async function openSpa(page: Page, { origin }: Spa): Promise<void> {
  await page.goto(origin)
  await waitForSpa(page)
}

export const waitForSpa = async (page: Page): Promise<void> => {
  await page.waitForFunction('globalThis.ready === true')
}
