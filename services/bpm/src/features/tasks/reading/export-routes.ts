import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { CsvContent, pagesOf, sendCsv, type CsvColumns } from '../../../http/csv-reply.ts'
import { toKeyFieldCells, toKeyFields } from '../../../core/key-fields.ts'
import type { InboxItemRow } from '../inbox-queries.ts'
import { InboxQuery } from '../schema.ts'
import { behalf, seenInLine } from '../views.ts'
import { searchInbox } from './search-inbox.ts'

type ExportRow = Omit<InboxItemRow, 'keyFields'> & ReturnType<typeof toKeyFieldCells>

const columns: CsvColumns<ExportRow> = [
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
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => currency],
  ['keyFields', ({ keyFields }) => keyFields],
]

/** A box of the caller as a file. */
export function addTaskExportRoutes(app: App, deps: Pick<Deps, 'db' | 'now' | 'processes'>): void {
  const { db, now } = deps
  app.get(
    '/api/bpm/v1/tasks.csv',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'exportTasks',
        summary: 'A box of the caller as CSV, newest first, up to 100,000',
        tags: ['tasks'],
        querystring: Type.Omit(InboxQuery, ['limit', 'cursor', 'order']),
        response: { 200: CsvContent },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = userOf(request)
      const { box = 'todo', overdue, ...filter } = request.query
      const dueBefore = overdue === true ? { dueBefore: now() } : {}
      const withCells = async (row: InboxItemRow): Promise<ExportRow> => {
        const seen = await seenInLine(deps, row, userId)
        return { ...row, ...toKeyFieldCells(toKeyFields(row.keyFields, seen)) }
      }
      const pages = pagesOf<ExportRow>(async (limit, last) => {
        const after = last === undefined ? undefined : { at: last.boxAt, taskId: last.id }
        const rows = await searchInbox(db, tenantId, {
          ...filter,
          ...dueBefore,
          after,
          userId,
          box,
          limit,
        })
        return Promise.all(rows.map(withCells))
      })
      return sendCsv(reply, `tasks-${box}`, columns, pages)
    },
  )
}
