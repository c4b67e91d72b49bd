import type { components } from '@countersign/client/bpm'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import { Icon } from '../../shared/icon.tsx'
import { Since } from '../../shared/time-text.tsx'
import { notifyDone, notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { failingStartsQuery } from './queries.ts'

type Schedule = components['schemas']['StartSchedule']

/** Approvals whose time has come and that could not be started: they belong to no approval. Nothing where all could. */
export function FailingStarts() {
  const { t } = useTranslation('incidents')
  const { data } = useQuery(failingStartsQuery)
  const failing = data?.items ?? []
  if (failing.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert" />} title={t('starts.title')}>
      <Stack gap="xs">
        {failing.map((schedule) => (
          <FailingStart key={schedule.id} schedule={schedule} />
        ))}
      </Stack>
    </Alert>
  )
}

/** Codes that have words of ours; of others the service tells. */
const why: ReadonlyMap<string, 'initiator' | 'refused' | 'values' | 'stuck'> = new Map([
  ['bpm.start_initiator_unknown', 'initiator'],
  ['bpm.start_by_time_refused', 'refused'],
  ['bpm.variables_invalid', 'values'],
  ['bpm.process_stuck', 'stuck'],
])

function FailingStart({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('incidents')
  const queries = useQueryClient()
  const { id, definition, dueAt, code, error } = schedule
  const { name } = definition
  const known = why.get(code ?? '')
  const retry = useMutation({
    mutationFn: () =>
      unwrap(bpm.POST('/api/bpm/v1/start-schedules/{id}/retry', { params: { path: { id } } })),
    onSuccess: () => notifyDone(t('starts.started', { name })),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: incidentsKey }),
  })
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        <strong>{name}</strong> · {dueAt !== null && <Since time={dueAt} />} ·{' '}
        {known === undefined ? error : t(`starts.why.${known}`)}
      </Text>
      <Button
        size="xs"
        variant="default"
        aria-label={t('retryOf', { title: name })}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t('retry')}
      </Button>
    </Group>
  )
}
