import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { VersionPreview } from '../../../shared/preview/version-preview.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { versionsQuery, type DmsDocument } from '../queries.ts'
import { VersionFacts } from '../versions/version-facts.tsx'

export function PreviewTab({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const versions = useQuery(versionsQuery(document.id))
  if (versions.isPending) return <BlockSkeleton />
  if (versions.isLoadingError)
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  const version = versions.data.find(({ id }) => id === document.currentVersionId)
  if (version === undefined) return <EmptyState icon="document" title={t('preview.none')} />
  return (
    <>
      <VersionPreview key={version.id} version={version} />
      <VersionFacts version={version} />
    </>
  )
}
