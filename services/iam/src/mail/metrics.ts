import type { App } from '@countersign/service-kit/http'
import { addCounter, addGauge } from '@countersign/service-kit/metrics'
import type { MailOutcome } from '../core/mail.ts'
import type { Deps } from '../deps.ts'
import { countWaitingMails } from './outbox-queries.ts'

/** What an operator watches of the mail, and the counter for the worker. */
export function addMailMetrics(
  app: App,
  { db }: Pick<Deps, 'db'>,
): { onSettled: (outcome: MailOutcome) => void } {
  addGauge(app, {
    name: 'iam_mails',
    help: 'Mails that wait to be sent, and of these those that have failed before.',
    labelName: 'state',
    async read() {
      const { waiting, failing } = await countWaitingMails(db)
      return Object.entries({ waiting, failing }).map(([label, value]) => ({ label, value }))
    },
  })
  addGauge(app, {
    name: 'iam_mails_late_seconds',
    help: 'How long the mail that waits longest has waited.',
    labelName: 'scope',
    read: async () => [{ label: 'all', value: (await countWaitingMails(db)).lateSeconds }],
  })
  const onSettled = addCounter(app, {
    name: 'iam_mails_settled_total',
    help: 'Mails to people, by what came of them.',
    labelName: 'outcome',
  })
  return { onSettled }
}
