import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { iam, unwrap } from '../../api/clients.ts'
import { signIn } from '../../auth/session.ts'
import { useMay, useMe } from '../../me/me.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../shared/form/use-change.ts'
import { useFields } from '../../shared/form/use-fields.ts'
import { DataTable, type Column } from '../../shared/list/data-table.tsx'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { Since } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { tenantsQuery, type Tenant } from './queries.ts'
import { StatusTag } from './status-tag.tsx'

/** The organisations of the platform; for those who run it. */
export function TenantsPage() {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:tenant:write')
  const tenants = useQuery(tenantsQuery)
  const [isMaking, setIsMaking] = useState(false)
  const [changed, setChanged] = useState<Tenant>()
  const [guarded, setGuarded] = useState<Tenant>()
  const columns = useColumns(mayWrite ? setChanged : undefined, mayWrite ? setGuarded : undefined)
  const make = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('tenants.new')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('tenants.title')} lead={t('tenants.lead')} actions={make} />
      {tenants.isLoadingError ? (
        <ErrorState error={tenants.error} onRetry={() => void tenants.refetch()} />
      ) : (
        <DataTable
          label={t('tenants.title')}
          columns={columns}
          rows={tenants.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isLoading={tenants.isPending}
          empty={<EmptyState icon="building" title={t('tenants.none')} />}
        />
      )}
      {isMaking && <NewTenantDialog onClose={() => setIsMaking(false)} />}
      {changed !== undefined && (
        <StatusDialog tenant={changed} onClose={() => setChanged(undefined)} />
      )}
      {guarded !== undefined && (
        <MfaDialog tenant={guarded} onClose={() => setGuarded(undefined)} />
      )}
    </Page>
  )
}

type Choose = ((tenant: Tenant) => void) | undefined

function useColumns(onChange: Choose, onGuard: Choose): readonly Column<Tenant>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 2fr)',
        sortBy: ({ name }) => name,
        cell: ({ name }) => <strong>{name}</strong>,
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '8rem',
        wideOnly: true,
        sortBy: ({ status }) => status,
        cell: ({ status }) => <StatusTag status={status} />,
      },
      {
        id: 'mfa',
        header: t('tenants.mfa'),
        width: '10rem',
        narrowWidth: '7.5rem',
        cell: (tenant) => <MfaState tenant={tenant} onGuard={onGuard} />,
      },
      {
        id: 'created',
        header: t('field.created'),
        width: '9rem',
        wideOnly: true,
        sortBy: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <Since time={createdAt} />,
      },
      {
        id: 'actions',
        header: t('people.actions'),
        width: '13rem',
        narrowWidth: '9rem',
        align: 'end',
        cell: (tenant) => <TenantActions tenant={tenant} onChange={onChange} />,
      },
    ],
    [t, onChange, onGuard],
  )
}

/** Whether everybody in it needs a second factor; pressed, it is changed. */
function MfaState(props: { readonly tenant: Tenant; readonly onGuard: Choose }) {
  const { t } = useTranslation('administration')
  const { tenant, onGuard } = props
  const state = t(tenant.requiresMfa ? 'tenants.mfaOn' : 'tenants.mfaOff')
  if (onGuard === undefined) return state
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${t('tenants.mfa')}: ${state}`}
      onClick={() => onGuard(tenant)}
    >
      {state}
    </Button>
  )
}

/** Going over to another organisation, and suspending it; one's own stays as it is. */
function TenantActions(props: { readonly tenant: Tenant; readonly onChange: Choose }) {
  const { t } = useTranslation('administration')
  const me = useMe()
  const { tenant, onChange } = props
  if (tenant.id === me.tenantId) return null
  return (
    <>
      {me.tenants.some(({ id }) => id === tenant.id) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => void signIn({ tenantId: tenant.id, returnTo: '/console/' })}
        >
          {t('tenants.enter')}
        </Button>
      )}
      {onChange !== undefined && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(tenant)}>
          {tenant.status === 'active' ? t('tenants.suspend') : t('tenants.resume')}
        </Button>
      )}
    </>
  )
}

/** Makes an organisation; whoever makes it is its first administrator. */
function NewTenantDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const me = useMe()
  const make = useChange({
    key: ['iam'],
    done: t('tenants.made'),
    change: (name: string) =>
      unwrap(iam.POST('/api/iam/v1/tenants', { body: { name, administratorId: me.id } })),
    onDone: onClose,
  })
  const fields = useFields({ name: '' }, make.error)
  return (
    <ConfirmDialog
      opened
      title={t('tenants.new')}
      text={t('tenants.explained')}
      confirm={t('tenants.make')}
      isRunning={make.isPending}
      error={fields.formError}
      onConfirm={() => make.mutate(fields.values.name)}
      onClose={onClose}
    >
      <Stack>
        <TextInput {...fields.text('name')} label={t('field.name')} required data-autofocus />
      </Stack>
    </ConfirmDialog>
  )
}

function StatusDialog(props: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { tenant, onClose } = props
  const next = tenant.status === 'active' ? 'suspended' : 'active'
  const change = useChange({
    key: ['iam', 'tenants'],
    done: t('done'),
    change: () =>
      unwrap(
        iam.PATCH('/api/iam/v1/tenants/{id}', {
          params: { path: { id: tenant.id } },
          body: { status: next, revision: tenant.revision },
        }),
      ),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      danger={next === 'suspended'}
      title={tenant.name}
      text={t(`tenants.${next === 'suspended' ? 'suspendText' : 'resumeText'}`)}
      confirm={t(`tenants.${next === 'suspended' ? 'suspend' : 'resume'}`)}
      isRunning={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    />
  )
}

function MfaDialog(props: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { tenant, onClose } = props
  const requiresMfa = !tenant.requiresMfa
  const change = useChange({
    key: ['iam', 'tenants'],
    done: t('done'),
    change: () =>
      unwrap(
        iam.PATCH('/api/iam/v1/tenants/{id}', {
          params: { path: { id: tenant.id } },
          body: { requiresMfa, revision: tenant.revision },
        }),
      ),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      title={tenant.name}
      text={t(`tenants.${requiresMfa ? 'requireMfaText' : 'releaseMfaText'}`)}
      confirm={t(`tenants.${requiresMfa ? 'requireMfa' : 'releaseMfa'}`)}
      isRunning={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    />
  )
}
