import type { Page } from 'playwright-core'
import { bundle } from './bundle.ts'
import { platform } from './platform.ts'

interface PanelPage {
  readonly origin: string
  readonly taskNo: string
  readonly token: string
  /** Whether the panel follows what others do. */
  readonly live?: boolean
}

const html = ({
  taskNo,
  token,
  live = false,
}: PanelPage) => `<!doctype html><html lang="en"><title>Decide</title>
<approval-panel task-no="${taskNo}"${live ? ' live' : ''}></approval-panel>
<script type="module">
import '/panel-page.js'
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
export async function openPanelPage(page: Page, panel: PanelPage): Promise<void> {
  const { origin } = panel
  const files = await bundle('panel-page', "import '@countersign/approval-ui'")
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const code = files.get(pathname)
    if (code !== undefined) return route.fulfill({ contentType: 'text/javascript', body: code })
    if (pathname !== '/decide') return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ contentType: 'text/html', body: html(panel) })
  })
  await page.goto(`${origin}/decide`)
}
