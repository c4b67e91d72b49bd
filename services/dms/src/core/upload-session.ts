/** The rules of an upload session: what may be done with it, by its row and the time alone. */

export type UploadStatus =
  'INITIATED' | 'RECEIVING' | 'RECEIVED' | 'COMPLETED' | 'FAILED' | 'ABORTED' | 'EXPIRED'

export interface UploadSession {
  readonly status: UploadStatus
  readonly sizeBytes: number
  readonly receivedBytes: number
  /** Since when its bytes are being made an object. */
  readonly sealedAt: Date | null
  readonly byParts: boolean
  readonly failureCode: string | null
  readonly expiresAt: Date
}

/** Whether a session still takes something. */
export type Openness =
  | { readonly kind: 'open' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'over'; readonly status: UploadStatus }

const isOpen = {
  INITIATED: true,
  RECEIVING: true,
  RECEIVED: true,
  COMPLETED: false,
  FAILED: false,
  ABORTED: false,
  EXPIRED: false,
} as const satisfies Record<UploadStatus, boolean>

export function decideOpenness(
  { status, expiresAt }: Pick<UploadSession, 'status' | 'expiresAt'>,
  now: Date,
): Openness {
  if (status === 'EXPIRED') return { kind: 'expired' }
  if (!isOpen[status]) return { kind: 'over', status }
  return expiresAt <= now ? { kind: 'expired' } : { kind: 'open' }
}

/**
 * Whether the key that a session was begun with is free for another. Until then it finds the session, also a
 * completed one until its time is over: its client may have heard of nothing.
 */
export const isKeyFree = (
  { status, expiresAt }: Pick<UploadSession, 'status' | 'expiresAt'>,
  now: Date,
): boolean => expiresAt <= now || (status !== 'COMPLETED' && !isOpen[status])

/** Why a session cannot be had for content. `busy`: nothing is wrong but that somebody has it. */
export type ContentRefusal =
  | Exclude<Openness, { kind: 'open' }>
  | { readonly kind: 'out_of_order' | 'busy' }
  | { readonly kind: 'wrong_offset'; readonly receivedBytes: number }
  | { readonly kind: 'too_large'; readonly maxBytes: number }

/** Where bytes say that they belong. */
export interface ContentPlace {
  readonly offset?: number | undefined
  readonly lengthBytes?: number | undefined
  /** Nothing starts over: 0 is a place like any other. */
  readonly isExact?: boolean | undefined
}

export function explainContentRefusal(
  session: UploadSession,
  { offset = 0, lengthBytes = 0, isExact = false }: ContentPlace,
  now: Date,
): ContentRefusal {
  const openness = decideOpenness(session, now)
  if (openness.kind !== 'open') return openness
  const { sealedAt, byParts, receivedBytes, sizeBytes } = session
  if (sealedAt !== null || byParts) return { kind: 'out_of_order' }
  if ((isExact || offset !== 0) && offset !== receivedBytes)
    return { kind: 'wrong_offset', receivedBytes }
  if (offset + lengthBytes > sizeBytes) return { kind: 'too_large', maxBytes: sizeBytes }
  return { kind: 'busy' }
}

/** Whether what came can be made a version. */
export type Readiness =
  | { readonly kind: 'ready' }
  | Exclude<Openness, { kind: 'open' }>
  | { readonly kind: 'refused_before'; readonly code: 'checksum_mismatch' | 'type_not_allowed' }
  | { readonly kind: 'nothing_came' }
  | { readonly kind: 'incomplete'; readonly receivedBytes: number; readonly sizeBytes: number }

export function decideReadiness(session: UploadSession, now: Date): Readiness {
  const { status, failureCode, receivedBytes, sizeBytes } = session
  const isKnown = failureCode === 'checksum_mismatch' || failureCode === 'type_not_allowed'
  if (status === 'FAILED' && isKnown) return { kind: 'refused_before', code: failureCode }
  const openness = decideOpenness(session, now)
  if (openness.kind !== 'open') return openness
  if (status === 'RECEIVED') return { kind: 'ready' }
  if (receivedBytes === 0 && status === 'INITIATED') return { kind: 'nothing_came' }
  return { kind: 'incomplete', receivedBytes, sizeBytes }
}
