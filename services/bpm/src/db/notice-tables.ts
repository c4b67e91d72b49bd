import type { Language } from '@countersign/service-kit/language'
import type { Generated } from 'kysely'
import type { MailMode, NoticeKind, NoticeOutcome } from '../core/notice.ts'

export interface NoticePositionTable {
  only_one: Generated<boolean>
  position: string
}

export interface NoticePreferencesTable {
  tenant_id: string
  user_id: string
  mail: MailMode
  language: Language | null
  revision: number
  updated_at: Date
}

export interface NoticesTable {
  tenant_id: string
  id: string
  user_id: string
  kind: NoticeKind
  key: string
  instance_id: string
  task_id: string | null
  action: number | null
  created_at: Date
  mail_id: string | null
  settled_at: Date | null
  outcome: NoticeOutcome | null
}

export interface MailQueuesTable {
  tenant_id: string
  user_id: string
  due_at: Date | null
  rests_until: Date | null
  lease_id: string | null
  leased_until: Date | null
  attempts: Generated<number>
  last_error: string | null
}
