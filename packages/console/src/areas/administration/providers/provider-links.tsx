import { Button, Group, List, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { linksQuery, type IdentityLink } from '../queries.ts'

/** Which accounts are opened by identities of the provider. */
export function ProviderLinks({ providerId }: { readonly providerId: string }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:federation:write')
  const { t: common } = useTranslation('common')
  const links = useInfiniteQuery(linksQuery(providerId))
  const found = links.data?.pages.flatMap(({ items }) => items) ?? []
  const remove = useChange({
    key: ['iam', 'providers', providerId],
    done: t('done'),
    change: (linkId: string) =>
      unwrap(
        iam.DELETE('/api/iam/v1/identity-providers/{id}/links/{linkId}', {
          params: { path: { id: providerId, linkId } },
        }),
      ),
  })
  return (
    <>
      <Title order={2} size="h4" mb="xs">
        {t('links.title')}
      </Title>
      <ErrorAlert error={links.error ?? remove.error} />
      {links.isPending && <BlockSkeleton lines={2} />}
      {links.isSuccess && found.length === 0 && (
        <Text c="var(--console-soft)">{t('links.none')}</Text>
      )}
      <List listStyleType="none" spacing="sm">
        {found.map((link) => (
          <List.Item key={link.id}>
            <Line
              link={link}
              isRemoving={remove.isPending && remove.variables === link.id}
              onRemove={mayWrite ? () => remove.mutate(link.id) : undefined}
            />
          </List.Item>
        ))}
      </List>
      {links.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={links.isFetchingNextPage}
          onClick={() => void links.fetchNextPage()}
        >
          {common('action.loadMore')}
        </Button>
      )}
    </>
  )
}

function Line(props: {
  readonly link: IdentityLink
  readonly isRemoving: boolean
  readonly onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('administration')
  const { displayName, username, subject, origin, createdAt } = props.link
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        <strong>{displayName}</strong> {username}
        <br />
        {subject} · {t(`links.origin.${origin}`)} · <Moment time={createdAt} />
      </Text>
      {props.onRemove !== undefined && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          flex="none"
          aria-label={t('links.removeOf', { name: displayName })}
          loading={props.isRemoving}
          onClick={props.onRemove}
        >
          {t('remove')}
        </Button>
      )}
    </Group>
  )
}
