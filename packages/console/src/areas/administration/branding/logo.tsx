import { Button, Group, Input } from '@mantine/core'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay, useMe } from '../../../me/me.ts'
import { UploadButton } from '../../../shared/form/upload-button.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { brandingQuery, type Branding } from '../queries.ts'
import classes from './branding.module.css'

const imageTypes = 'image/png,image/jpeg,image/webp'

function saveLogo(id: string, file: File | null) {
  const params = { path: { id } }
  if (file === null) {
    return unwrap(iam.DELETE('/api/iam/v1/tenants/{id}/branding/logo', { params }))
  }
  return unwrap(
    iam.PUT('/api/iam/v1/tenants/{id}/branding/logo', {
      params,
      body: file,
      bodySerializer: (bytes: unknown) => bytes,
      headers: { 'content-type': file.type },
    }),
  )
}

/** The logo; it is saved as soon as it is chosen. */
export function Logo({ branding }: { readonly branding: Branding }) {
  const { t } = useTranslation('administration')
  const { tenantId } = useMe()
  const mayWrite = useMay('iam:branding:write')
  const change = useChange({
    key: brandingQuery(tenantId).queryKey,
    done: t('saved'),
    change: (file: File | null) => saveLogo(tenantId, file),
  })
  return (
    <Input.Wrapper
      label={t('branding.logo')}
      description={t('branding.logoHint')}
      labelElement="div"
    >
      <Group mt="xs">
        {branding.logo !== null && (
          <img src={branding.logo.url} alt={t('branding.logo')} className={classes.logo} />
        )}
        {mayWrite && (
          <UploadButton
            accept={imageTypes}
            variant="default"
            size="xs"
            loading={change.isPending}
            onFiles={([file = null]) => change.mutate(file)}
          >
            {t('branding.chooseLogo')}
          </UploadButton>
        )}
        {mayWrite && branding.logo !== null && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            disabled={change.isPending}
            onClick={() => change.mutate(null)}
          >
            {t('remove')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={change.error} />
    </Input.Wrapper>
  )
}
