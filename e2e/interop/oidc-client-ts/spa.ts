import { createServer } from 'node:http'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Applications } from '../applications.ts'

const entry = 'spa'

/** oidc-client-ts as an application's own bundler takes it in. */
async function bundleClient(): Promise<string> {
  const built = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
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
import { User, UserManager, WebStorageStateStore } from '/${entry}.js'
const userStore = new WebStorageStateStore({ store: localStorage })
const manager = new UserManager({ ...${JSON.stringify(settings)}, userStore })
Object.assign(globalThis, { manager, User })
const here = location.pathname
if (here === '/silent') await manager.signinSilentCallback()
if (here === '/callback') await manager.signinRedirectCallback()
globalThis.ready = true
</script></html>`

/** Where the library renews in a hidden frame, below the application's origin. */
export const silentPath = '/silent'

/**
 * Serves a single-page application that signs people in with oidc-client-ts.
 *
 * @returns what stops the server.
 */
export async function startSpa(applications: Applications): Promise<() => void> {
  const code = await bundleClient()
  const { origin } = applications
  const page = html({
    authority: applications.issuer,
    client_id: applications.clientId,
    redirect_uri: applications.redirectUri,
    silent_redirect_uri: origin + silentPath,
    post_logout_redirect_uri: applications.postLogoutRedirectUri,
    scope: applications.scope,
    loadUserInfo: true,
    automaticSilentRenew: true,
    revokeTokensOnSignout: true,
  })
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url ?? '/', origin)
    const script = pathname === `/${entry}.js`
    const known = script || ['/', '/callback', silentPath, '/bye'].includes(pathname)
    response.writeHead(known ? 200 : 404, {
      'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8',
    })
    response.end(script ? code : known ? page : '')
  })
  const { hostname, port } = new URL(origin)
  server.listen(Number(port), hostname)
  await once(server, 'listening')
  await vi.waitFor(() => expectAllowed(applications), { timeout: 60_000, interval: 500 })
  return () => {
    server.closeAllConnections()
    server.close()
  }
}

/** Origins of new applications are looked up every few seconds. */
async function expectAllowed({ issuer, origin }: Applications): Promise<void> {
  const { headers } = await fetch(`${issuer}/userinfo`, { headers: { origin } })
  expect(headers.get('access-control-allow-origin')).toBe(origin)
}

/** Opens a page of the application and waits until its script has done its part. */
export async function openSpa(page: Page, { origin }: Applications): Promise<void> {
  await page.goto(origin)
  await waitForSpa(page)
}

export const waitForSpa = async (page: Page): Promise<void> => {
  await page.waitForFunction('globalThis.ready === true')
}
