import { Group, Text } from '@mantine/core'
import { Tag } from '../../shared/status-badge.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { formatNumber } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './applications.module.css'
import type { Attempt } from './queries.ts'

const maxShown = 1024
const outcomes = [
  'delivered',
  'rewound',
  'refused',
  'failed',
  'timeout',
  'unreachable',
  'broken_off',
  'address_forbidden',
  'blocked',
] as const

const isKnown = (outcome: string): outcome is (typeof outcomes)[number] =>
  outcomes.some((known) => known === outcome)

/** When it was tried, how long it took, and how the answer began: as text, whatever it was. */
export function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useTranslation('applications')
  const { attemptedAt, durationMs, outcome, httpStatus, responseExcerpt } = attempt
  const tone = outcome === 'delivered' ? 'good' : 'bad'
  const duration = formatNumber(durationMs, { style: 'unit', unit: 'millisecond' })
  return (
    <>
      <Group gap="xs">
        <Tag tone={outcome === 'rewound' ? 'warn' : tone}>
          {isKnown(outcome) ? t(`delivery.outcome.${outcome}`) : outcome}
        </Tag>
        {httpStatus !== null && <Text size="sm">HTTP {httpStatus}</Text>}
        <Text size="sm" c="var(--console-soft)" component="div">
          <Moment time={attemptedAt} /> · {duration}
        </Text>
      </Group>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <pre className={classes.text} tabIndex={0} role="region" aria-label={t('delivery.answer')}>
          {responseExcerpt.slice(0, maxShown)}
        </pre>
      )}
      {httpStatus !== null && responseExcerpt === null && (
        <Text size="sm" c="var(--console-soft)">
          {t('delivery.answerHidden')}
        </Text>
      )}
    </>
  )
}
