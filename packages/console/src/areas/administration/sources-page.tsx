import { Button, Group, Menu, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dms, unwrap } from '../../api/clients.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { DataTable, type Column } from '../../shared/data-table.tsx'
import { dropEmpty } from '../../shared/drop-empty.ts'
import { ErrorState } from '../../shared/error-state.tsx'
import { Icon } from '../../shared/icon.tsx'
import { notifyDone, notifyProblem } from '../../shared/notify.ts'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { Tag } from '../../shared/status-badge.tsx'
import { useFields } from '../../shared/use-fields.ts'
import { sourcesQuery, type Source } from './queries.ts'
import { useChange } from '../../shared/use-change.ts'

/** Where the bytes of documents lie. History stays where it is; the default takes what is new. */
export function SourcesPage() {
  const { t } = useTranslation('administration')
  const sources = useQuery(sourcesQuery)
  const [isMaking, setIsMaking] = useState(false)
  const columns = useColumns(sources.data ?? [])
  return (
    <Page>
      <PageHeader
        title={t('sources.title')}
        lead={t('sources.lead')}
        actions={<Button onClick={() => setIsMaking(true)}>{t('sources.new')}</Button>}
      />
      {sources.isError ? (
        <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
      ) : (
        <DataTable
          inline
          label={t('sources.title')}
          columns={columns}
          rows={sources.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isLoading={sources.isPending}
        />
      )}
      {isMaking && <NewSourceDialog onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

function useColumns(sources: readonly Source[]): readonly Column<Source>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 2fr)',
        cell: ({ name, isDefault }) => (
          <Group gap="xs">
            <strong>{name}</strong>
            {isDefault && <Tag tone="info">{t('sources.default')}</Tag>}
          </Group>
        ),
      },
      {
        id: 'place',
        header: t('sources.place'),
        width: 'minmax(10rem, 2fr)',
        wideOnly: true,
        cell: ({ kind, endpoint, bucket }) =>
          kind === 'filesystem' ? t('sources.kind.filesystem') : `${endpoint} · ${bucket}`,
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '9rem',
        cell: ({ status }) => (
          <Tag tone={status === 'ACTIVE' ? 'good' : 'plain'}>{t(`sources.status.${status}`)}</Tag>
        ),
      },
      {
        id: 'actions',
        header: '',
        width: '4rem',
        align: 'end',
        cell: (source) => <SourceMenu source={source} others={sources} />,
      },
    ],
    [t, sources],
  )
}

type Step = 'check' | 'default' | 'READ_ONLY' | 'ACTIVE'

function SourceMenu(props: { readonly source: Source; readonly others: readonly Source[] }) {
  const { t } = useTranslation('administration')
  const { source } = props
  const [isMigrating, setIsMigrating] = useState(false)
  const run = useChange({
    key: ['dms', 'sources'],
    change: (step: Step) => takeStep(source, step),
    onDone: (report) => {
      if (report === undefined) notifyDone(t('done'))
      else if (report.ok) notifyDone(t('sources.works'))
      else notifyProblem(new Error(report.detail ?? t('sources.broken')))
    },
  })
  const act = (step: Step) => run.mutate(step, { onError: notifyProblem })
  const targets = props.others.filter(({ id, status }) => id !== source.id && status === 'ACTIVE')
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('sources.actions', { name: source.name })}
            loading={run.isPending}
          >
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => act('check')}>{t('sources.check')}</Menu.Item>
          {!source.isDefault && source.status === 'ACTIVE' && (
            <Menu.Item onClick={() => act('default')}>{t('sources.makeDefault')}</Menu.Item>
          )}
          {!source.isDefault && (
            <Menu.Item onClick={() => act(source.status === 'ACTIVE' ? 'READ_ONLY' : 'ACTIVE')}>
              {t(source.status === 'ACTIVE' ? 'sources.stop' : 'sources.resume')}
            </Menu.Item>
          )}
          {targets.length > 0 && (
            <Menu.Item onClick={() => setIsMigrating(true)}>{t('sources.migrate')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isMigrating && (
        <MigrationDialog source={source} targets={targets} onClose={() => setIsMigrating(false)} />
      )}
    </>
  )
}

async function takeStep({ id, revision }: Source, step: Step) {
  const params = { path: { sourceId: id } }
  if (step === 'check') {
    return unwrap(dms.POST('/api/dms/storage-sources/{sourceId}/check', { params }))
  }
  if (step === 'default') {
    await unwrap(dms.POST('/api/dms/storage-sources/{sourceId}/default', { params }))
  } else {
    const body = { status: step, revision }
    await unwrap(dms.PATCH('/api/dms/storage-sources/{sourceId}', { params, body }))
  }
  return undefined
}

/** Moves what lies in a source to another one: copied, checked, switched; the old stays until told. */
function MigrationDialog(props: {
  readonly source: Source
  readonly targets: readonly Source[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { source, targets, onClose } = props
  const [targetId, setTargetId] = useState(targets[0]?.id ?? null)
  const begin = useChange({
    key: ['dms', 'sources'],
    done: t('sources.migrating'),
    change: (id: string) =>
      unwrap(
        dms.POST('/api/dms/storage-sources/{sourceId}/migrations', {
          params: { path: { sourceId: source.id } },
          body: { targetId: id },
        }),
      ),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      title={t('sources.migrate')}
      text={t('sources.migrateText', { name: source.name })}
      confirm={t('sources.migrate')}
      isRunning={begin.isPending}
      error={begin.error}
      onConfirm={() => {
        if (targetId !== null) begin.mutate(targetId)
      }}
      onClose={onClose}
    >
      <Select
        label={t('sources.target')}
        data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        value={targetId}
        onChange={setTargetId}
        allowDeselect={false}
      />
    </ConfirmDialog>
  )
}

const initial = {
  name: '',
  kind: 's3' as string,
  endpoint: '',
  region: '',
  bucket: '',
  basePath: '',
  credentialsRef: '',
}

function NewSourceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const make = useChange({
    key: ['dms', 'sources'],
    done: t('saved'),
    change: ({ name, kind, ...rest }: typeof initial) =>
      unwrap(
        dms.POST('/api/dms/storage-sources', {
          body: { name, kind: kind === 's3' ? 's3' : 'filesystem', ...dropEmpty(rest) },
        }),
      ),
    onDone: onClose,
  })
  const fields = useFields(initial, make.error)
  return (
    <ConfirmDialog
      opened
      title={t('sources.new')}
      text=""
      confirm={t('save')}
      isRunning={make.isPending}
      error={fields.formError}
      onConfirm={() => make.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <TextInput {...fields.text('name')} label={t('field.name')} required data-autofocus />
        <Select
          label={t('sources.kindOf')}
          data={(['s3', 'filesystem'] as const).map((value) => ({
            value,
            label: t(`sources.kind.${value}`),
          }))}
          value={fields.values.kind}
          onChange={(kind) => fields.set('kind', kind ?? 's3')}
          allowDeselect={false}
        />
        {fields.values.kind === 's3' && (
          <>
            <TextInput {...fields.text('endpoint')} label={t('sources.endpoint')} required />
            <TextInput {...fields.text('region')} label={t('sources.region')} />
            <TextInput {...fields.text('bucket')} label={t('sources.bucket')} required />
            <TextInput
              {...fields.text('credentialsRef')}
              label={t('sources.credentialsRef')}
              description={t('sources.credentialsHint')}
              required
            />
          </>
        )}
        <TextInput {...fields.text('basePath')} label={t('sources.basePath')} />
      </Stack>
    </ConfirmDialog>
  )
}
