import type { IncomingMessage } from 'node:http'
import { Provider, type AdapterPayload } from 'oidc-provider'
import type { UsableClient } from '../store/client-queries.ts'

/** A sign-in that one of our pages has answered, on its way to the library in the same request. */
interface HandedOver {
  readonly uid: string
  /** As it would have been stored, for the library to find. */
  readonly payload: AdapterPayload
  readonly client: UsableClient | undefined
}

const handedOver = new WeakMap<IncomingMessage, HandedOver>()

/**
 * A request as the library knows it when a browser comes back from our pages (`GET`, to where the sign-in says), made of
 * the form that our page was answered by: the browser need not be sent there. The form came with the cookie that binds
 * the sign-in to its browser, which stands for the library's own of the same purpose.
 */
export function handOver(
  form: IncomingMessage,
  returnTo: string,
  given: HandedOver,
): IncomingMessage {
  const url = new URL(returnTo).pathname
  const request = Object.create(form, {
    method: { value: 'GET' },
    url: { value: url, writable: true },
  }) as IncomingMessage
  handedOver.set(request, given)
  return request
}

/** What was handed over with a request; undefined for one of a browser. */
export const handedOverWith = (request: IncomingMessage): HandedOver | undefined =>
  handedOver.get(request)

/** That of the request which the library is answering. */
export function handedOverNow(): HandedOver | undefined {
  const request = Provider.ctx?.req
  return request === undefined ? undefined : handedOver.get(request)
}
