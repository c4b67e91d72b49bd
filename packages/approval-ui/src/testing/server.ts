import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Task } from '../contract.ts'
import { anInstance, aTask, diagram, forecast, ids, lastLook, timeline } from './answers.ts'
import type { Files } from './bundle.ts'

/** A request to the workflow service's paths, as it arrived. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Answers one path otherwise than usual; undefined leaves it as it is, `reset` breaks off. */
export type Answer = (request: Received) => Reply | 'reset' | undefined | Promise<Reply>

export interface TestServer {
  readonly url: string
  readonly received: readonly Received[]
  /** The task as it now is; actions change it as the service would. */
  task: Task
  answer: Answer
  reset(): void
  stop(): Promise<void>
}

const page = (script: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Approval</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"></head>
<body><main><h1>Approval</h1>${body}</main><script type="module" src="/${script}"></script></body></html>`

const css = `body { margin: 0; padding: 12px; background: light-dark(#eef1f5, #0f1319); color-scheme: light dark; }
h1 { position: absolute; clip-path: inset(50%); } main { max-width: 1100px; margin: auto; }`

const setUp = `import '/approval-panel.js'
const panel = document.querySelector('approval-panel')
globalThis.told = []
for (const name of ['approval-decided', 'approval-error', 'approval-open-detail', 'approval-open-attachment'])
  panel.addEventListener(name, (event) => told.push([name, event.detail]))
panel.transport = { fetch: (path, init) => fetch(path, { ...init, headers: { ...init.headers, authorization: 'Bearer of-the-user' } }) }`

const after: Readonly<Record<string, Task['status']>> = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  return: 'RETURNED',
  claim: 'CLAIMED',
}

/** Serves a page with the panel, under a strict policy, and the contract that the panel uses. */
export async function startTestServer(files: Files): Promise<TestServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void handle(request, response)
  })
  const usual: Answer = () => undefined
  const control: TestServer = {
    url: '',
    received,
    task: aTask(),
    answer: usual,
    reset() {
      received.length = 0
      control.task = aTask()
      control.answer = usual
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!pathname.startsWith('/api/')) return serveFile(pathname, files, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
    const text = Buffer.concat(chunks).toString()
    const got: Received = {
      method: request.method ?? '',
      path: pathname.replace('/api/bpm/v1', ''),
      headers: request.headers,
      body: request.headers['content-type'] === 'application/json' ? JSON.parse(text) : text,
    }
    received.push(got)
    const reply = (await control.answer(got)) ?? contract(control, got)
    if (reply === 'reset') return void response.destroy()
    const type = reply.status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(reply.status, { 'content-type': type })
    response.end(reply.status === 204 ? undefined : JSON.stringify(reply.body))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(control, { url: `http://127.0.0.1:${port}` })
}

function serveFile(path: string, files: Files, response: ServerResponse): void {
  const pages: Readonly<Record<string, string>> = {
    '/': page('set-up.js', '<approval-panel task-no="T-1"></approval-panel>'),
    '/read': page('set-up.js', `<approval-panel instance-id="${ids.instance}"></approval-panel>`),
    '/none': page('set-up.js', '<approval-panel></approval-panel>'),
    '/react': page('react-page.js', '<div id="app"></div>'),
  }
  const html = pages[path]
  const text =
    html ?? (path === '/page.css' ? css : path === '/set-up.js' ? setUp : files.get(path.slice(1)))
  const type =
    html !== undefined || path.endsWith('html')
      ? 'text/html'
      : path.endsWith('css')
        ? 'text/css'
        : 'text/javascript'
  response.writeHead(text === undefined ? 404 : 200, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'",
  })
  response.end(text)
}

function contract(control: TestServer, { method, path, body }: Received): Reply {
  const { task } = control
  const ok = (body: unknown): Reply => ({ status: 200, body })
  const instance = `/process-instances/${ids.instance}`
  if (method === 'GET') {
    if (path === '/tasks/T-1') return ok(task)
    if (path === instance) return ok(anInstance())
    if (path === `${instance}/timeline`) return ok({ items: timeline, nextCursor: null })
    if (path === `${instance}/forecast`) return ok(forecast)
    if (path === `${instance}/last-look`) return ok(lastLook)
    if (path === `${instance}/diagram`) return ok(diagram)
  }
  if (method === 'PUT' && path === `${instance}/last-look`) return { status: 204, body: null }
  if (method === 'POST' && path === `${instance}/comments`) {
    return {
      status: 201,
      body: { ...timeline[4], sequence: 7, attachments: [], ...(body as object) },
    }
  }
  const action = /^\/tasks\/T-1\/([a-z-]+)$/.exec(path)?.[1]
  if (method !== 'POST' || action === undefined) {
    return { status: 404, body: { title: 'Not found', code: 'bpm.not_found', status: 404 } }
  }
  const status = after[action] ?? task.status
  const ended = status === 'OPEN' || status === 'CLAIMED' ? {} : { allowedActions: [] }
  control.task = { ...task, status, revision: task.revision + 1, ...ended }
  return ok(control.task)
}
