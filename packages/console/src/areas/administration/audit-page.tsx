import { Code, Modal, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchText } from '../../shared/form/use-search-text.ts'
import { DataTable, type Column } from '../../shared/list/data-table.tsx'
import { usePages } from '../../shared/list/use-pages.ts'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useNames } from '../../shared/people/people.ts'
import { Tag } from '../../shared/status-badge.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { auditQuery } from './queries.ts'

type Entry = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof auditQuery>['queryFn']>>>
>['items'][number]

/** Sign-ins, failures and changes: who, what, from where. */
export function AuditPage() {
  const { t } = useTranslation('administration')
  const { t: common } = useTranslation('common')
  const [action, setAction] = useState('')
  const search = useSearchText(action, setAction)
  const audit = useInfiniteQuery(auditQuery(action === '' ? undefined : action))
  const { rows, onEnd } = usePages(audit)
  const columns = useColumns(rows)
  const [cursor, setCursor] = useState(-1)
  const [opened, setOpened] = useState<Entry>()
  return (
    <Page fill>
      <PageHeader title={t('audit.title')} lead={t('audit.lead')} />
      <TextInput
        {...search}
        aria-label={t('audit.action')}
        placeholder={t('audit.filter')}
        maw="24rem"
      />
      {audit.isError ? (
        <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
      ) : (
        <DataTable
          label={t('audit.title')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={(entry) => entry.action}
          isLoading={audit.isPending}
          onOpen={setOpened}
          cursor={cursor}
          onCursor={setCursor}
          onEnd={onEnd}
          empty={<EmptyState icon="list" title={t('audit.none')} />}
        />
      )}
      {opened !== undefined && (
        <Modal
          opened
          onClose={() => setOpened(undefined)}
          title={opened.action}
          size="lg"
          closeButtonProps={{ 'aria-label': common('action.close') }}
        >
          <Code block>{JSON.stringify(opened, null, 2)}</Code>
        </Modal>
      )}
    </Page>
  )
}

function useColumns(rows: readonly Entry[]): readonly Column<Entry>[] {
  const { t } = useTranslation('administration')
  const nameOf = useNames(rows.map(({ actorId }) => actorId))
  return useMemo(
    () => [
      {
        id: 'time',
        header: t('audit.time'),
        width: '13.5rem',
        narrowWidth: '12.5rem',
        cell: ({ occurredAt }) => <Moment time={occurredAt} />,
      },
      {
        id: 'action',
        header: t('audit.action'),
        width: 'minmax(10rem, 2fr)',
        cell: (entry) => <code>{entry.action}</code>,
      },
      {
        id: 'actor',
        header: t('audit.actor'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: ({ actorId, actorKind }) =>
          actorId === null ? t(`audit.kind.${actorKind}`) : nameOf(actorId),
      },
      {
        id: 'outcome',
        header: t('audit.outcome'),
        width: '8rem',
        wideOnly: true,
        cell: ({ outcome }) => (
          <Tag tone={outcome === 'success' ? 'good' : 'bad'}>{t(`audit.result.${outcome}`)}</Tag>
        ),
      },
      {
        id: 'address',
        header: t('audit.address'),
        width: '9rem',
        wideOnly: true,
        cell: ({ address }) => address ?? '',
      },
    ],
    [t, nameOf],
  )
}
