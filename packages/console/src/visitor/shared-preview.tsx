import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../shared/empty-state.tsx'
import { ErrorState } from '../shared/error-state.tsx'
import { kindOf } from '../shared/error-words.ts'
import { Icon } from '../shared/icon.tsx'
import { Panel } from '../shared/page.tsx'
import { BlockSkeleton } from '../shared/skeletons.tsx'
import { useObjectUrl } from '../shared/use-object-url.ts'
import {
  addressOf,
  isPending,
  previewQuery,
  type Opened,
  type Preview,
  type Shared,
} from './shares.ts'
import classes from './visitor.module.css'

interface Props {
  readonly share: Shared
  readonly opened: Opened
}

/** The file in place, as far as a browser can show it. */
export function SharedPreview({ share, opened }: Props) {
  const { t } = useTranslation('visitor')
  const preview = useQuery(previewQuery(opened))
  return (
    <Panel label={t('preview')}>
      {preview.isPending && (
        <>
          {isPending(preview.failureReason) && (
            <Text c="var(--console-soft)" role="status" mb="sm">
              {t('pending')}
            </Text>
          )}
          <BlockSkeleton lines={8} />
        </>
      )}
      {preview.isError && <NoPreview error={preview.error} share={share} />}
      {preview.isSuccess && <Shown preview={preview.data} share={share} opened={opened} />}
    </Panel>
  )
}

function NoPreview({ error, share }: { readonly error: unknown; readonly share: Shared }) {
  const { t } = useTranslation('visitor')
  if (kindOf(error) !== 'conflict') return <ErrorState error={error} />
  return (
    <EmptyState
      icon="document"
      title={t('noPreview')}
      hint={share.allowDownload ? t('noPreviewHint') : undefined}
    />
  )
}

function Shown({ preview, share, opened }: Props & { readonly preview: Preview }) {
  const { t } = useTranslation('visitor')
  const { blob, text } = preview
  const url = useObjectUrl(blob)
  if (text !== undefined) {
    return (
      <pre className={classes.text} tabIndex={0} aria-label={t('preview')}>
        {text}
      </pre>
    )
  }
  if (blob.type.startsWith('image/')) {
    return url === undefined ? (
      <BlockSkeleton lines={8} />
    ) : (
      <img src={url} alt={share.fileName} className={classes.picture} />
    )
  }
  return (
    <EmptyState icon="document" title={share.fileName}>
      <Button
        component="a"
        variant="default"
        href={addressOf(opened, 'preview')}
        target="_blank"
        rel="noopener"
        leftSection={<Icon name="eye" size={18} />}
      >
        {t('openPreview')}
      </Button>
    </EmptyState>
  )
}
