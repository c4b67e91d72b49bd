import { Button, Group, List, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dms, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { EmptyState } from '../../../shared/empty-state.tsx'
import { ErrorState } from '../../../shared/error-state.tsx'
import { BlockSkeleton } from '../../../shared/skeletons.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { NewShareDialog } from '../new-share-dialog.tsx'
import { VisitsDialog } from './visits-dialog.tsx'
import { sharesQuery, type DmsDocument, type Share } from '../queries.ts'

/** Addresses by which people without an account may see the document, and how often they did. */
export function SharesTab({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const shares = useQuery(sharesQuery(document.id))
  const [isMaking, setIsMaking] = useState(false)
  if (shares.isPending) return <BlockSkeleton />
  if (shares.isError) return <ErrorState error={shares.error} />
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
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () =>
      unwrap(
        dms.DELETE('/api/dms/documents/{documentId}/shares/{shareId}', {
          params: { path: { documentId, shareId: share.id } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] }),
  })
  const [isAsked, setIsAsked] = useState(false)
  const [showsVisits, setShowsVisits] = useState(false)
  const state = stateOf(share)
  return (
    <Group justify="space-between">
      <div>
        <Group gap="xs">
          <Tag tone={state === 'live' ? 'good' : 'plain'}>{t(`share.state.${state}`)}</Tag>
          {share.name !== null && <Text fw={550}>{share.name}</Text>}
          {share.watermark && <Tag tone="info">{t('share.marked')}</Tag>}
          {share.hasPassword && <Tag tone="info">{t('share.hasPassword')}</Tag>}
          {!share.allowDownload && <Tag tone="plain">{t('share.previewOnly')}</Tag>}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {share.allowDownload &&
            t('share.downloads', {
              count: share.downloadCount,
              most: share.maxDownloads ?? '∞',
            })}
          {share.validUntil !== null && (
            <>
              {share.allowDownload && ' · '}
              {t('share.until')} <Moment time={share.validUntil} />
            </>
          )}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="subtle" size="xs" onClick={() => setShowsVisits(true)}>
          {t('share.visits')}
        </Button>
        {share.revokedAt === null && (
          <Button variant="default" size="xs" onClick={() => setIsAsked(true)}>
            {t('share.revoke')}
          </Button>
        )}
      </Group>
      {showsVisits && (
        <VisitsDialog
          documentId={documentId}
          shareId={share.id}
          onClose={() => setShowsVisits(false)}
        />
      )}
      <ConfirmDialog
        opened={isAsked && share.revokedAt === null}
        danger
        title={t('share.revokeTitle')}
        text={t('share.revokeText')}
        confirm={t('share.revoke')}
        isRunning={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
        onClose={() => setIsAsked(false)}
      />
    </Group>
  )
}

function stateOf({ revokedAt, validFrom, validUntil, maxDownloads, downloadCount }: Share) {
  const now = new Date().toISOString()
  if (revokedAt !== null) return 'revoked'
  if (validUntil !== null && validUntil < now) return 'over'
  if (validFrom !== null && validFrom > now) return 'later'
  if (maxDownloads !== null && downloadCount >= maxDownloads) return 'usedUp'
  return 'live'
}
