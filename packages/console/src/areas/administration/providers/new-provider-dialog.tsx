import { SegmentedControl, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { ProviderFields } from './provider-fields.tsx'
import { settingsOf, toCreateBody, type Kind, type Settings } from './settings.ts'

const kinds = ['oidc', 'ldap'] as const

/** Adds a provider; its page then shows what has to be registered there. */
export function NewProviderDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const [kind, setKind] = useState<Kind>('oidc')
  const make = useChange({
    key: ['iam', 'providers'],
    done: t('providers.made'),
    change: (values: Settings) =>
      unwrap(iam.POST('/api/iam/v1/identity-providers', { body: toCreateBody(kind, values) })),
    onDone: ({ id }) => void navigate({ to: '/identity-providers/$id', params: { id } }),
  })
  const fields = useFields(settingsOf(), make.error)
  return (
    <ConfirmDialog
      opened
      title={t('providers.new')}
      text={t(`providers.kind.${kind}.text`)}
      confirm={t('providers.make')}
      isRunning={make.isPending}
      error={fields.formError}
      isChanged={fields.isChanged}
      onConfirm={() => make.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <SegmentedControl
          aria-label={t('providers.kindOf')}
          data={kinds.map((value) => ({ value, label: t(`providers.kind.${value}.short`) }))}
          value={kind}
          onChange={setKind}
          fullWidth
        />
        <ProviderFields kind={kind} fields={fields} isMade={false} />
      </Stack>
    </ConfirmDialog>
  )
}
