import type { LocalText } from '@countersign/contracts'
import type { Generated } from 'kysely'
import type { BizTypeStart } from '../core/start-permit.ts'
import type { KeyFieldDeclaration } from '../core/key-fields.ts'
import type { VariableDeclaration } from '../core/variables.ts'
import type { Json } from './json.ts'

export interface BizTypesTable {
  tenant_id: string
  code: string
  owner_client_id: string
  created_at: Date
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
  callback_max_events: Generated<number>
  initiate_permission: string
  start: Generated<BizTypeStart>
  starts_by_time: boolean | null
  starts_by_signal: boolean | null
  revision: Generated<number>
  created_at: Date
  updated_at: Date
  key_fields: Json<KeyFieldDeclaration[]>
  names: Json<LocalText> | null
}

export interface StartPermitsTable {
  tenant_id: string
  permit_hash: Buffer
  biz_type: string
  initiator_id: string
  biz_id: string
  content_hash: Buffer
  expires_at: Date
  instance_id: string | null
  created_at: Date
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
  body: Json<unknown> | null
  created_at: Generated<Date>
}

/** Versions whose open tasks are to be told of. */
export interface TaskTellingsTable {
  tenant_id: string
  biz_type: string
  biz_type_version: string
  after_instance_id: Generated<string>
  leased_until: Generated<Date>
}
