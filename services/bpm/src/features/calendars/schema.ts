import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

const Day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, examples: ['2026-10-01'] })
const days = (description: string) =>
  Type.Array(Day, { maxItems: 2000, uniqueItems: true, description })

const Hours = closed({
  day: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday, 7 is Sunday.' }),
  from: Type.String({ pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d$`, examples: ['09:00'] }),
  to: Type.String({
    pattern: String.raw`^(([01]\d|2[0-3]):[0-5]\d|24:00)$`,
    examples: ['17:30'],
    description: 'After `from`, on the same day; `24:00` is its end.',
  }),
})

const fields = {
  timeZone: Type.String({
    minLength: 1,
    maxLength: 100,
    examples: ['Asia/Shanghai'],
    description: 'Name in the IANA time zone database.',
  }),
  hours: Type.Array(Hours, { minItems: 1, maxItems: 50 }),
  holidays: days('Days on which nobody works.'),
  workdays: days('Days that are worked as a Monday is, though their weekday has no hours.'),
}

export const CalendarBody = closed({
  ...fields,
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type CalendarBody = Static<typeof CalendarBody>

export const CalendarView = closed(
  { ...fields, revision: Type.Integer(), updatedAt: Nullable(Timestamp) },
  { description: 'Revision 0 is the calendar of a tenant that has set none.' },
)
export type CalendarView = Static<typeof CalendarView>
