import { Pagination, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useObjectUrl } from '../../../shared/use-object-url.ts'
import classes from '../documents.module.css'
import { renditionsQuery, versionsQuery, type DmsDocument, type Version } from '../queries.ts'
import { shownQuery } from '../shown.ts'
import { VersionFacts } from '../versions/version-facts.tsx'

export function PreviewTab({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const versions = useQuery(versionsQuery(document.id))
  if (versions.isPending) return <BlockSkeleton />
  if (versions.isError) return <ErrorState error={versions.error} />
  const version = versions.data.find(({ id }) => id === document.currentVersionId)
  if (version === undefined) return <EmptyState icon="document" title={t('preview.none')} />
  return (
    <>
      <Preview key={version.id} version={version} />
      <VersionFacts version={version} />
    </>
  )
}

/** The file in place: its pages as pictures, or its text. */
export function Preview({ version }: { readonly version: Version }) {
  const { t } = useTranslation('documents')
  const renditions = useQuery(renditionsQuery(version.id))
  if (renditions.isPending) return <BlockSkeleton lines={8} />
  if (renditions.isError) return <ErrorState error={renditions.error} />
  const preview = renditions.data.find(({ kind }) => kind === 'preview')
  const isImage = version.contentType.startsWith('image/')
  const status = preview?.status ?? (isImage ? 'READY' : 'UNSUPPORTED')
  if (status === 'PENDING') {
    return (
      <>
        <Text c="dimmed">{t('preview.pending')}</Text>
        <BlockSkeleton lines={8} />
      </>
    )
  }
  if (status !== 'READY') {
    return (
      <EmptyState icon="document" title={t(`preview.${status}`)} hint={t('preview.download')} />
    )
  }
  const isText = preview?.contentType === 'text/plain'
  if (isText) return <TextPreview versionId={version.id} />
  const pages = preview?.contentType === 'application/pdf' ? (preview.pageCount ?? 1) : undefined
  return <PagePreview versionId={version.id} name={version.fileName} pages={pages} />
}

function TextPreview({ versionId }: { readonly versionId: string }) {
  const shown = useQuery(shownQuery(versionId, undefined))
  const text = useQuery({
    queryKey: ['dms', 'versions', versionId, 'text', shown.dataUpdatedAt],
    queryFn: async () => (await shown.data?.text()) ?? '',
    enabled: shown.data !== undefined,
  })
  if (shown.isError) return <ErrorState error={shown.error} />
  if (text.data === undefined) return <BlockSkeleton lines={8} />
  return (
    <pre className={classes.text} tabIndex={0}>
      {text.data}
    </pre>
  )
}

function PagePreview(props: {
  readonly versionId: string
  readonly name: string
  readonly pages: number | undefined
}) {
  const { t } = useTranslation('documents')
  const { versionId, name, pages } = props
  const [page, setPage] = useState(1)
  const shown = useQuery(shownQuery(versionId, pages === undefined ? undefined : page))
  const url = useObjectUrl(shown.data)
  if (shown.isError) return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
  return (
    <div className={classes.pages}>
      {url === undefined ? (
        <BlockSkeleton lines={8} />
      ) : (
        <img src={url} alt={pages === undefined ? name : t('preview.page', { name, page })} />
      )}
      {pages !== undefined && pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': t('preview.goTo', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': t(`preview.${control}`) })}
        />
      )}
    </div>
  )
}
