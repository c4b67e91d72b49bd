import type { Defaulted } from './columns.ts'

export type FilingStatus = 'REQUESTED' | 'UNKNOWN' | 'REFUSED' | 'FILED'
export type RecordLanguage = 'en' | 'zh-CN'

export interface RecordFilingPolicies {
  tenant_id: string
  languages: RecordLanguage[]
  revision: number
  changed_by: string
  changed_at: Date
}

/** What is to be filed of an approval, and how far that is. */
export interface RecordFilings {
  tenant_id: string
  id: string
  binding_id: string
  version_id: string
  round: number
  language: RecordLanguage
  status: FilingStatus
  reason: Defaulted<string | null>
  /** Null where the tenant's policy asked. */
  requested_by: string | null
  requested_at: Date
  attempts: Defaulted<number>
  run_after: Date
}

/** Only added to. */
export interface FiledRecords {
  tenant_id: string
  filing_id: string
  print_id: string
  print_size_bytes: number
  print_sha256: Buffer
  record_id: string
  record_size_bytes: number
  record_sha256: Buffer
  filed_at: Date
}
