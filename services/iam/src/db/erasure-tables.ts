// Tables of people who are to be forgotten.
import type { ErasureReason, ErasureReport } from '@countersign/contracts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>

export type ErasureState = 'WAITING' | 'ERASING' | 'DONE' | 'CANCELLED'

export interface ErasuresTable {
  id: string
  number: Generated<number>
  tenant_id: string
  user_id: string
  asked_by: string
  state: Generated<ErasureState>
  asked_at: Date
  due_at: Date
  begun_at: Date | null
  audit_position: string | null
  erased_at: Date | null
  ended_at: Date | null
  counts: Json<Record<string, number>>
  next_try_at: Date | null
}

export interface ErasureReportsTable {
  erasure_id: string
  service: string
  state: ErasureReport['state']
  held: Json<ErasureReason[]>
  kept: Json<ErasureReason[]>
  counts: Json<Record<string, number>>
  reported_at: Date
}

/** Written by the owner of the database alone, by the kit. */
export interface TenantErasuresTable {
  erasure_id: string
  tenant_id: string
  asked_by: string
  asked_at: Date
  due_at: Date
  cancelled_at: Date | null
  begun_at: Date | null
  counts: Json<Record<string, number>>
  ended_at: Date | null
}
