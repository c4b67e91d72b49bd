import { randomBytes } from 'node:crypto'
import type { Plan } from '@countersign/local/plan'
import type { DrilledService } from '../platform/instance.ts'

/** The three rounds in which a list of keys is changed: all can read what the new one writes before any writes with it. */
export type Round = 'accept' | 'use' | 'forget'

/** What is changed at once, because the old one stays good until it is taken away. */
export type Singles = Readonly<Record<DrilledService, NodeJS.ProcessEnv>>

const key = () => randomBytes(32).toString('base64url')

const orders: Readonly<Record<Round, (before: string, after: string) => string>> = {
  accept: (before, after) => `${before},${after}`,
  use: (before, after) => `${after},${before}`,
  forget: (_before, after) => after,
}

/** Settings of each service in each round, with new keys that are drawn now. */
export function drawSettings({ secrets }: Plan, singles: Singles) {
  const lists = {
    iam: { KEY_ENCRYPTION_KEY: secrets.iamKeyEncryptionKey, COOKIE_KEYS: secrets.cookieKey },
    bpm: { KEY_ENCRYPTION_KEY: secrets.bpmKeyEncryptionKey },
    dms: { ADDRESS_SIGNING_KEY: secrets.addressSigningKey },
    gateway: {},
  }
  const drawn = Object.fromEntries(
    Object.entries(lists).map(([service, old]) => [
      service,
      Object.entries(old).map(([name, before]) => ({ name, before, after: key() })),
    ]),
  )
  const auditSigningKeys = { iam: key(), bpm: key(), dms: key() }
  return {
    auditSigningKeys,
    of: (service: DrilledService, round: Round): NodeJS.ProcessEnv => ({
      ...singles[service],
      ...(service === 'gateway' ? {} : { AUDIT_SIGNING_KEY: auditSigningKeys[service] }),
      ...Object.fromEntries(
        (drawn[service] ?? []).map(({ name, before, after }) => [
          name,
          orders[round](before, after),
        ]),
      ),
    }),
  }
}
