// Sends requests and records when, and what was answered.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Input, Operation, Output, Player, Settings } from './operations.ts'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly input: Input
  readonly body?: unknown
  readonly toOutput: (body: Body) => Output
}

/** As much of an answer as is recorded. */
export interface Body {
  readonly id?: string
  readonly code?: string
  readonly status?: string
  readonly revision?: number
  readonly taskNo?: string
  readonly assignee?: { readonly id: string } | null
  readonly instance?: { readonly status: string; readonly revision: number }
  readonly items?: readonly Body[]
}

export interface Recorder {
  /** Sends it once; until it is answered where `repeat` says so, each time as an operation of its own. */
  readonly send: (
    player: Player,
    request: Request,
    repeat: 'once' | 'until answered',
  ) => Promise<Output | null>
  /** Asks for something that is not recorded; undefined where nobody answers. */
  readonly ask: (player: Player, path: string) => Promise<Body | undefined>
  readonly operations: Operation[]
}

/** After a while it is a fault that nobody answers. */
const mostTries = 2_000

export function createRecorder(settings: Settings, luck: () => number): Recorder {
  const { addresses, name } = settings
  const origin = BigInt(settings.origin)
  const now = () => Number(process.hrtime.bigint() - origin)
  const operations: Operation[] = []
  const anyAddress = () => addresses[Math.floor(luck() * addresses.length)] ?? ''

  async function sendOnce(player: Player, request: Request): Promise<Output | null> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const call = now()
      const reply = await fetchJson(anyAddress() + request.path, player, request)
      if (reply === 'not sent') {
        await sleep(20)
        continue
      }
      const client = `${name}/${player.name}`
      const output = reply === 'unanswered' ? null : toOutput(reply, request)
      operations.push({ client, call, return: now(), input: request.input, output })
      return output
    }
    throw new Error(`nobody takes ${request.path}`)
  }

  return {
    operations,
    async send(player, request, repeat) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const output = await sendOnce(player, request)
        if (output !== null || repeat === 'once') return output
      }
      throw new Error(`nobody answers ${request.path}`)
    },
    async ask(player, path) {
      const reply = await fetchJson(anyAddress() + path, player, { method: 'GET' })
      return typeof reply === 'string' ? undefined : reply.body
    },
  }
}

interface Reply {
  readonly status: number
  readonly body: Body
}

/** `not sent`: nobody listens there. `unanswered`: it may have been done all the same. */
async function fetchJson(
  url: string,
  { token }: Player,
  { method, body, input }: Pick<Request, 'method' | 'body'> & { readonly input?: Input },
): Promise<Reply | 'not sent' | 'unanswered'> {
  const { key, revision, do: action } = input ?? {}
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined || action === 'start' ? {} : { 'idempotency-key': key }),
        ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const content = (await response.json()) as Body
    return response.status >= 500 ? 'unanswered' : { status: response.status, body: content }
  } catch (error) {
    return isRefused(error) ? 'not sent' : 'unanswered'
  }
}

/** Whether no connection came about: `fetch` says so by the cause of its error. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

function toOutput({ status, body }: Reply, request: Request): Output {
  if (status < 400) return { ...request.toOutput(body), status }
  return { status, ...(body.code === undefined ? {} : { code: body.code }) }
}
