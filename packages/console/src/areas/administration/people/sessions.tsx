import { List, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { userSessionsQuery } from '../queries.ts'

/** Where somebody is signed in. */
export function Sessions({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('administration')
  const sessions = useQuery(userSessionsQuery(userId))
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {t('sessions.title')}
      </Title>
      {sessions.isPending && <BlockSkeleton lines={3} />}
      {sessions.isLoadingError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data?.length === 0 && <Text c="var(--console-soft)">{t('sessions.none')}</Text>}
      <List listStyleType="none" spacing="sm">
        {(sessions.data ?? []).map(({ id, device, address, signedInAt }) => (
          <List.Item key={id}>
            <Text fw={550}>{device ?? t('sessions.unknown')}</Text>
            <Text size="sm" c="var(--console-soft)" component="div">
              {address ?? ''} · <Moment time={signedInAt} />
            </Text>
          </List.Item>
        ))}
      </List>
    </>
  )
}
