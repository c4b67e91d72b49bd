import type { RevocationFeed } from '@countersign/auth-verifier'
import type { App } from './app.ts'
import type { Readiness } from './health.ts'
import { addGauge } from './metrics.ts'

/**
 * Shows in the metrics how old the last answer of the feed of revocations is, and in the readiness
 * whether it is read. A service that does not know what was revoked goes on.
 */
export function addRevocationState(
  app: App,
  feed: RevocationFeed | undefined,
  readiness: Readiness = async () => ({}),
): Readiness {
  if (feed === undefined) return readiness
  addGauge(app, {
    name: 'revocation_feed',
    help: 'Age of the last answer of the feed of revocations in seconds, and how many are remembered.',
    labelName: 'of',
    read: async () => [
      { label: 'age_seconds', value: feed.ageSeconds() },
      { label: 'remembered', value: feed.size() },
    ],
  })
  return async () => ({
    ...(await readiness()),
    revocations: { status: feed.isFresh() ? 'UP' : 'UNKNOWN' },
  })
}
