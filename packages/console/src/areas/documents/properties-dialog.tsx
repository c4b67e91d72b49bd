import { Stack, TagsInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dms, unwrap } from '../../api/clients.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useFields } from '../../shared/form/use-fields.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { DmsDocument } from './queries.ts'

/** Title and tags. Sent with the revision that was read: somebody else's change is not overwritten. */
export function PropertiesDialog(props: {
  readonly document: DmsDocument
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const { document, onClose } = props
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: { title: string; tags: string[] }) =>
      unwrap(
        dms.PATCH('/api/dms/documents/{documentId}', {
          params: { path: { documentId: document.id } },
          body: { ...body, revision: document.revision },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['dms', 'documents'] })
      onClose()
    },
  })
  const fields = useFields({ title: document.title, tags: document.tags }, save.error)
  return (
    <ConfirmDialog
      opened
      title={t('action.edit')}
      confirm={t('action.save')}
      isRunning={save.isPending}
      error={fields.formError}
      onConfirm={() => save.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          {...fields.text('title')}
          label={t('field.title')}
          required
          maxLength={255}
          data-autofocus
        />
        <TagsInput {...fields.field('tags')} label={t('field.tags')} maxTags={50} />
      </Stack>
    </ConfirmDialog>
  )
}
