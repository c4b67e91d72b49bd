import { Group, Text } from '@mantine/core'
import { Tag } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { Share } from '../queries.ts'
import { stateOf } from './share-state.ts'

const tones: Partial<Record<ReturnType<typeof stateOf>, 'good' | 'warn'>> = {
  live: 'good',
  resting: 'warn',
}

/** Whether a share is live, what it allows, and how far it is used up. */
export function ShareFacts({ share }: { readonly share: Share }) {
  const { t } = useTranslation('documents')
  const state = stateOf(share, new Date().toISOString())
  const limit = { most: share.maxDownloads ?? '∞' }
  const whose = share.takenOverBy ?? share.maker
  return (
    <div>
      <Group gap="xs">
        <Tag tone={tones[state] ?? 'plain'}>{t(`share.state.${state}`)}</Tag>
        {share.name !== null && <Text fw={550}>{share.name}</Text>}
        {share.watermark && <Tag tone="info">{t('share.marked')}</Tag>}
        {share.hasPassword && <Tag tone="info">{t('share.hasPassword')}</Tag>}
        {!share.allowDownload && <Tag tone="plain">{t('share.previewOnly')}</Tag>}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {share.allowDownload
          ? t('share.downloads', { ...limit, count: share.downloadCount })
          : t('share.views', { ...limit, count: share.viewCount })}
        {share.validUntil !== null && (
          <>
            {' · '}
            {t('share.until')} <Moment time={share.validUntil} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t(share.takenOverBy === null ? 'share.madeBy' : 'share.takenOverBy', {
          who: whose.name ?? whose.id,
        })}
      </Text>
      {state === 'resting' && share.restsBecause !== null && (
        <Text size="sm">{t(`share.rests.${share.restsBecause}`)}</Text>
      )}
    </div>
  )
}
