import { Tag } from '../../shared/status-badge.tsx'
import { useTranslation } from '../../text/i18n.ts'
import type { DefinitionSummary } from './queries.ts'

const tones = { DRAFT: 'info', PUBLISHED: 'good', RETIRED: 'plain' } as const

export function DefinitionTag({ status }: { readonly status: DefinitionSummary['status'] }) {
  const { t } = useTranslation('designer')
  return <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>
}
