/** Who reads a bound version by a task of its approval, or did. */
export interface TaskReaders {
  tenant_id: string
  binding_id: string
  user_id: string
  task_no: string
  node_name: string
  granted_at: Date
  ended_at: Date | null
  version_id: string | null
}

/** What was attached before 0103; read by earlier processes alone. */
export interface ApprovalAttachments {
  tenant_id: string
  version_id: string
  binding_id: string
  attached_by: string
  attached_at: Date
}

/** An approval that something is attached to, and how far the workflow service has told of it. */
export interface AttachedApprovals {
  tenant_id: string
  instance_id: string
  number: number
}

export interface AttachedVersions {
  tenant_id: string
  version_id: string
  instance_id: string
  attached_by: string
  attached_at: Date
  removed_by: string | null
  removed_at: Date | null
}

/** Who has, or had, a task of an approval that something is attached to. */
export interface AttachmentReaders {
  tenant_id: string
  instance_id: string
  user_id: string
  task_no: string
  node_name: string
  granted_at: Date
  ended_at: Date | null
}

export interface TaskReadingPolicies {
  tenant_id: string
  keep_seconds: number
  revision: number
  changed_by: string
  changed_at: Date
}
