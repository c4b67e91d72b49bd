import { Pagination, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../shared/page/empty-state.tsx'
import { ErrorState } from '../shared/page/error-state.tsx'
import { Panel } from '../shared/page/page.tsx'
import { BlockSkeleton } from '../shared/page/skeletons.tsx'
import { useObjectUrl } from '../shared/use-object-url.ts'
import { useTranslation } from '../text/i18n.ts'
import { previewQuery, type Opened, type Shared } from './shares.ts'
import classes from './visitor.module.css'

interface Props {
  readonly share: Shared
  readonly opened: Opened
}

/** The file in place: its text, the picture it is, or its pages as pictures. */
export function SharedPreview({ share, opened }: Props) {
  const { t } = useTranslation('visitor')
  const { preview } = share
  if (preview === null) return null
  if (preview.status === 'PENDING') {
    return (
      <Panel label={t('preview')}>
        <Text c="var(--console-soft)" role="status" mb="sm">
          {t('pending')}
        </Text>
        <BlockSkeleton lines={8} />
      </Panel>
    )
  }
  const isPaged = preview.contentType === 'application/pdf'
  return (
    <Panel label={t('preview')}>
      {preview.status !== 'READY' && (
        <EmptyState
          icon="document"
          title={t('noPreview')}
          hint={share.allowDownload ? t('noPreviewHint') : undefined}
        />
      )}
      {preview.status === 'READY' && isPaged && (
        <Pages share={share} opened={opened} count={preview.pageCount ?? 1} />
      )}
      {preview.status === 'READY' && !isPaged && (
        <Shown share={share} opened={opened} page={undefined} />
      )}
    </Panel>
  )
}

function Pages({ share, opened, count }: Props & { readonly count: number }) {
  const { t } = useTranslation('visitor')
  const [page, setPage] = useState(1)
  return (
    <div className={classes.pages}>
      <Shown share={share} opened={opened} page={page} />
      {count > 1 && (
        <Pagination
          total={count}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': t('page', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': t(control) })}
        />
      )}
    </div>
  )
}

function Shown({ share, opened, page }: Props & { readonly page: number | undefined }) {
  const { t } = useTranslation('visitor')
  const shown = useQuery(previewQuery(opened, page))
  const url = useObjectUrl(shown.data?.blob)
  if (shown.isError) return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
  if (shown.data?.text !== undefined) {
    return (
      <pre className={classes.text} tabIndex={0} aria-label={t('preview')}>
        {shown.data.text}
      </pre>
    )
  }
  if (url === undefined) return <BlockSkeleton lines={8} />
  const name = page === undefined ? share.fileName : `${share.fileName}, ${t('page', { page })}`
  return <img src={url} alt={name} className={classes.picture} />
}
