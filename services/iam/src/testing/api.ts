import * as openid from 'openid-client'
import { discoverService, signInAs } from './sign-in.ts'

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  /** The JSON, loosely: tests look at what they expect. */
  readonly body: Record<string, unknown> & {
    readonly code?: string
    readonly items?: Record<string, unknown>[]
  }
}

export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>

/** Calls the management API with a bearer token. */
export function apiWith(base: string, token: string | undefined): Api {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(
      `${base}${path.startsWith('/internal') ? '' : '/api/iam/v1'}${path}`,
      {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as ApiAnswer['body'],
    }
  }
}

/** Signed in for real, through the sign-in page. */
export async function apiAs(
  base: string,
  username: string,
  parameters: Record<string, string> = {},
): Promise<Api> {
  const { tokens } = await signInAs(base, username, { parameters })
  return apiWith(base, tokens.access_token)
}

export async function apiAsService(
  base: string,
  scope: string,
  clientId = 'workflow',
): Promise<Api> {
  const tokens = await openid.clientCredentialsGrant(await discoverService(base, clientId), {
    scope,
  })
  return apiWith(base, tokens.access_token)
}
