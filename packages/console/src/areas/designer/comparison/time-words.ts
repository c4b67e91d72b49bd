import type { ApproveStep, TreeTime } from '@countersign/contracts'
import { formatDay } from '../../../text/format.ts'
import type { Say } from '../../../text/i18n.ts'

type Words = Say<'designer'>

/** What nobody may do at a step. */
export function actionWords(
  { forbid = [] }: Pick<ApproveStep, 'forbid'>,
  t: Words,
): readonly string[] {
  if (forbid.length === 0) return []
  const names = forbid.map((one) => t(`facts.action.${one as 'reject'}`, { defaultValue: one }))
  return [t('facts.forbid', { actions: names.join(t('facts.and')) })]
}

/** Which values are seen at a step, and which may be changed. */
export const fieldWords = (
  { fields = [] }: Pick<ApproveStep, 'fields'>,
  t: Words,
): readonly string[] => fields.map(({ name, access }) => t(`facts.field.${access}`, { name }))

/** When a step is due, and what happens then. */
export function timeWords(
  { due, remind, escalate, timeout }: Pick<ApproveStep, 'due' | 'remind' | 'escalate' | 'timeout'>,
  t: Words,
): readonly string[] {
  const facts: string[] = []
  if (due?.decision !== undefined) facts.push(t('facts.dueByTable', { table: due.decision }))
  else if (due !== undefined) facts.push(t('facts.due', { when: whenOf(due, t) }))
  if (remind !== undefined) {
    facts.push(t('facts.remind', { when: whenOf(remind, t), count: remind.times ?? 1 }))
  }
  if (escalate !== undefined) {
    const people = escalate.candidates.map(({ kind, ref, name }) =>
      [t(`candidates.kind.${kind}`), ref ?? name].filter(Boolean).join(' '),
    )
    const when = whenOf(escalate, t)
    facts.push(t('facts.escalate', { when, people: people.join(t('facts.and')) }))
  }
  if (timeout !== undefined) {
    facts.push(t(`facts.timeout.${timeout.result ?? 'none'}`, { when: whenOf(timeout, t) }))
  }
  return facts
}

/** A moment as it is read, a duration in units that people count in, and anything else as it is written. */
function whenOf({ in: duration, at, calendar }: TreeTime, t: Words): string {
  if (at !== undefined) return t('facts.at', { moment: /^\d{4}-/.test(at) ? formatDay(at) : at })
  const [, days, hours, minutes] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration ?? '') ?? []
  const parts = [
    ...(days === undefined ? [] : [t('facts.days', { count: Number(days) })]),
    ...(hours === undefined ? [] : [t('facts.hours', { count: Number(hours) })]),
    ...(minutes === undefined ? [] : [t('facts.minutes', { count: Number(minutes) })]),
  ]
  const time = parts.length === 0 ? (duration ?? '') : parts.join(' ')
  return calendar === 'working' ? t('facts.working', { time }) : t('facts.after', { time })
}
