import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { useSearchText } from '../../../shared/form/use-search-text.ts'
import { Icon } from '../../../shared/icon.tsx'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { useServiceOrder, type SortedColumn } from '../../../shared/list/service-order.ts'
import { usePages } from '../../../shared/list/use-pages.ts'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { Since } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { usersQuery, type User } from '../queries.ts'
import { InviteDialog, OpenInvitations } from './invitations.tsx'
import { NewPersonDialog } from './new-person-dialog.tsx'
import { StatusTag } from '../status-tag.tsx'

/** The accounts of the tenant. */
export function PeoplePage() {
  const { t } = useTranslation('administration')
  const [q, setQ] = useState('')
  const search = useSearchText(q, setQ)
  const [opened, setOpened] = useState<'new' | 'invite'>()
  return (
    <Page fill>
      <PageHeader
        title={t('people.title')}
        lead={t('people.lead')}
        actions={<NewPeople onOpen={setOpened} />}
      />
      <TextInput
        {...search}
        type="search"
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        leftSection={<Icon name="search" size={18} />}
        maw="32rem"
      />
      <OpenInvitations />
      <PeopleTable q={q} />
      {opened === 'new' && <NewPersonDialog onClose={() => setOpened(undefined)} />}
      {opened === 'invite' && <InviteDialog onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

/** Two ways for somebody to come in: invited, or with an account made for them. */
function NewPeople({ onOpen }: { readonly onOpen: (dialog: 'new' | 'invite') => void }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:user:write')
  const mayInvite = useMay('iam:member:write')
  return (
    <>
      {mayInvite && (
        <Button variant="default" onClick={() => onOpen('invite')}>
          {t('invitations.new')}
        </Button>
      )}
      {mayWrite && <Button onClick={() => onOpen('new')}>{t('people.new')}</Button>}
    </>
  )
}

function PeopleTable({ q }: { readonly q: string }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const columns = useColumns()
  const users = useInfiniteQuery(usersQuery(q === '' ? undefined : q, useServiceOrder(columns)))
  const { rows, paged } = usePages(users, 'id')
  const [cursor, setCursor] = useState(-1)
  const open = ({ id }: User) => void navigate({ to: '/people/$userId', params: { userId: id } })
  if (users.isError && rows.length === 0) {
    return <ErrorState error={users.error} onRetry={() => void users.refetch()} />
  }
  return (
    <DataTable
      label={t('people.title')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ displayName }) => displayName}
      isLoading={users.isPending}
      onOpen={open}
      cursor={cursor}
      onCursor={setCursor}
      {...paged}
      empty={<EmptyState icon="users" title={t('people.none')} />}
    />
  )
}

type Order = 'displayName' | 'username' | 'status' | 'createdAt'

function useColumns(): readonly SortedColumn<User, Order>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 2fr)',
        cell: ({ displayName }) => <strong>{displayName}</strong>,
        sortedAs: 'displayName',
      },
      {
        id: 'username',
        header: t('field.username'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: ({ username }) => username,
        sortedAs: 'username',
      },
      {
        id: 'email',
        header: t('field.email'),
        width: 'minmax(10rem, 2fr)',
        wideOnly: true,
        cell: ({ email }) => email ?? '',
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '9rem',
        narrowWidth: '5.5rem',
        cell: ({ status }) => <StatusTag status={status} />,
        sortedAs: 'status',
      },
      {
        id: 'created',
        header: t('field.created'),
        width: '9rem',
        wideOnly: true,
        cell: ({ createdAt }) => <Since time={createdAt} />,
        sortedAs: 'createdAt',
      },
    ],
    [t],
  )
}
