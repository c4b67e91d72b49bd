import type { Defaulted } from './columns.ts'

export type RenditionKind = 'preview' | 'thumbnail' | 'text'
export type RenditionStatus = 'READY' | 'FAILED' | 'UNSUPPORTED' | 'TOOL_MISSING'

export interface RenditionJobs {
  tenant_id: string
  object_id: string
  attempts: Defaulted<number>
  run_after: Defaulted<Date>
  done_at: Defaulted<Date | null>
}

export interface Renditions {
  tenant_id: string
  object_id: string
  kind: RenditionKind
  status: RenditionStatus
  reason: string | null
  stored_id: string | null
  content_type: string | null
  size_bytes: number | null
  sha256: Buffer | null
  page_count: number | null
  created_at: Date
}

export interface ObjectTexts {
  tenant_id: string
  object_id: string
  body: string
  is_truncated: boolean
  terms: string
}

export interface DocumentTerms {
  tenant_id: string
  document_id: string
  terms: string
}
