/** States of an approval. The last four are final. */
export const INSTANCE_STATUSES = [
  'RUNNING',
  'RETURNED',
  'SUSPENDED',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'TERMINATED',
] as const
export type InstanceStatus = (typeof INSTANCE_STATUSES)[number]

export type InstanceAction =
  | 'approve'
  | 'reject'
  | 'return'
  | 'resubmit'
  | 'withdraw'
  | 'terminate'
  | 'suspend'
  | 'resume'
  | 'jump'
  | 'retry'
  | 'updateVariables'
  | 'removeAttachment'

/**
 * `approve` and `reject` are decisions that end the approval, `return` is one to the initiator.
 * `resume` leads back to the status before the suspension.
 */
export const instanceTransitions = {
  RUNNING: {
    approve: 'APPROVED',
    reject: 'REJECTED',
    return: 'RETURNED',
    withdraw: 'WITHDRAWN',
    terminate: 'TERMINATED',
    suspend: 'SUSPENDED',
    jump: 'RUNNING',
    retry: 'RUNNING',
    updateVariables: 'RUNNING',
    removeAttachment: 'RUNNING',
  },
  RETURNED: {
    resubmit: 'RUNNING',
    withdraw: 'WITHDRAWN',
    terminate: 'TERMINATED',
    suspend: 'SUSPENDED',
    jump: 'RUNNING',
    updateVariables: 'RETURNED',
    removeAttachment: 'RETURNED',
  },
  SUSPENDED: { resume: 'RUNNING', terminate: 'TERMINATED' },
  APPROVED: {},
  REJECTED: {},
  WITHDRAWN: {},
  TERMINATED: {},
} as const satisfies Record<InstanceStatus, Partial<Record<InstanceAction, InstanceStatus>>>

export interface InstanceFacts {
  readonly status: InstanceStatus
  readonly initiator: string
  readonly suspendedFrom: InstanceStatus | undefined
  /** Another approval called it, and is where it is withdrawn, ended, suspended and resumed. */
  readonly called?: boolean
}

export type InstanceDecision =
  | { readonly allowed: true; readonly next: InstanceStatus }
  | {
      readonly allowed: false
      readonly reason:
        'administrator_only' | 'initiator_only' | 'not_returned' | 'not_running' | 'called'
    }

const byCaller: ReadonlySet<InstanceAction> = new Set([
  'withdraw',
  'terminate',
  'suspend',
  'resume',
])

const byAdministrator: ReadonlySet<InstanceAction> = new Set([
  'terminate',
  'suspend',
  'resume',
  'jump',
  'retry',
])

/** Decides whether a person may do this with the whole approval. Who it is comes before when. */
export function decideInstance(
  instance: InstanceFacts,
  action: InstanceAction,
  actor: { readonly userId: string; readonly administrator?: boolean },
): InstanceDecision {
  if (byAdministrator.has(action) && actor.administrator !== true) {
    return { allowed: false, reason: 'administrator_only' }
  }
  const initiatorOnly = action === 'resubmit' || action === 'withdraw'
  if (initiatorOnly && actor.userId !== instance.initiator) {
    return { allowed: false, reason: 'initiator_only' }
  }
  if (instance.called === true && byCaller.has(action)) return { allowed: false, reason: 'called' }
  const moves: Partial<Record<InstanceAction, InstanceStatus>> =
    instanceTransitions[instance.status]
  const next = moves[action]
  if (next === undefined) {
    return { allowed: false, reason: action === 'resubmit' ? 'not_returned' : 'not_running' }
  }
  return { allowed: true, next: action === 'resume' ? (instance.suspendedFrom ?? next) : next }
}

/** The detail path with its placeholders filled; a value cannot leave its place in the path, and none is `..`. */
export function toDetailUrl(
  detailPath: string,
  instance: { bizId: string; bizType: string; id: string },
): string {
  return detailPath
    .replaceAll('{bizId}', encodeURIComponent(instance.bizId))
    .replaceAll('{bizType}', encodeURIComponent(instance.bizType))
    .replaceAll('{instanceId}', instance.id)
}
