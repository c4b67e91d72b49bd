import { Button, Group, List } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { sharesQuery, type DmsDocument, type Share } from '../queries.ts'
import { NewShareDialog } from './new-share-dialog.tsx'
import { ShareFacts } from './share-facts.tsx'
import { TakeOver } from './take-over.tsx'
import { VisitsDialog } from './visits-dialog.tsx'

/** Addresses by which people without an account may see the document, and how often they did. */
export function SharesTab({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const shares = useQuery(sharesQuery(document.id))
  const [isMaking, setIsMaking] = useState(false)
  if (shares.isPending) return <BlockSkeleton />
  if (shares.isLoadingError)
    return <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />
  return (
    <>
      <Group justify="flex-end" mb="md">
        <Button onClick={() => setIsMaking(true)}>{t('share.new')}</Button>
      </Group>
      {shares.data.length === 0 && (
        <EmptyState icon="share" title={t('share.none')} hint={t('share.noneHint')} />
      )}
      <List listStyleType="none" spacing="md">
        {shares.data.map((share) => (
          <List.Item key={share.id}>
            <Line documentId={document.id} share={share} />
          </List.Item>
        ))}
      </List>
      {isMaking && <NewShareDialog document={document} onClose={() => setIsMaking(false)} />}
    </>
  )
}

function Line({ documentId, share }: { readonly documentId: string; readonly share: Share }) {
  const { t } = useTranslation('documents')
  const [opened, setOpened] = useState<'visits' | 'revoke'>()
  const close = () => setOpened(undefined)
  return (
    <Group justify="space-between">
      <ShareFacts share={share} />
      <Group gap="xs">
        <Button variant="subtle" size="xs" onClick={() => setOpened('visits')}>
          {t('share.visits')}
        </Button>
        {share.revokedAt === null && <TakeOver documentId={documentId} share={share} />}
        {share.revokedAt === null && (
          <Button variant="default" size="xs" onClick={() => setOpened('revoke')}>
            {t('share.revoke')}
          </Button>
        )}
      </Group>
      {opened === 'visits' && (
        <VisitsDialog documentId={documentId} shareId={share.id} onClose={close} />
      )}
      <RevokeDialog
        opened={opened === 'revoke' && share.revokedAt === null}
        documentId={documentId}
        shareId={share.id}
        onClose={close}
      />
    </Group>
  )
}

function RevokeDialog(props: {
  readonly opened: boolean
  readonly documentId: string
  readonly shareId: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const { documentId, shareId } = props
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () =>
      unwrap(
        dms.DELETE('/api/dms/documents/{documentId}/shares/{shareId}', {
          params: { path: { documentId, shareId } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] }),
  })
  return (
    <ConfirmDialog
      opened={props.opened}
      danger
      title={t('share.revokeTitle')}
      text={t('share.revokeText')}
      confirm={t('share.revoke')}
      isRunning={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={props.onClose}
    />
  )
}
