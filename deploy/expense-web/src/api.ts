import type { Session } from './sign-in.ts'

/** What a service answers when it refuses: application/problem+json, RFC 9457. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['title'] === 'string' ? body['title'] : `HTTP ${status}`)
    this.status = status
    this.code = typeof body['code'] === 'string' ? body['code'] : String(status)
    this.requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined
  }
}

export interface Api {
  /** The application's own backend. */
  own<T>(path: string, request?: ApiRequest): Promise<T>
  /** The platform: approvals and documents. */
  platform<T>(path: string, request?: ApiRequest): Promise<T>
  /** The platform as `<approval-panel>` calls it. */
  readonly transport: (path: string, init: RequestInit) => Promise<Response>
}

export interface ApiRequest {
  readonly method?: string
  readonly json?: object
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls with the user's own token: what they may not do, these pages cannot do either. */
export function createApi(session: Session, platformUrl: string): Api {
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${await session.token()}`)
    return fetch(url, { ...init, headers })
  }
  const call = async <T>(url: string, request: ApiRequest = {}): Promise<T> => {
    const { method = 'GET', json, bytes, headers } = request
    const type = json === undefined ? 'application/octet-stream' : 'application/json'
    const body = json === undefined ? bytes : JSON.stringify(json)
    const answer = await send(url, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
    })
    const text = await answer.text()
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T
    throw new ProblemError(answer.status, readProblem(text))
  }
  return {
    own: (path, request) => call(path, request),
    platform: (path, request) => call(platformUrl + path, request),
    transport: (path, init) => send(platformUrl + path, init),
  }
}

/** A proxy on the way may have answered with a page instead. */
function readProblem(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
