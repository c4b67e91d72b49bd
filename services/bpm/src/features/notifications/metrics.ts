import type { App } from '@countersign/service-kit/http'
import { addCounter, addGauge } from '@countersign/service-kit/metrics'
import type { NoticeOutcome } from '../../core/notice.ts'
import type { Deps } from '../../deps.ts'
import { countQueues } from './mail-queries.ts'

/** What an operator watches of the mail, and the counter for the worker. */
export function addMailMetrics(
  app: App,
  { db }: Pick<Deps, 'db'>,
): { onSettled: (outcome: NoticeOutcome) => void } {
  addGauge(app, {
    name: 'bpm_mail_people',
    help: 'People whose mail is due, and of these those whose mail has failed before.',
    labelName: 'state',
    async read() {
      const { waiting, failing } = await countQueues(db)
      return Object.entries({ waiting, failing }).map(([label, value]) => ({ label, value }))
    },
  })
  addGauge(app, {
    name: 'bpm_mail_late_seconds',
    help: 'How long the mail that waits longest has been due.',
    labelName: 'scope',
    read: async () => [{ label: 'all', value: (await countQueues(db)).lateSeconds }],
  })
  const onSettled = addCounter(app, {
    name: 'bpm_notices_total',
    help: 'Things that people were to be told by mail, by what came of them.',
    labelName: 'outcome',
  })
  return { onSettled }
}
