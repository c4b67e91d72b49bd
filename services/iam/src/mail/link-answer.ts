import type { Work } from '@countersign/service-kit/idempotency'

interface Made {
  readonly delivered: 'mail' | 'hand_over'
  readonly url: string
  readonly expiresAt: Date
}

interface Shown {
  readonly delivered: 'mail' | 'hand_over'
  readonly url: string | null
  readonly expiresAt: string
}

/**
 * What the maker of a link is answered: its address where they hand it over themselves. That is a secret, shown
 * once: a replay lacks it.
 */
export function answerLink({ delivered, url, expiresAt }: Made): Work<Shown> {
  const isMailed = delivered === 'mail'
  return {
    status: 201,
    body: { delivered, url: isMailed ? null : url, expiresAt: expiresAt.toISOString() },
    secretMembers: isMailed ? [] : ['url'],
  }
}
