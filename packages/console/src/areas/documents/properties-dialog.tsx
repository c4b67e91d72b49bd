import { Stack, TagsInput, TextInput } from '@mantine/core'
import { dms, unwrap } from '../../api/clients.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { EditNotices } from '../../shared/form/edit-notices.tsx'
import { useChange } from '../../shared/form/use-change.ts'
import { useEdited } from '../../shared/form/use-edited.ts'
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
  const save = useChange({
    key: ['dms', 'documents'],
    change: (body: { title: string; tags: string[]; revision: number }) =>
      unwrap(
        dms.PATCH('/api/dms/documents/{documentId}', {
          params: { path: { documentId: document.id } },
          body,
        }),
      ),
    onDone: onClose,
  })
  const content = { title: document.title, tags: document.tags }
  const fields = useFields(content, save.error)
  const edited = useEdited({ kept: document, content }, fields.values, fields.reset)
  return (
    <ConfirmDialog
      opened
      title={t('action.edit')}
      confirm={t('action.save')}
      isRunning={save.isPending}
      error={fields.formError}
      isChanged={edited.isChanged}
      onConfirm={() => save.mutate({ ...fields.values, revision: edited.kept.revision })}
      onClose={onClose}
    >
      <Stack>
        <EditNotices edited={edited} />
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
