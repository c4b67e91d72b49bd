import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { DataTable, type Column } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { rolesQuery, type Role } from '../queries.ts'
import { RoleDialog } from './role-dialog.tsx'

/** Roles and what they permit. */
export function RolesPage() {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:role:write')
  const roles = useQuery(rolesQuery)
  const columns = useColumns()
  const [edited, setEdited] = useState<Role | 'new'>()
  // As it was read last: somebody else may have saved it since it was opened.
  const role =
    edited === 'new' ? undefined : (roles.data?.find(({ id }) => id === edited?.id) ?? edited)
  const [cursor, setCursor] = useState(-1)
  const make = mayWrite && <Button onClick={() => setEdited('new')}>{t('roles.new')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('roles.title')} lead={t('roles.lead')} actions={make} />
      {roles.isLoadingError ? (
        <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
      ) : (
        <DataTable
          label={t('roles.title')}
          columns={columns}
          rows={roles.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isLoading={roles.isPending}
          onOpen={setEdited}
          cursor={cursor}
          onCursor={setCursor}
          empty={<EmptyState icon="shield" title={t('roles.none')} />}
        />
      )}
      {edited !== undefined && (
        <RoleDialog
          {...(role === undefined ? {} : { role })}
          mayWrite={mayWrite}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

function useColumns(): readonly Column<Role>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 1fr)',
        sortBy: ({ name }) => name,
        cell: ({ name }) => <strong>{name}</strong>,
      },
      {
        id: 'code',
        header: t('field.code'),
        width: 'minmax(8rem, 1fr)',
        sortBy: ({ code }) => code,
        cell: ({ code }) => <code>{code}</code>,
      },
      {
        id: 'permissions',
        header: t('roles.permissions'),
        width: 'minmax(14rem, 3fr)',
        wideOnly: true,
        cell: ({ permissions }) => (
          <Text size="sm" truncate>
            {permissions.join(', ')}
          </Text>
        ),
      },
    ],
    [t],
  )
}
