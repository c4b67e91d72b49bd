export type VersionStatus =
  | 'DRAFT'
  | 'IN_APPROVAL'
  | 'RETURNED'
  | 'SUPERSEDED'
  | 'APPROVED'
  | 'REJECTED'
  | 'PUBLISHED'
  | 'ARCHIVED'

export type VersionAction =
  | 'submit'
  | 'refuse'
  | 'return'
  | 'resubmit'
  | 'refuseResubmit'
  | 'replace'
  | 'approve'
  | 'reject'
  | 'cancel'
  | 'publish'
  | 'archive'

/**
 * States of a version. `refuse` and `refuseResubmit`: the workflow service did not take the
 * request. `replace`: another version is sent round in its place. `cancel`: withdrawn by the initiator or ended by an administrator.
 */
export const transitions = {
  DRAFT: { submit: 'IN_APPROVAL' },
  IN_APPROVAL: {
    refuse: 'DRAFT',
    refuseResubmit: 'RETURNED',
    return: 'RETURNED',
    resubmit: 'IN_APPROVAL',
    approve: 'APPROVED',
    reject: 'REJECTED',
    cancel: 'DRAFT',
  },
  RETURNED: {
    return: 'RETURNED',
    resubmit: 'IN_APPROVAL',
    replace: 'SUPERSEDED',
    reject: 'REJECTED',
    cancel: 'DRAFT',
  },
  SUPERSEDED: { refuseResubmit: 'RETURNED' },
  APPROVED: { publish: 'PUBLISHED' },
  REJECTED: {},
  PUBLISHED: { archive: 'ARCHIVED' },
  ARCHIVED: {},
} as const satisfies Record<VersionStatus, Partial<Record<VersionAction, VersionStatus>>>

/** The state after an action, or undefined when the state does not allow it. */
export function nextStatus(
  status: VersionStatus,
  action: VersionAction,
): VersionStatus | undefined {
  const moves: Partial<Record<VersionAction, VersionStatus>> = transitions[status]
  return moves[action]
}

/** What an event of the workflow service means to a version; undefined for those that say nothing. */
export function actionOfEvent(eventType: string, status: string): VersionAction | undefined {
  switch (eventType) {
    // The approval was restored to an earlier moment: it is there again.
    case 'instance.restored':
      if (status === 'RETURNED') return 'return'
      return status === 'RUNNING' ? 'resubmit' : undefined
    case 'instance.returned':
      return 'return'
    case 'instance.resubmitted':
      return 'resubmit'
    case 'instance.approved':
      return 'approve'
    case 'instance.rejected':
      return 'reject'
    case 'instance.withdrawn':
    case 'instance.terminated':
      return 'cancel'
    default:
      return undefined
  }
}

/** Whether the approval is over after this event. */
export function endsApproval(action: VersionAction): boolean {
  return action === 'approve' || action === 'reject' || action === 'cancel'
}

export interface VersionState {
  readonly status: VersionStatus
  readonly scanStatus: 'PENDING' | 'CLEAN' | 'INFECTED' | 'ERROR' | 'NOT_SCANNED'
  /** While a verdict is awaited: what was found before; null or absent: nothing. */
  readonly scanResult?: string | null
  /** What the tenant has chosen; null or absent: nothing. */
  readonly scanPolicy?: 'REQUIRE_CLEAN' | 'BLOCK_INFECTED' | 'DEPLOYMENT' | null
}

export type ContentDecision =
  { readonly allowed: true } | { readonly allowed: false; readonly reason: 'archived' | 'unsafe' }

/**
 * Whether the state of a version lets its content out: an infected file never leaves, an archived
 * one only to those who keep it. What nobody has judged follows the policy of the tenant: it stays
 * (`REQUIRE_CLEAN`, also where no scanner is), leaves (`BLOCK_INFECTED`), or stays where the
 * deployment has a scanner.
 *
 * @param isScanned Whether there is a scanner: without one nothing can be known of any file.
 */
export function decideContent(
  version: VersionState,
  mayWrite: boolean,
  isScanned: boolean,
): ContentDecision {
  if (!isSafe(version, isScanned)) return { allowed: false, reason: 'unsafe' }
  if (version.status === 'ARCHIVED' && !mayWrite) return { allowed: false, reason: 'archived' }
  return { allowed: true }
}

function isSafe({ scanStatus, scanResult, scanPolicy }: VersionState, isScanned: boolean): boolean {
  if (scanStatus === 'CLEAN') return true
  // Infected, and asked about anew: it stays so until it is found clean.
  if (scanStatus === 'PENDING' && (scanResult ?? null) !== null) return false
  if (scanStatus === 'INFECTED' || scanPolicy === 'REQUIRE_CLEAN') return false
  if (scanPolicy === 'BLOCK_INFECTED') return true
  return scanStatus === 'NOT_SCANNED' && !isScanned
}
