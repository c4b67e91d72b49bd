import type { Database as KitDatabase, Db as KitDb } from '@countersign/service-kit/db'
import type { ColumnType, Generated, Transaction } from 'kysely'
import type { VariableDeclaration } from '../features/biz-types/schema.ts'

/** Comes back parsed, goes in as JSON text: the driver would write an array as an SQL array. */
type Json<T> = ColumnType<T, string, string>

export interface BizTypesTable {
  readonly tenant_id: string
  readonly code: string
  readonly owner_client_id: string
  readonly created_at: Date
}

export interface BizTypeVersionsTable {
  tenant_id: string
  code: string
  version: string
  ordinal: number
  name: string
  variables: Json<VariableDeclaration[]>
  detail_path: string
  callback_origin: string
  callback_path: string
  callback_events: string[] | null
  initiate_permission: string
  revision: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface CallbackOriginListsTable {
  tenant_id: string
  origins: string[]
  revision: number
  updated_by: string
  updated_at: Date
}

/** Written by the kit alone. */
export interface IdempotencyKeysTable {
  tenant_id: string
  caller: string
  key: string
  request_hash: Buffer
  status: number | null
  body: unknown
  created_at: Generated<Date>
}

export interface Schema {
  biz_types: BizTypesTable
  biz_type_versions: BizTypeVersionsTable
  callback_origin_lists: CallbackOriginListsTable
  idempotency_keys: IdempotencyKeysTable
}

export type Database = KitDatabase<Schema>
export type Db = KitDb<Schema>
export type Tx = Transaction<Schema>
