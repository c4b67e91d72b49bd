import { Button, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon } from '../shared/icon.tsx'
import { ErrorAlert } from '../shared/page/error-alert.tsx'
import { Moment } from '../shared/time-text.tsx'
import { useTranslation } from '../text/i18n.ts'
import { formatBytes } from '../text/sizes.ts'
import { download, type Opened, type Shared } from './shares.ts'
import classes from './visitor.module.css'

/** What was shared, how long it is open, and the way to have it. */
export function SharedHead(props: {
  readonly share: Shared
  /** Undefined until the password was given. */
  readonly opened: Opened | undefined
  /** The share may have ended in the meantime. */
  readonly onFailed: () => void
}) {
  const { t } = useTranslation('visitor')
  const { share, opened } = props
  const get = useMutation({ mutationFn: download, onError: props.onFailed })
  return (
    <div className={classes.head}>
      <div>
        <Text size="sm" c="var(--console-soft)">
          {t('lead')}
        </Text>
        <Title order={1} size="h2" className={classes.title ?? ''}>
          {share.title}
        </Title>
        <Text size="sm" className={classes.facts ?? ''}>
          {share.fileName !== share.title && `${share.fileName} · `}
          {formatBytes(share.sizeBytes)}
          {share.validUntil !== null && (
            <>
              {' · '}
              {t('until')} <Moment time={share.validUntil} />
            </>
          )}
        </Text>
        {!share.allowDownload && (
          <Text size="sm" className={classes.facts ?? ''}>
            {t('previewOnly')}
          </Text>
        )}
        <ErrorAlert error={get.error} />
      </div>
      {opened !== undefined && share.allowDownload && (
        <Button
          leftSection={<Icon name="download" size={18} />}
          loading={get.isPending}
          onClick={() => get.mutate(opened)}
        >
          {t('download')}
        </Button>
      )}
    </div>
  )
}
