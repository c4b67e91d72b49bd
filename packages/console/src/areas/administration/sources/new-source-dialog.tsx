import { Select, Stack, TextInput } from '@mantine/core'
import { dms, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { emptySource, toSourceBody, type SourceFields } from './source-body.ts'

/** Adds a place for documents. */
export function NewSourceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const make = useChange({
    key: ['dms', 'sources'],
    done: t('saved'),
    change: (fields: SourceFields) =>
      unwrap(dms.POST('/api/dms/storage-sources', { body: toSourceBody(fields) })),
    onDone: onClose,
  })
  const fields = useFields(emptySource, make.error)
  return (
    <ConfirmDialog
      opened
      title={t('sources.new')}
      confirm={t('save')}
      isRunning={make.isPending}
      error={fields.formError}
      isChanged={fields.isChanged}
      onConfirm={() => make.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <TextInput {...fields.text('name')} label={t('field.name')} required data-autofocus />
        <Select
          label={t('sources.kindOf')}
          data={(['s3', 'filesystem'] as const).map((value) => ({
            value,
            label: t(`sources.kind.${value}`),
          }))}
          value={fields.values.kind}
          onChange={(kind) => fields.set('kind', kind ?? 's3')}
          allowDeselect={false}
        />
        {fields.values.kind === 's3' && <BucketFields fields={fields} />}
        <TextInput {...fields.text('basePath')} label={t('sources.basePath')} />
      </Stack>
    </ConfirmDialog>
  )
}

function BucketFields({ fields }: { readonly fields: Fields<SourceFields> }) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput {...fields.text('endpoint')} label={t('sources.endpoint')} required />
      <TextInput {...fields.text('region')} label={t('sources.region')} />
      <TextInput {...fields.text('bucket')} label={t('sources.bucket')} required />
      <TextInput
        {...fields.text('credentialsRef')}
        label={t('sources.credentialsRef')}
        description={t('sources.credentialsHint')}
        required
      />
    </>
  )
}
