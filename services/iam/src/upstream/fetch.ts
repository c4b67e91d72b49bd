import { createHttpClient, type HttpRequest } from '@countersign/service-kit/http-client'
import type { CustomFetch } from 'openid-client'
import { reachOf } from '../core/federation.ts'
import { UpstreamForbidden } from './forbidden.ts'

const limits = {
  userAgent: 'countersign-iam',
  timeoutMs: 5_000,
  maxResponseBytes: 256 * 1024,
} as const

/**
 * Asks identity providers, whose addresses tenants choose: hosts of the public internet over TLS,
 * and those the operator listed. Each address that metadata names is judged anew; redirects are
 * not followed.
 */
export function createUpstreamFetch(listedOrigins: readonly string[]): CustomFetch {
  const anywhere = createHttpClient(limits)
  const publicOnly = createHttpClient({ ...limits, publicOnly: true })
  return async (url, { method, headers, body, signal }) => {
    const reach = reachOf(url, listedOrigins)
    if (reach === undefined) throw new UpstreamForbidden('the address is not one to connect to')
    const response = await (reach === 'listed' ? anywhere : publicOnly).request({
      url,
      // The library sends GET and POST.
      method: method as HttpRequest['method'],
      headers,
      ...readBody(body),
      ...(signal === undefined ? {} : { signal }),
    })
    const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    )
    return new Response(response.text === '' ? null : response.text, {
      status: response.status,
      headers: pairs,
    })
  }
}

function readBody(body: unknown): { body?: string } {
  if (body === undefined || body === null) return {}
  if (typeof body === 'string') return { body }
  if (body instanceof URLSearchParams) return { body: body.toString() }
  throw new TypeError('a request to a provider has a form or nothing')
}
