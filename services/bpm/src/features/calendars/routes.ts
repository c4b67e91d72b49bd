import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { calendarOf, findCalendar } from '../../runtime/people/calendars.ts'
import { CalendarBody, CalendarView } from './schema.ts'

const path = '/api/bpm/v1/calendar'
const tags = ['calendar']

/** The calendar on which a tenant's due dates and other working times are counted. */
export function addCalendarRoutes(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'getCalendar',
        summary: 'When the tenant works',
        tags,
        response: { 200: CalendarView },
      },
    },
    async (request, reply) => {
      const calendar = await viewCalendar(deps, userOf(request).tenantId)
      tagRevision(reply, calendar)
      return calendar
    },
  )

  app.put(
    path,
    {
      config: { caller: 'user', permission: 'bpm:calendar:write' },
      schema: {
        operationId: 'replaceCalendar',
        summary: 'Replace the calendar; times already worked out stay',
        tags,
        body: CalendarBody,
        response: { 200: CalendarView },
      },
    },
    async (request, reply) => {
      const by = userOf(request)
      const { replaceCalendar } = await import('./replace.ts')
      await replaceCalendar(deps, by, request.body, readRevision(request, request.body.revision))
      const calendar = await viewCalendar(deps, by.tenantId)
      tagRevision(reply, calendar)
      return calendar
    },
  )
}

async function viewCalendar({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<CalendarView> {
  const set = await findCalendar(db, tenantId)
  const { timeZone, hours, holidays, workdays } = set ?? (await calendarOf(db, tenantId))
  return {
    timeZone,
    hours: [...hours],
    holidays: [...holidays],
    workdays: [...workdays],
    revision: set?.revision ?? 0,
    updatedAt: set?.updatedAt.toISOString() ?? null,
  }
}
