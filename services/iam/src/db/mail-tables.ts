// Tables of mails and of the links in them.
import type { Generated } from 'kysely'
import type { LinkPurpose, MailKind, MailOutcome } from '../core/mail.ts'
import type { Payload, Stamp } from './column-types.ts'

export interface AccountLinksTable {
  id: string
  purpose: LinkPurpose
  user_id: string
  email: string | null
  created_by: string | null
  made_in: string | null
  created_at: Stamp
  expires_at: Date
}

export interface PasswordResetRequestsTable {
  id: string
  user_ids: string[]
  address: string
  created_at: Stamp
}

export interface MailsTable {
  id: string
  kind: MailKind
  tenant_id: string | null
  user_id: string | null
  invitation_id: string | null
  link_id: string | null
  address: string
  details: Payload
  attempts: Generated<number>
  next_attempt_at: Stamp
  last_error: string | null
  created_at: Stamp
  settled_at: Date | null
  outcome: MailOutcome | null
}
