import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core'
import { ApiProblem } from '../../../api/problem.ts'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { formatBytes } from '../../../text/sizes.ts'
import {
  cancelUpload,
  forgetFinished,
  retryUpload,
  useUploads,
  type Upload,
} from './upload-store.ts'
import classes from './uploads.module.css'

/** What is on its way to the document service; stays while people look at other pages. */
export function UploadPanel() {
  const { t } = useTranslation('documents')
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const open = uploads.filter(({ state }) => state === 'sending' || state === 'waiting').length
  return (
    <section className={classes.panel} aria-label={t('upload.title')}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm" role="status">
          {open > 0 ? t('upload.open', { count: open }) : t('upload.finished')}
        </Text>
        {open < uploads.length && (
          <Button variant="subtle" size="compact-sm" onClick={forgetFinished}>
            {t('upload.clear')}
          </Button>
        )}
      </Group>
      <ul className={classes.uploads}>
        {uploads.map((upload) => (
          <Line key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Line({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation('documents')
  const { id, file, state, sentBytes, error } = upload
  const percent = file.size === 0 ? (state === 'done' ? 100 : 0) : (sentBytes / file.size) * 100
  const name = file.name
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        {(state === 'sending' || state === 'waiting') && (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('upload.cancel', { name })}
            onClick={() => cancelUpload(id)}
          >
            <Icon name="cross" size={16} />
          </ActionIcon>
        )}
        {state === 'failed' && (
          <Button variant="subtle" size="compact-xs" onClick={() => retryUpload(id)}>
            {t('upload.resume')}
          </Button>
        )}
      </Group>
      <Progress
        value={percent}
        size="sm"
        aria-label={name}
        color={state === 'failed' ? 'red' : state === 'done' ? 'green' : 'brand'}
      />
      <Text size="xs" c="dimmed">
        {state === 'failed' ? failureOf(error) : t(`upload.state.${state}`)}
        {state === 'sending' && ` · ${formatBytes(sentBytes)} / ${formatBytes(file.size)}`}
      </Text>
    </li>
  )
}

const failureOf = (error: unknown): string =>
  error instanceof ApiProblem
    ? `${error.body.title} (${error.code})`
    : error instanceof Error
      ? error.message
      : String(error)
