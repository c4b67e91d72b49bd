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
  | 'updateVariables'
