// What goes by age as an operator says; the rest that goes has an age of its own.
//
// Kept by: services/iam/src/retention.test.ts "is in the audit, of each tenant by itself"
import type { Removal, Retained } from '@countersign/service-kit/retention'
import { insertAuditEvents } from './audit/entries.ts'
import type { Config } from './config.ts'
import type { IamSchema } from './db/schema.ts'
import type { Db } from './db/types.ts'
import { pruneInvitations } from './features/invitations/queries.ts'
import { pruneMails } from './mail/outbox-queries.ts'

export type RetentionDays = Pick<Config, 'INVITATIONS_KEPT_DAYS' | 'MAILS_KEPT_DAYS'>

export const retained = (days: RetentionDays): readonly Retained<IamSchema>[] => [
  { what: 'invitations', keptDays: days.INVITATIONS_KEPT_DAYS, forget: pruneInvitations },
  { what: 'mails', keptDays: days.MAILS_KEPT_DAYS, forget: pruneMails },
]

/** In the audit, of each tenant by itself, and of none where the mail was of none. */
export const recordRemoval = (tx: Db, { removed, ...removal }: Removal, now: Date): Promise<void> =>
  insertAuditEvents(
    tx,
    removed.map(({ tenantId, rows }) => ({
      action: 'retention.removed',
      tenantId: tenantId ?? undefined,
      actorKind: 'system',
      details: { ...removal, rows },
    })),
    now,
  )
