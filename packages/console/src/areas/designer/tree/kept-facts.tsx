import type { ApproveStep, TreeStep, TreeTime } from '@countersign/contracts'
import { List, Stack, Text } from '@mantine/core'
import { formatDay } from '../../../text/format.ts'
import { type Say, useTranslation } from '../../../text/i18n.ts'

type Words = Say<'designer'>

/** What a step says that has no form yet. It stays as it is, and nobody takes it for gone. */
export function KeptFacts({ step }: { readonly step: TreeStep }) {
  const { t } = useTranslation('designer')
  const facts = factsOf(step, t)
  if (facts.length === 0) return null
  return (
    <Stack gap={4} role="group" aria-label={t('facts.title')}>
      <Text size="sm" fw={600}>
        {t('facts.title')}
      </Text>
      <List size="sm">
        {facts.map((fact) => (
          <List.Item key={fact}>{fact}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

function factsOf(step: TreeStep, t: Words): readonly string[] {
  if (step.type === 'approve')
    return [...actionWords(step, t), ...fieldWords(step, t), ...timeWords(step, t)]
  if (step.type !== 'call') return []
  return [
    ...(step.in ?? []).map((one) => t('facts.in', { ...one })),
    ...(step.out ?? []).map((one) => t('facts.out', { ...one })),
  ]
}

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
