import { Group } from '@mantine/core'
import { Tag, type Tone } from '../../../shared/status-badge.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { Version } from '../queries.ts'

const tones: Readonly<Record<Version['status'], Tone>> = {
  DRAFT: 'plain',
  IN_APPROVAL: 'info',
  RETURNED: 'warn',
  SUPERSEDED: 'plain',
  APPROVED: 'good',
  REJECTED: 'bad',
  PUBLISHED: 'good',
  ARCHIVED: 'plain',
}

const scanTones: Readonly<Record<Version['scanStatus'], Tone>> = {
  PENDING: 'info',
  CLEAN: 'good',
  INFECTED: 'bad',
  ERROR: 'warn',
  NOT_SCANNED: 'plain',
}

/** Where a version stands in its life, and what the malware scanner said, when one is there. */
export function VersionTags({ version }: { readonly version: Version }) {
  const { t } = useTranslation('documents')
  const { status, scanStatus } = version
  return (
    <Group gap={6} component="span" display="inline-flex">
      <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>
      {scanStatus !== 'NOT_SCANNED' && (
        <Tag tone={scanTones[scanStatus]}>{t(`scan.${scanStatus}`)}</Tag>
      )}
    </Group>
  )
}
