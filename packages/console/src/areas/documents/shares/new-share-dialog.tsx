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
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { DmsDocument } from '../queries.ts'
import { emptyShare, makeShare, type ShareValues } from './make-share.ts'

/** Makes a share. Its address is shown here, once: the service keeps no way to tell it again. */
export function NewShareDialog(props: {
  readonly document: DmsDocument
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const { document, onClose } = props
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: (values: ShareValues) => makeShare(document.id, values),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: ['dms', 'documents', document.id, 'shares'] }),
  })
  const fields = useFields(emptyShare, make.error)
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
      isChanged={fields.isChanged}
      onConfirm={() => (token === undefined ? make.mutate(fields.values) : onClose())}
      onClose={onClose}
    >
      {token === undefined ? (
        <ShareFields fields={fields} />
      ) : (
        <Address address={`${location.origin}/console/shared/${token}`} />
      )}
    </ConfirmDialog>
  )
}

function ShareFields({ fields }: { readonly fields: Fields<ShareValues> }) {
  const { t } = useTranslation('documents')
  const { watermark } = fields.values
  const givesFile = fields.values.allowDownload && !watermark
  return (
    <Stack>
      <TextInput {...fields.text('name')} label={t('share.name')} maxLength={200} data-autofocus />
      <PasswordInput {...fields.text('password')} label={t('share.password')} />
      <TextInput {...fields.text('validUntil')} type="datetime-local" label={t('share.until')} />
      <NumberInput
        {...fields.field('maxDownloads')}
        label={t(givesFile ? 'share.maxDownloads' : 'share.maxViews')}
        min={1}
        allowDecimal={false}
      />
      <Switch
        label={t('share.watermark')}
        description={t('share.watermarkHint')}
        checked={watermark}
        onChange={({ currentTarget }) => fields.set('watermark', currentTarget.checked)}
      />
      <Switch
        label={t('share.allowDownload')}
        disabled={watermark}
        checked={givesFile}
        onChange={({ currentTarget }) => fields.set('allowDownload', currentTarget.checked)}
      />
    </Stack>
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
