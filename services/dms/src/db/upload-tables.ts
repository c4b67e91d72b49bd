import type { ColumnType } from 'kysely'
import type { UploadStatus } from '../core/upload-session.ts'
import type { Defaulted } from './columns.ts'

export interface Uploads {
  tenant_id: string
  id: string
  owner_id: string
  object_id: string
  status: UploadStatus
  file_name: string
  title: string | null
  folder_id: string | null
  document_id: string | null
  tags: string[]
  note: Defaulted<string | null>
  declared_type: string | null
  /** `Upload-Metadata` of a tus client, as it came. */
  client_metadata: Defaulted<string | null>
  /** Which request began it, until it is over: who asked, with which `Idempotency-Key`, for what. */
  creation_caller: Defaulted<string | null>
  creation_key: Defaulted<string | null>
  creation_hash: Defaulted<Buffer | null>
  declared_sha256: Buffer | null
  size_bytes: number
  received_bytes: Defaulted<number>
  sha256: Defaulted<Buffer | null>
  sniffed_type: Defaulted<string | null>
  sealed_at: Defaulted<Date | null>
  sender_id: Defaulted<string | null>
  sender_until: Defaulted<Date | null>
  by_parts: Defaulted<boolean>
  failure_code: Defaulted<string | null>
  answer: ColumnType<UploadAnswer | null, string | undefined, string>
  created_at: Date
  updated_at: Date
  expires_at: Date
}

export interface UploadParts {
  tenant_id: string
  upload_id: string
  part_number: number
  size_bytes: number
  sender_id: Defaulted<string | null>
  sender_until: Defaulted<Date | null>
  sha256: Defaulted<Buffer | null>
  stored_state: ColumnType<Record<string, unknown> | null, string | undefined, string>
}

/** What `complete` answered, kept so that it can answer the same again. */
export interface UploadAnswer {
  readonly documentId: string
  readonly versionId: string
  readonly versionNo: number
  readonly sha256: string
  readonly sizeBytes: number
}
