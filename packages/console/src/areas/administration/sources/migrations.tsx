import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { Icon } from '../../../shared/icon.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { Tag, type Tone } from '../../../shared/status-badge.tsx'
import { Since } from '../../../shared/time-text.tsx'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { formatNumber } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { formatBytes } from '../../../text/sizes.ts'
import { migrationsQuery, type Migration, type Source } from '../queries.ts'

const tones: Readonly<Record<Migration['status'], Tone>> = {
  RUNNING: 'info',
  STOPPED: 'warn',
  DONE: 'good',
  INCOMPLETE: 'bad',
  RELEASED: 'plain',
}

/** What moves or was moved between sources, and how far it is. Without any, nothing is shown. */
export function Migrations({ sources }: { readonly sources: readonly Source[] }) {
  const { t } = useTranslation('administration')
  const answers = useQueries({ queries: sources.map(({ id }) => migrationsQuery(id)) })
  const migrations = answers
    .flatMap(({ data }) => data ?? [])
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const failed = answers.find(({ isLoadingError }) => isLoadingError)
  if (migrations.length === 0 && failed === undefined) return null
  const nameOf = (id: string) => sources.find((source) => source.id === id)?.name ?? id
  return (
    <Panel label={t('migrations.title')}>
      <Title order={2} size="h4" mb="md">
        {t('migrations.title')}
      </Title>
      <Stack gap="lg">
        {failed !== undefined && (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        )}
        {migrations.map((migration) => (
          <Line
            key={migration.id}
            migration={migration}
            name={t('migrations.name', {
              from: nameOf(migration.sourceId),
              to: nameOf(migration.targetId),
            })}
          />
        ))}
      </Stack>
    </Panel>
  )
}

function Line({ migration, name }: { readonly migration: Migration; readonly name: string }) {
  const { t } = useTranslation('administration')
  const { status, progress, obstacle, createdAt, objects } = migration
  const { doneObjects, totalObjects, doneBytes, totalBytes } = progress
  const part = totalBytes === 0 ? 100 : (100 * doneBytes) / totalBytes
  return (
    <div role="group" aria-label={name}>
      <Group justify="space-between" mb={4}>
        <Group gap="xs">
          <strong>{name}</strong>
          <Tag tone={tones[status]}>{t(`migrations.status.${status}`)}</Tag>
          <Text size="sm" c="var(--console-soft)" component="div">
            <Since time={createdAt} />
          </Text>
        </Group>
        <Steps migration={migration} />
      </Group>
      <Progress
        value={part}
        aria-label={t('migrations.progress')}
        animated={status === 'RUNNING'}
      />
      <Text size="sm" c="var(--console-soft)" mt={4}>
        {t('migrations.done', {
          done: formatNumber(doneObjects),
          total: formatNumber(totalObjects),
          doneSize: formatBytes(doneBytes),
          totalSize: formatBytes(totalBytes),
        })}
        {objects.failed > 0 &&
          ` · ${t('migrations.failed', { number: formatNumber(objects.failed) })}`}
      </Text>
      {obstacle !== null && (
        <Alert mt="xs" color="yellow" icon={<Icon name="alert" />} title={t('migrations.waits')}>
          {obstacle.reason} · <Since time={obstacle.since} />
        </Alert>
      )}
    </div>
  )
}

/** Stops it, goes on with it, or gives up the old copies, which cannot be taken back. */
function Steps({ migration }: { readonly migration: Migration }) {
  const { t } = useTranslation('administration')
  const [isReleasing, setIsReleasing] = useState(false)
  const { status } = migration
  const run = useChange({
    key: ['dms', 'sources'],
    done: t('done'),
    change: (step: Step) => takeStep(migration, step),
    onDone: () => setIsReleasing(false),
  })
  const act = (step: 'stop' | 'resume') => run.mutate(step, { onError: notifyProblem })
  const mayGoOn = status === 'STOPPED' || status === 'INCOMPLETE'
  return (
    <Group gap="xs">
      {status === 'RUNNING' && (
        <Button variant="default" size="xs" loading={run.isPending} onClick={() => act('stop')}>
          {t('migrations.stop')}
        </Button>
      )}
      {mayGoOn && (
        <Button variant="default" size="xs" loading={run.isPending} onClick={() => act('resume')}>
          {t('migrations.goOn')}
        </Button>
      )}
      {(mayGoOn || status === 'DONE') && (
        <Button variant="subtle" color="red" size="xs" onClick={() => setIsReleasing(true)}>
          {t('migrations.release')}
        </Button>
      )}
      {isReleasing && (
        <ConfirmDialog
          opened
          danger
          title={t('migrations.release')}
          text={t('migrations.releaseText')}
          confirm={t('migrations.release')}
          isRunning={run.isPending}
          error={run.error}
          onConfirm={() => run.mutate('release')}
          onClose={() => setIsReleasing(false)}
        />
      )}
    </Group>
  )
}

type Step = 'stop' | 'resume' | 'release'

/** To go on is to start the same migration again. */
async function takeStep({ id, sourceId, targetId }: Migration, step: Step): Promise<void> {
  if (step === 'resume') {
    const begin = { params: { path: { sourceId } }, body: { targetId } }
    await unwrap(dms.POST('/api/dms/storage-sources/{sourceId}/migrations', begin))
    return
  }
  const at = `/api/dms/storage-sources/{sourceId}/migrations/{migrationId}/${step}` as const
  await unwrap(dms.POST(at, { params: { path: { sourceId, migrationId: id } } }))
}
