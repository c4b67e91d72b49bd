import { Button, Modal, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { visitsQuery } from '../queries.ts'

/** What visitors of a share did, newest first, and from where. */
export function VisitsDialog(props: {
  readonly documentId: string
  readonly shareId: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const visits = useInfiniteQuery(visitsQuery(props.documentId, props.shareId))
  const found = visits.data?.pages.flatMap(({ items }) => items)
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('share.visits')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {visits.isPending && <BlockSkeleton lines={4} />}
      {visits.isError && <ErrorState error={visits.error} onRetry={() => void visits.refetch()} />}
      {found?.length === 0 && <Text c="var(--console-soft)">{t('share.noVisits')}</Text>}
      <Stack gap="sm">
        {found?.map(({ occurredAt, action, address, page, continues }, index) => (
          // The same visitor may do the same twice within a millisecond.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={`${occurredAt} ${index}`}>
            <Text size="sm" fw={550}>
              {continues ? t('share.visitContinues') : t(`share.visit.${action}`)}
              {page !== null && ` · ${t('share.visitPage', { page })}`}
            </Text>
            <Text size="xs" c="var(--console-soft)">
              <Moment time={occurredAt} />
              {address !== null && ` · ${address}`}
            </Text>
          </div>
        ))}
      </Stack>
      {visits.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={visits.isFetchingNextPage}
          onClick={() => void visits.fetchNextPage()}
        >
          {t('common:action.loadMore')}
        </Button>
      )}
    </Modal>
  )
}
