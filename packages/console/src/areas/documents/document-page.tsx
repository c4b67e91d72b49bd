import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useNames } from '../../shared/people/people.ts'
import { Since } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { DocumentActions } from './document-actions.tsx'
import { DocumentTabs } from './document-tabs.tsx'
import { LockNotice } from './lock-notice.tsx'
import { documentQuery, type DmsDocument } from './queries.ts'
import { UploadPanel } from './uploads/upload-panel.tsx'

const route = getRouteApi('/documents/$documentId')

/** One document: what it says, how it came to be, who may see it, what was decided about it. */
export function DocumentPage() {
  const { documentId } = route.useParams()
  const document = useQuery(documentQuery(documentId))
  if (document.isPending) {
    return (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    )
  }
  if (document.isLoadingError) {
    return <ErrorState error={document.error} onRetry={() => void document.refetch()} />
  }
  return <Loaded document={document.data} />
}

function Loaded({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const { folderId, ownerId, title, updatedAt } = document
  const nameOf = useNames([ownerId])
  const lead = (
    <>
      {nameOf(ownerId)} · <Since time={updatedAt} />
    </>
  )
  return (
    <Page>
      <nav>
        <Link to="/documents" search={folderId === null ? {} : { folder: folderId }}>
          ← {t('back')}
        </Link>
      </nav>
      <PageHeader title={title} lead={lead} actions={<DocumentActions document={document} />} />
      <LockNotice document={document} />
      <DocumentTabs document={document} />
      <UploadPanel />
    </Page>
  )
}
