import { List, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { rolesQuery, type Member, type Role, type User } from '../queries.ts'
import { groupPermissions } from '../roles/permission-groups.ts'
import { usePermissionWords } from '../roles/permission-words.ts'

/** What somebody may do in this organisation, and which of their roles says so. */
export function WhatTheyMay(props: { readonly member: Member; readonly status: User['status'] }) {
  const { t } = useTranslation('administration')
  const { member, status } = props
  const roles = useQuery(rolesQuery)
  const held = roles.data?.filter(({ id }) => member.roles.some((role) => role.id === id))
  return (
    <>
      <Title order={2} size="h4">
        {t('may.title')}
      </Title>
      <Text size="sm" c="var(--console-soft)" mb="xs">
        {t('may.lead')}
      </Text>
      {status === 'disabled' && <Text mb="xs">{t('may.disabled')}</Text>}
      {roles.isPending && <BlockSkeleton />}
      {roles.isLoadingError && (
        <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
      )}
      {held !== undefined && <Permissions roles={held} />}
    </>
  )
}

function Permissions({ roles }: { readonly roles: readonly Role[] }) {
  const { t } = useTranslation('administration')
  const words = usePermissionWords()
  const permissions = [...new Set(roles.flatMap((role) => role.permissions))].toSorted()
  if (permissions.length === 0) return <Text>{t('may.none')}</Text>
  const givenBy = (permission: string) =>
    roles.filter((role) => role.permissions.includes(permission)).map(({ name }) => name)
  // A business application may name the whole of what is done: `expense:start`.
  const said = (act: string, by: string) =>
    act === '' ? t('may.givenBy', { roles: by }) : t('may.by', { act: words.act(act), roles: by })
  return (
    <List listStyleType="none" spacing="xs" size="sm">
      {groupPermissions(permissions).map((group) => (
        <List.Item key={group.name}>
          <strong>{words.thing(group.name)}</strong>
          <List listStyleType="none" size="sm" pl="sm">
            {group.permissions.map((permission) => (
              <List.Item key={permission} title={permission}>
                {said(permission.slice(group.name.length + 1), givenBy(permission).join(', '))}
              </List.Item>
            ))}
          </List>
        </List.Item>
      ))}
    </List>
  )
}
