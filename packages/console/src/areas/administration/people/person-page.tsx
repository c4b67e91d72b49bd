import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../../me/me.ts'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { memberQuery, userQuery, type User } from '../queries.ts'
import { AccountForm } from './account-form.tsx'
import { MembershipForm } from './membership-form.tsx'
import { PersonActions } from './person-actions.tsx'
import { Sessions } from './sessions.tsx'
import { WhatTheyMay } from './what-they-may.tsx'
import { StatusTag } from '../status-tag.tsx'

const route = getRouteApi('/people/$userId')

/** One account, and its place in this tenant. */
export function PersonPage() {
  const { t } = useTranslation('administration')
  const { userId } = route.useParams()
  const user = useQuery(userQuery(userId))
  if (user.isLoadingError)
    return <ErrorState error={user.error} onRetry={() => void user.refetch()} />
  if (user.isPending) {
    return (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    )
  }
  const { displayName, username, status } = user.data
  return (
    <Page>
      <nav>
        <Link to="/people">← {t('people.title')}</Link>
      </nav>
      <PageHeader
        title={displayName}
        lead={
          <>
            {username} <StatusTag status={status} />
          </>
        }
        actions={<PersonActions user={user.data} />}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Panel label={t('account.title')}>
            <AccountForm key={userId} user={user.data} />
          </Panel>
          <Panel label={t('sessions.title')}>
            <Sessions userId={userId} />
          </Panel>
        </Stack>
        <Place userId={userId} status={status} />
      </SimpleGrid>
    </Page>
  )
}

/** What somebody is in this organisation, and what follows from it. */
function Place(props: { readonly userId: string; readonly status: User['status'] }) {
  const { t } = useTranslation('administration')
  const member = useQuery(memberQuery(props.userId))
  const mayReadRoles = useMay('iam:role:read')
  return (
    <Stack>
      <Panel label={t('membership.title')}>
        {member.isPending && <BlockSkeleton />}
        {member.isLoadingError && (
          <ErrorState error={member.error} onRetry={() => void member.refetch()} />
        )}
        {member.data !== undefined && <MembershipForm key={props.userId} member={member.data} />}
      </Panel>
      {member.data !== undefined && mayReadRoles && (
        <Panel label={t('may.title')}>
          <WhatTheyMay member={member.data} status={props.status} />
        </Panel>
      )}
    </Stack>
  )
}
