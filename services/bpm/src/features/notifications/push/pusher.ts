import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import type { Urgency } from '../../../core/push.ts'
import type { PushSettings } from '../../../push-settings.ts'
import { isEndpoint, isPublicOnly } from './endpoint.ts'

/** Where a message goes, and what it is encrypted for. */
export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly applicationServerKey: string
}

export interface PushMessage {
  /** What only the device reads. */
  readonly payload: string
  readonly ttlSeconds: number
  readonly urgency: Urgency
  /** A later message of the same topic replaces it while the device is off. */
  readonly topic: string
}

/** What a push service answered; `unsendable` says why the settings of the platform keep it from asking one. */
export type PushAnswer =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly unsendable: string }

/** Hands messages to push services. */
export interface Pusher {
  /** @throws `HttpClientError`, `AddressForbidden`: nobody knows whether it was taken, or it was not. */
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>
  close(): Promise<void>
}

/** Of a whole attempt, in milliseconds; shorter than the lease of a device. */
export const PUSH_DEADLINE_MS = 10_000

/**
 * The only door to web-push, which is loaded with the first message: it encrypts (RFC 8291) and signs (RFC 8292).
 * What it makes goes out as what is sent to any address that is data: no redirects, public addresses, deadlines.
 */
export function createPusher({ keys, subject, origins }: PushSettings): Pusher {
  const http = createWebhookClient({ userAgent: 'countersign-bpm', maxAnswerBytes: 1024 })
  return {
    async send({ endpoint, p256dh, auth, applicationServerKey }, message) {
      const key = keys.find(({ publicKey }) => publicKey === applicationServerKey)
      if (key === undefined)
        return { unsendable: 'VAPID_KEYS has not the key that the device subscribed with' }
      // The operator may have changed the list since the device subscribed.
      if (!isEndpoint(endpoint, origins))
        return { unsendable: 'PUSH_ORIGINS does not allow the address of the device' }
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        message.payload,
        {
          vapidDetails: { subject, ...key },
          contentEncoding: 'aes128gcm',
          TTL: message.ttlSeconds,
          urgency: message.urgency,
          topic: message.topic,
        },
      )
      const answer = await http.post({
        url: endpoint,
        headers: toHeaders(headers),
        body: body ?? '',
        publicOnly: isPublicOnly(endpoint, origins),
        timeoutMs: PUSH_DEADLINE_MS,
      })
      const retryAfter = answer.headers['retry-after']
      return {
        status: answer.status,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      }
    },
    close: () => http.close(),
  }
}

/** As text, without the length: whoever sends the body knows it. */
const toHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
