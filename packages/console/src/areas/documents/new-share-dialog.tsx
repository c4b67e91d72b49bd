import {
  Button,
  CopyButton,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dms, unwrap } from '../../api/clients.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { dropEmpty } from '../../shared/drop-empty.ts'
import { useFields } from '../../shared/use-fields.ts'
import type { DmsDocument } from './queries.ts'

const initial = {
  name: '',
  watermark: false,
  password: '',
  validUntil: '',
  maxDownloads: '' as number | string,
  allowDownload: true,
}

async function makeShare(documentId: string, values: typeof initial) {
  const body = {
    allowPreview: true,
    watermark: values.watermark,
    allowDownload: values.allowDownload && !values.watermark,
    ...dropEmpty({
      name: values.name.trim(),
      password: values.password,
      validUntil: values.validUntil && new Date(values.validUntil).toISOString(),
      maxDownloads: Number(values.maxDownloads) || undefined,
    }),
  }
  const send = () =>
    unwrap(
      dms.POST('/api/dms/documents/{documentId}/shares', {
        params: { path: { documentId } },
        body,
      }),
    )
  const made = await send()
  if (made.token !== undefined) return made
  // It was made before, and its address was lost with that answer: nobody has it, so it may go.
  const path = { documentId, shareId: made.id }
  await unwrap(dms.DELETE('/api/dms/documents/{documentId}/shares/{shareId}', { params: { path } }))
  return send()
}

/** Makes a share. Its address is shown here, once: the service keeps no way to tell it again. */
export function NewShareDialog(props: {
  readonly document: DmsDocument
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const { document, onClose } = props
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: (values: typeof initial) => makeShare(document.id, values),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ['dms', 'documents', document.id, 'shares'] }),
  })
  const fields = useFields(initial, make.error)
  const token = make.data?.token
  return (
    <ConfirmDialog
      opened
      title={t('share.new')}
      text={token === undefined ? t('share.explained') : t('share.made')}
      confirm={token === undefined ? t('share.make') : t('share.done')}
      isRunning={make.isPending}
      isDone={token !== undefined}
      error={fields.formError}
      onConfirm={() => (token === undefined ? make.mutate(fields.values) : onClose())}
      onClose={onClose}
    >
      {token === undefined ? (
        <Stack>
          <TextInput
            {...fields.text('name')}
            label={t('share.name')}
            maxLength={200}
            data-autofocus
          />
          <PasswordInput {...fields.text('password')} label={t('share.password')} />
          <TextInput
            {...fields.text('validUntil')}
            type="datetime-local"
            label={t('share.until')}
          />
          <NumberInput
            {...fields.field('maxDownloads')}
            label={t('share.maxDownloads')}
            min={1}
            allowDecimal={false}
          />
          <Switch
            label={t('share.watermark')}
            description={t('share.watermarkHint')}
            checked={fields.values.watermark}
            onChange={({ currentTarget }) => fields.set('watermark', currentTarget.checked)}
          />
          <Switch
            label={t('share.allowDownload')}
            disabled={fields.values.watermark}
            checked={fields.values.allowDownload && !fields.values.watermark}
            onChange={({ currentTarget }) => fields.set('allowDownload', currentTarget.checked)}
          />
        </Stack>
      ) : (
        <Address address={`${location.origin}/console/shared/${token}`} />
      )}
    </ConfirmDialog>
  )
}

function Address({ address }: { readonly address: string }) {
  const { t } = useTranslation('documents')
  return (
    <>
      <TextInput label={t('share.address')} value={address} readOnly />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t('share.copied') : t('share.copy')}
          </Button>
        )}
      </CopyButton>
    </>
  )
}
