export type KeyStatus = 'next' | 'current' | 'previous' | 'withdrawn'

export interface KeyState {
  readonly kid: string
  readonly status: KeyStatus
  readonly publishedUntil: Date | undefined
}

/** How long an access token lives, in seconds. */
export const accessTokenSeconds = 600

/**
 * How long a key stays published after it stopped signing: the life of its last token, and time for
 * another process to notice the rotation before it signs its last one.
 */
export const retirementMs = (accessTokenSeconds + 120) * 1000

/** Whether the key set shows the key: the next one too, so that verifiers know it before it signs. */
export function isPublished(key: KeyState, now: Date): boolean {
  switch (key.status) {
    case 'next':
    case 'current':
      return true
    case 'previous':
      return key.publishedUntil !== undefined && key.publishedUntil > now
    case 'withdrawn':
      return false
  }
}

/** Whether the private half is still wanted: it signs now, or will. */
export const signs = ({ status }: Pick<KeyState, 'status'>): boolean =>
  status === 'current' || status === 'next'

export type Repair = 'none' | 'create_next' | 'create_both' | 'promote_next'

/** What a set of keys lacks: first start, a lost next key, or a withdrawn current one. */
export function missingKeys(keys: readonly KeyState[]): Repair {
  const has = (status: KeyStatus) => keys.some((key) => key.status === status)
  if (has('current')) return has('next') ? 'none' : 'create_next'
  return has('next') ? 'promote_next' : 'create_both'
}
