import { platform } from './platform.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; black-box tests read members of it without a schema. */
  readonly body: Body
}

export interface Body {
  readonly [member: string]: Body
}

export interface Call {
  readonly token?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly baseUrl?: string
}

/** One JSON request through the gateway (or to `baseUrl`). */
export async function call(method: string, path: string, options: Call = {}): Promise<Reply> {
  const { token, json, headers } = options
  const response = await fetch(new URL(path, options.baseUrl ?? platform().baseUrl), {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : {}) as Body,
  }
}
