import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { DataTable, type Column } from '../../../shared/list/data-table.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { KeyPicture } from './key-picture.tsx'
import { keysQuery, type SigningKey } from '../queries.ts'

const tones = { next: 'info', current: 'good', previous: 'plain', withdrawn: 'bad' } as const

/** The keys that sign tokens: rotated now and then, withdrawn when one is lost. */
export function KeysPage() {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:key:write')
  const keys = useQuery(keysQuery)
  const [asked, setAsked] = useState<'rotate' | SigningKey>()
  const columns = useColumns(mayWrite ? setAsked : undefined)
  const rotate = mayWrite && (
    <Button onClick={() => setAsked('rotate')}>{t('keys.rotate.title')}</Button>
  )
  return (
    <Page>
      <PageHeader title={t('keys.title')} lead={t('keys.lead')} actions={rotate} />
      {keys.isLoadingError ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <>
          {keys.data !== undefined && <KeyPicture keys={keys.data} />}
          <DataTable
            inline
            label={t('keys.title')}
            columns={columns}
            rows={keys.data ?? []}
            keyOf={({ kid }) => kid}
            nameOf={({ kid }) => kid}
            isLoading={keys.isPending}
          />
        </>
      )}
      {asked !== undefined && <KeyDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function useColumns(
  onWithdraw: ((key: SigningKey) => void) | undefined,
): readonly Column<SigningKey>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'kid',
        header: t('keys.kid'),
        width: 'minmax(12rem, 2fr)',
        cell: ({ kid }) => <code>{kid}</code>,
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '9rem',
        narrowWidth: '5.5rem',
        cell: ({ status }) => <Tag tone={tones[status]}>{t(`keys.status.${status}`)}</Tag>,
      },
      ...lifeColumns(t),
      {
        id: 'actions',
        header: t('people.actions'),
        width: '9rem',
        narrowWidth: '6rem',
        align: 'end',
        cell: (key) =>
          onWithdraw !== undefined &&
          key.status !== 'withdrawn' && <WithdrawButton onClick={() => onWithdraw(key)} />,
      },
    ],
    [t, onWithdraw],
  )
}

type Translate = ReturnType<typeof useTranslation<'administration'>>['t']

/** The same that the picture shows. */
const lifeColumns = (t: Translate): readonly Column<SigningKey>[] => [
  {
    id: 'created',
    header: t('keys.created'),
    width: '13.5rem',
    wideOnly: true,
    cell: ({ createdAt }) => <Moment time={createdAt} />,
  },
  {
    id: 'activated',
    header: t('keys.activated'),
    width: '13.5rem',
    wideOnly: true,
    cell: ({ activatedAt }) => (activatedAt === null ? '' : <Moment time={activatedAt} />),
  },
  {
    id: 'until',
    header: t('keys.until'),
    width: '13.5rem',
    wideOnly: true,
    cell: ({ publishedUntil }) => (publishedUntil === null ? '' : <Moment time={publishedUntil} />),
  },
]

function WithdrawButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('administration')
  return (
    <Button variant="subtle" color="red" size="compact-sm" onClick={onClick}>
      {t('keys.withdraw.title')}
    </Button>
  )
}

function KeyDialog(props: { readonly asked: 'rotate' | SigningKey; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { asked, onClose } = props
  const action = asked === 'rotate' ? 'rotate' : 'withdraw'
  const run = useChange({
    key: ['iam', 'keys'],
    done: t('done'),
    change: () =>
      asked === 'rotate'
        ? unwrap(iam.POST('/api/iam/v1/keys/rotate'))
        : unwrap(
            iam.POST('/api/iam/v1/keys/{kid}/withdraw', { params: { path: { kid: asked.kid } } }),
          ),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      danger={action === 'withdraw'}
      title={t(`keys.${action}.title`)}
      text={t(`keys.${action}.text`)}
      confirm={t(`keys.${action}.title`)}
      isRunning={run.isPending}
      error={run.error}
      onConfirm={() => run.mutate(undefined)}
      onClose={onClose}
    />
  )
}
