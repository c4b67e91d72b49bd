import { createECDH } from 'node:crypto'
import { listOf } from '@countersign/service-kit/config'

/** The key pair by which push services know the platform (RFC 8292): base64url, the public one as a point. */
export interface VapidKey {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushSettings {
  /** New devices subscribe with the first; those that subscribed with another are still written to with that. */
  readonly keys: readonly [VapidKey, ...VapidKey[]]
  /** Where push services complain: `mailto:` or `https:`. */
  readonly subject: string
  /** Origins of the only push services there are; any of the public internet when empty. */
  readonly origins: readonly string[]
}

/** What devices are told with; undefined where the operator has set no key. */
export function pushSettingsOf(config: {
  readonly ISSUER_URL: string
  readonly VAPID_KEYS?: string
  readonly VAPID_SUBJECT?: string
  readonly PUSH_ORIGINS?: string
}): PushSettings | undefined {
  const [first, ...others] = listOf(config.VAPID_KEYS).map(toKey)
  if (first === undefined) return undefined
  const { protocol, hostname } = new URL(config.ISSUER_URL)
  const usual = protocol === 'https:' ? config.ISSUER_URL : `mailto:no-reply@${hostname}`
  return {
    keys: [first, ...others],
    subject: config.VAPID_SUBJECT ?? usual,
    origins: listOf(config.PUSH_ORIGINS),
  }
}

function toKey(privateKey: string): VapidKey {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { privateKey, publicKey: pair.getPublicKey().toString('base64url') }
}
