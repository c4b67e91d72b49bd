import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../text/i18n.ts'
import { tenantsQuery } from '../queries.ts'

interface Props {
  readonly value: string[]
  readonly onChange: (value: string[]) => void
  readonly error: string | undefined
  readonly disabled?: boolean
}

/** For which organisations a backend may ask tokens, from the list that who keeps the platform sees. */
export function ServiceTenants({ value, ...field }: Props) {
  const { t } = useTranslation('administration')
  const { data: tenants = [], isPending, error: unread } = useQuery(tenantsQuery)
  const { t: common } = useTranslation('common')
  const known = new Set(tenants.map(({ id }) => id))
  return (
    <MultiSelect
      {...field}
      error={field.error ?? (unread === null ? undefined : t('clients.tenantsUnread'))}
      value={value}
      label={t('clients.tenants')}
      description={t('clients.tenantsHint')}
      data={[
        ...tenants.map(({ id, name }) => ({ value: id, label: name })),
        ...value.filter((id) => !known.has(id)),
      ]}
      nothingFoundMessage={isPending ? common('state.loading') : t('clients.tenantsNone')}
      aria-busy={isPending}
      // Of thousands only so many are drawn; typing finds the others.
      limit={100}
      searchable
    />
  )
}
