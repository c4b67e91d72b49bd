import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, unwrap } from '../../api/clients.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import { Icon } from '../../shared/icon.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { Since } from '../../shared/time-text.tsx'
import { notifyDone, notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { fromSchedule, fromSignal, type FailedStart } from './failed-start.ts'
import { failingSignalStartsQuery, failingStartsQuery } from './queries.ts'
import { SkipDialog } from './skip-dialog.tsx'

/** Approvals whose time or signal has come and that could not be started: they belong to no approval. Nothing where all could. */
export function FailingStarts() {
  const byTime = useInfiniteQuery(failingStartsQuery)
  const bySignal = useInfiniteQuery(failingSignalStartsQuery)
  const failing = [
    ...itemsOf(byTime.data).map(fromSchedule),
    ...itemsOf(bySignal.data).map(fromSignal),
  ]
  const lists = [byTime, bySignal]
  const failed = lists.find(({ isLoadingError }) => isLoadingError)
  return (
    <>
      {failed !== undefined && (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {failing.length > 0 && (
        <Failing starts={failing} unread={lists.filter(({ hasNextPage }) => hasNextPage)} />
      )}
    </>
  )
}

interface Unread {
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

function Failing(props: {
  readonly starts: readonly FailedStart[]
  readonly unread: readonly Unread[]
}) {
  const { t } = useTranslation('incidents')
  const { starts, unread } = props
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert" />} title={t('starts.title')}>
      <Stack gap="xs">
        {starts.map((start) => (
          <FailingStart key={start.id} start={start} />
        ))}
      </Stack>
      {unread.length > 0 && (
        <Button
          variant="default"
          mt="md"
          loading={unread.some(({ isFetchingNextPage }) => isFetchingNextPage)}
          onClick={() => {
            for (const list of unread) void list.fetchNextPage()
          }}
        >
          {t('common:action.loadMore')}
        </Button>
      )}
    </Alert>
  )
}

const itemsOf = <Item,>(
  data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined,
): readonly Item[] => data?.pages.flatMap(({ items }) => items) ?? []

/** Codes that have words of ours; of others the service tells. */
const why: ReadonlyMap<string, 'initiator' | 'refused' | 'refusedSignal' | 'values' | 'stuck'> =
  new Map([
    ['bpm.start_initiator_unknown', 'initiator'],
    ['bpm.start_by_time_refused', 'refused'],
    ['bpm.start_by_signal_refused', 'refusedSignal'],
    ['bpm.variables_invalid', 'values'],
    ['bpm.process_stuck', 'stuck'],
  ])

function FailingStart({ start }: { readonly start: FailedStart }) {
  const { t } = useTranslation('incidents')
  const [isSkipping, setSkipping] = useState(false)
  const { name, dueAt, signal, code, error } = start
  const known = why.get(code ?? '')
  const retry = useRetryStart(start)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        <strong>{name}</strong> · {dueAt !== null && <Since time={dueAt} />} ·{' '}
        {signal !== undefined && `${t('starts.bySignal', { signal })} · `}
        {known === undefined ? error : t(`starts.why.${known}`)}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          aria-label={t('retryOf', { title: name })}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('retry')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('starts.skipOf', { title: name })}
          onClick={() => setSkipping(true)}
        >
          {t('starts.skip')}
        </Button>
      </Group>
      {isSkipping && <SkipDialog start={start} onClose={() => setSkipping(false)} />}
    </Group>
  )
}

function useRetryStart({ id, kind, name }: FailedStart) {
  const { t } = useTranslation('incidents')
  const queries = useQueryClient()
  const params = { path: { id } }
  return useMutation({
    mutationFn: (): Promise<object> =>
      kind === 'time'
        ? unwrap(bpm.POST('/api/bpm/v1/start-schedules/{id}/retry', { params }))
        : unwrap(bpm.POST('/api/bpm/v1/signal-starts/{id}/retry', { params })),
    onSuccess: () => notifyDone(t('starts.started', { name })),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: incidentsKey }),
  })
}
