import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon } from '../../shared/icon.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './inbox.module.css'

/** The list as it is filtered, as a file: with the pages that are not read yet. */
export function ExportButton(props: {
  /** Of the file, without its ending. */
  readonly name: string
  readonly read: () => Promise<Blob>
}) {
  const { t } = useTranslation('inbox')
  const save = useMutation({
    mutationFn: props.read,
    onSuccess: (content) => saveFile(`${props.name}.csv`, content),
    onError: notifyProblem,
  })
  return (
    <ActionIcon
      className={classes.export ?? ''}
      variant="default"
      size="input-sm"
      aria-label={t('filter.export')}
      title={t('filter.export')}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <Icon name="download" size={16} />
    </ActionIcon>
  )
}
