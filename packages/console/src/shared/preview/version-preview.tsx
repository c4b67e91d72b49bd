import { Pagination, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { useTranslation } from '../../text/i18n.ts'
import { EmptyState } from '../page/empty-state.tsx'
import { ErrorState } from '../page/error-state.tsx'
import { BlockSkeleton } from '../page/skeletons.tsx'
import { useObjectUrl } from '../use-object-url.ts'
import { renditionsQuery, shownQuery, versionQuery, type ShownVersion } from './queries.ts'
import classes from './preview.module.css'

const MarkdownPreview = lazy(async () => {
  const { MarkdownPreview: component } = await import('./markdown-preview.tsx')
  return { default: component }
})

/** A version of a document, to look at. */
export function PreviewOf({ versionId }: { readonly versionId: string }) {
  const version = useQuery(versionQuery(versionId))
  if (version.isPending) return <BlockSkeleton lines={8} />
  if (version.isLoadingError) {
    return <ErrorState error={version.error} onRetry={() => void version.refetch()} />
  }
  return <VersionPreview version={version.data} />
}

/** The file in place: its pages as pictures, or its text. */
export function VersionPreview({ version }: { readonly version: ShownVersion }) {
  const { t } = useTranslation('preview')
  const renditions = useQuery(renditionsQuery(version.id))
  if (renditions.isPending) return <BlockSkeleton lines={8} />
  if (renditions.isLoadingError)
    return <ErrorState error={renditions.error} onRetry={() => void renditions.refetch()} />
  const preview = renditions.data.find(({ kind }) => kind === 'preview')
  const isImage = version.contentType.startsWith('image/')
  const status = preview?.status ?? (isImage ? 'READY' : 'UNSUPPORTED')
  if (status === 'PENDING') {
    return (
      <>
        <Text c="dimmed">{t('pending')}</Text>
        <BlockSkeleton lines={8} />
      </>
    )
  }
  if (status !== 'READY') {
    return <EmptyState icon="document" title={t(status)} hint={t('download')} />
  }
  const isText = preview?.contentType === 'text/plain'
  if (isText) return <TextPreview version={version} />
  const pages = preview?.contentType === 'application/pdf' ? (preview.pageCount ?? 1) : undefined
  return <PagePreview versionId={version.id} name={version.fileName} pages={pages} />
}

/** Who may not have the file may find that nothing else can be shown of it. */
function NotShown(props: { readonly error: Error; readonly onRetry: () => void }) {
  const { t } = useTranslation('preview')
  const { error } = props
  const status = error instanceof ApiProblem ? error.body['previewStatus'] : undefined
  if (status === 'ORIGINAL_ONLY' || status === 'TOOL_MISSING') {
    return <EmptyState icon="document" title={t(status)} />
  }
  return <ErrorState error={error} onRetry={props.onRetry} />
}

function TextPreview({ version }: { readonly version: ShownVersion }) {
  const { id: versionId } = version
  const shown = useQuery(shownQuery(versionId, undefined))
  const text = useQuery({
    queryKey: ['dms', 'versions', versionId, 'text', shown.dataUpdatedAt],
    queryFn: async () => (await shown.data?.text()) ?? '',
    enabled: shown.data !== undefined,
  })
  if (shown.isLoadingError)
    return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
  if (text.data === undefined) return <BlockSkeleton lines={8} />
  if (isMarkdown(version)) {
    return (
      <Suspense fallback={<BlockSkeleton lines={8} />}>
        <MarkdownPreview text={text.data} />
      </Suspense>
    )
  }
  return (
    <pre className={classes.text} tabIndex={0}>
      {text.data}
    </pre>
  )
}

/** Browsers name the type of few files: the name says it as well. */
const isMarkdown = ({ contentType, fileName }: ShownVersion): boolean =>
  contentType.startsWith('text/markdown') || /\.(?:md|markdown)$/i.test(fileName)

function PagePreview(props: {
  readonly versionId: string
  readonly name: string
  readonly pages: number | undefined
}) {
  const { t } = useTranslation('preview')
  const { versionId, name, pages } = props
  const [page, setPage] = useState(1)
  const shown = useQuery(shownQuery(versionId, pages === undefined ? undefined : page))
  const url = useObjectUrl(shown.data)
  if (shown.isLoadingError)
    return <NotShown error={shown.error} onRetry={() => void shown.refetch()} />
  return (
    <div className={classes.pages}>
      {url === undefined ? (
        <BlockSkeleton lines={8} />
      ) : (
        <img src={url} alt={pages === undefined ? name : t('page', { name, page })} />
      )}
      {pages !== undefined && pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': t('goTo', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': t(control) })}
        />
      )}
    </div>
  )
}
