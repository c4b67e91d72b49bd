/** How approvals of a business type are started: by whoever has the permission, or with a permit too. */
export const BIZ_TYPE_STARTS = ['open', 'permit'] as const
export type BizTypeStart = (typeof BIZ_TYPE_STARTS)[number]

export const MAX_PERMIT_SECONDS = 3_600

/** What an owning application has permitted. */
export interface Permit {
  readonly initiatorId: string
  readonly bizType: string
  readonly bizId: string
  readonly contentHash: Buffer
  readonly expiresAt: Date
  /** What was started with it; null: nothing yet. */
  readonly instanceId: string | null
}

/** The start that somebody wants to make with it. */
export interface PermittedStart {
  readonly initiatorId: string
  readonly bizType: string
  readonly bizId: string
  readonly contentHash: Buffer
}

export type PermitFault = 'permit_invalid' | 'permit_used'

/**
 * Why a permit is not good for a start; undefined when it is. Whoever it was not made for learns
 * nothing more of it.
 *
 * @param permit undefined: there is none, or it was forgotten after its time.
 */
export function findPermitFault(
  permit: Permit | undefined,
  start: PermittedStart,
  now: Date,
): PermitFault | undefined {
  if (permit === undefined || permit.initiatorId !== start.initiatorId) return 'permit_invalid'
  if (permit.instanceId !== null) return 'permit_used'
  const isSame =
    permit.bizType === start.bizType &&
    permit.bizId === start.bizId &&
    permit.contentHash.equals(start.contentHash)
  return isSame && now < permit.expiresAt ? undefined : 'permit_invalid'
}

/** Whether processes of a business type may start approvals by time: nobody is there then to ask its owner for a permit. */
export const mayStartByTime = ({
  start,
  startsByTime,
}: {
  readonly start: BizTypeStart
  readonly startsByTime: boolean | null
}): boolean => startsByTime ?? start === 'open'

/** The same of signals that are thrown to the tenant. */
export const mayStartBySignal = ({
  start,
  startsBySignal,
}: {
  readonly start: BizTypeStart
  readonly startsBySignal: boolean | null
}): boolean => startsBySignal ?? start === 'open'
