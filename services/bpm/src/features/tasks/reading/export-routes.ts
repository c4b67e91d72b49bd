import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { CsvContent, pagesOf, sendCsv, type CsvColumns } from '../../../http/csv-reply.ts'
import { listInbox, type InboxItemRow } from '../inbox-queries.ts'
import { InboxQuery } from '../schema.ts'
import { behalf } from '../views.ts'

const columns: CsvColumns<InboxItemRow> = [
  ['taskNo', (row) => row.task_no],
  ['node', (row) => row.node_name],
  ['status', (row) => row.status],
  ['bizType', (row) => row.bizType],
  ['bizId', (row) => row.bizId],
  ['title', (row) => row.title],
  ['initiatorName', (row) => row.initiatorName],
  ['round', (row) => row.round],
  ['instanceId', (row) => row.instance_id],
  ['instanceStatus', (row) => row.instanceStatus],
  ['openedAt', (row) => row.opened_at],
  ['dueAt', (row) => row.due_at],
  ['remindedAt', (row) => row.reminded_at],
  ['endedAt', (row) => row.ended_at],
  ['endedByName', (row) => row.ended_by_name],
  ['comment', (row) => row.comment],
  ['onBehalfOfName', (row) => behalf(row, '').onBehalfOf?.name ?? null],
]

/** A box of the caller as a file. */
export function addTaskExport(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/tasks.csv',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'exportTasks',
        summary: 'A box of the caller as CSV, newest first, up to 100,000',
        tags: ['tasks'],
        querystring: Type.Omit(InboxQuery, ['limit', 'cursor']),
        response: { 200: CsvContent },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = userOf(request)
      const { box = 'todo', overdue, ...filter } = request.query
      const dueBefore = overdue === true ? { dueBefore: now() } : {}
      const pages = pagesOf<InboxItemRow>((limit, last) =>
        listInbox(db, tenantId, {
          ...filter,
          ...dueBefore,
          userId,
          box,
          limit,
          ...(last === undefined ? {} : { before: { at: last.boxAt, taskId: last.id } }),
        }),
      )
      return sendCsv(reply, `tasks-${box}`, columns, pages)
    },
  )
}
