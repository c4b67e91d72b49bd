import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dms, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'

export function NewFolderDialog(props: {
  readonly opened: boolean
  readonly parentId: string | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: (name: string) =>
      unwrap(
        dms.POST('/api/dms/folders', {
          body: { name, ...dropEmpty({ parentId: props.parentId }) },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['dms', 'folders'] })
      close()
    },
  })
  const fields = useFields({ name: '' }, make.error)
  const close = () => {
    fields.reset({ name: '' })
    make.reset()
    props.onClose()
  }
  return (
    <ConfirmDialog
      opened={props.opened}
      title={t('folder.new')}
      confirm={t('folder.make')}
      isRunning={make.isPending}
      error={fields.formError}
      onConfirm={() => make.mutate(fields.values.name.trim())}
      onClose={close}
    >
      <TextInput
        {...fields.text('name')}
        label={t('folder.name')}
        required
        maxLength={255}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
