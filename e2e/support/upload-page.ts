import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { bundle } from './bundle.ts'
import { clientFor, platform } from './platform.ts'

const entry = 'upload-page'
const html = `<!doctype html><html lang="en"><title>Upload</title>
<script type="module" src="/${entry}.js"></script></html>`
let bundled: ReturnType<typeof bundle> | undefined

export interface Sending {
  readonly name: string
  readonly size: number
  readonly token?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** What came of it; `message` is the client's own word where no service answered. */
export interface Sent {
  readonly url?: string
  readonly versionId?: string
  readonly refused?: { readonly status: number; readonly code?: string }
  readonly message?: string
}

/** One answer that a client got: its request's method, its status and the offset that it tells. */
export type Heard = readonly [method: string, status: number, offset: string | null]

/**
 * A page of a registered SPA that uploads by public clients of tus. It is made here, the calls are not:
 * they cross to the running platform as any application's would.
 *
 * @param onHeard Called before the client goes on, which waits for what it returns.
 */
export async function openUploadPage(
  context: BrowserContext,
  onHeard: (heard: Heard) => void | Promise<void>,
): Promise<Page> {
  bundled ??= bundle(entry, "import './support/uploads-in-page.js'")
  const files = await bundled
  const { origin } = new URL(clientFor('sample-spa').redirectUris?.[0] ?? '')
  const page = await context.newPage()
  await page.exposeFunction('heard', (...heard: Heard) => onHeard(heard))
  await page.route(`${origin}/**`, (route) => {
    const script = files.get(new URL(route.request().url()).pathname)
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
    return route.fulfill({ contentType: 'text/html', body: html })
  })
  await page.goto(`${origin}/upload`)
  await page.waitForFunction('globalThis.sendByUppy !== undefined')
  return page
}

/** Sends a file in the page and waits until its client is done with it. */
export async function sendInPage(
  page: Page,
  client: 'tus' | 'uppy',
  sending: Sending,
): Promise<Sent> {
  const endpoint = `${platform().baseUrl}/api/dms/uploads`
  const send = client === 'tus' ? 'sendByTus' : 'sendByUppy'
  return (await page.evaluate(`${send}(${JSON.stringify({ ...sending, endpoint })})`)) as Sent
}

/** The SHA-256, in hex, of the file that the page makes of this size. */
export function hashOfFile(size: number): string {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8)) % 251
  return createHash('sha256').update(bytes).digest('hex')
}
