import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import { settingsFor, type SettledClient } from './client-settings.ts'
import { SettingsPanel } from './settings-panel.tsx'

interface Props {
  readonly client: SettledClient
  readonly secret: string
  readonly onDone: () => void
}

/** A secret, this once: nobody can read it again, and there is no way to ask for it. */
export function Secret(props: Props) {
  const { t } = useTranslation('administration')
  const { client, secret } = props
  const settings = settingsFor(client, location.origin, secret)
  const env = settings.find(({ id }) => id === 'env')?.text ?? ''
  return (
    <Stack>
      <Alert color="yellow" icon={<Icon name="key" />} title={t('secret.once')}>
        {t('secret.hint')}
      </Alert>
      <Text size="sm">
        {t('secret.clientId')} <span className={classes.secret}>{client.clientId}</span>
      </Text>
      <Text size="sm">
        {t('secret.secret')} <span className={classes.secret}>{secret}</span>
      </Text>
      <SettingsPanel client={client} secret={secret} />
      <Group justify="space-between">
        <Group gap="xs">
          <Copy label={t('secret.copy')} value={secret} />
          <Copy label={t('secret.copyEnv')} value={env} />
        </Group>
        <Button onClick={props.onDone}>{t('secret.done')}</Button>
      </Group>
    </Stack>
  )
}

function Copy({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('administration')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? t('secret.copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}
