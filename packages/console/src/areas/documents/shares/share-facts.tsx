import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import type { Share } from '../queries.ts'
import { stateOf } from './share-state.ts'

/** Whether a share is live, what it allows, and how far it is used up. */
export function ShareFacts({ share }: { readonly share: Share }) {
  const { t } = useTranslation('documents')
  const state = stateOf(share, new Date().toISOString())
  return (
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
          t('share.downloads', { count: share.downloadCount, most: share.maxDownloads ?? '∞' })}
        {share.validUntil !== null && (
          <>
            {share.allowDownload && ' · '}
            {t('share.until')} <Moment time={share.validUntil} />
          </>
        )}
      </Text>
    </div>
  )
}
