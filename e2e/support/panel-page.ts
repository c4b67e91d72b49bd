import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import { platform } from './platform.ts'

const entry = 'panel-page'

/** The component as a page's own bundler takes it in, by file name. */
async function bundlePanel(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: entry,
        // Not marked as virtual, so that it finds packages from this folder.
        resolveId: (id) => (id.endsWith(`/${entry}`) ? id : null),
        load: (id) => (id.endsWith(`/${entry}`) ? "import '@countersign/approval-ui'" : null),
      },
    ],
    build: { write: false, lib: { entry, formats: ['es'], fileName: entry } },
  })
  const files = new Map<string, string>()
  for (const output of Array.isArray(built) ? built : [built]) {
    if (!('output' in output)) throw new Error('vite gave a watcher')
    for (const file of output.output) {
      if (file.type === 'chunk') files.set(`/${file.fileName}`, file.code)
    }
  }
  return files
}

const html = (
  taskNo: string,
  token: string,
) => `<!doctype html><html lang="en"><title>Decide</title>
<approval-panel task-no="${taskNo}"></approval-panel>
<script type="module">
import '/${entry}.js'
const platform = ${JSON.stringify(platform().baseUrl)}
const authorization = ${JSON.stringify(`Bearer ${token}`)}
const panel = document.querySelector('approval-panel')
globalThis.decided = []
panel.addEventListener('approval-decided', ({ detail }) => decided.push(detail))
panel.transport = (path, init) =>
  fetch(platform + path, { ...init, headers: { ...init.headers, authorization } })
</script></html>`

/**
 * Opens a page with the component at the origin of a registered SPA. The page is made here, the
 * calls are not: they cross to the running platform as any application's would.
 */
export async function openPanelPage(
  page: Page,
  { origin, taskNo, token }: { origin: string; taskNo: string; token: string },
): Promise<void> {
  const files = await bundlePanel()
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const code = files.get(pathname)
    if (code !== undefined) return route.fulfill({ contentType: 'text/javascript', body: code })
    if (pathname !== '/decide') return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ contentType: 'text/html', body: html(taskNo, token) })
  })
  await page.goto(`${origin}/decide`)
}
