import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../text/format.ts'
import { Since } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { expectedEndQuery, type ProcessInstance } from './queries.ts'

/** When a running approval will probably be decided, and by what that is told; nothing where nobody can tell. */
export function ExpectedEnd({ instance }: { readonly instance: ProcessInstance }) {
  const { t } = useTranslation('approvals')
  const isRunning = instance.status === 'RUNNING'
  const { data } = useQuery({ ...expectedEndQuery(instance.id), enabled: isRunning })
  if (!isRunning || data === undefined) return null
  const { expectedEnd, reason } = data
  if (expectedEnd === null) {
    if (reason !== 'longer_than_usual') return null
    return (
      <Text size="sm" c="var(--console-soft)">
        {t('expectedEnd.longer')}
      </Text>
    )
  }
  const { medianAt, p90At, basis } = expectedEnd
  const { approvals: count, node } = basis
  const since = formatDay(basis.since)
  return (
    <Text size="sm" c="var(--console-soft)">
      {t('expectedEnd.median')} <Since time={medianAt} /> · {t('expectedEnd.p90')}{' '}
      <Since time={p90At} />
      <br />
      {node === null
        ? t('expectedEnd.byProcess', { count, since })
        : t('expectedEnd.byStep', { count, since, name: node.name })}
    </Text>
  )
}
