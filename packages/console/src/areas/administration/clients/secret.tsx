import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/icon.tsx'
import classes from '../administration.module.css'
import type { Client } from '../queries.ts'

interface Props {
  readonly client: Pick<Client, 'clientId' | 'scopes' | 'tenants'>
  readonly secret: string
  readonly onDone: () => void
}

/** A secret, this once: nobody can read it again, and there is no way to ask for it. */
export function Secret(props: Props) {
  const { t } = useTranslation('administration')
  const { client, secret } = props
  const request = tokenRequest(client, secret)
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
      <Text size="sm">{t('secret.request')}</Text>
      <Code block className={classes.request ?? ''}>
        {request}
      </Code>
      <Group justify="space-between">
        <Group gap="xs">
          <Copy label={t('secret.copy')} value={secret} />
          <Copy label={t('secret.copyRequest')} value={request} />
          <Copy label={t('secret.copyEnv')} value={environment(client, secret)} />
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

/** How the backend has a token, to be tried in a shell (RFC 6749 section 4.4.2). A token names one tenant. */
function tokenRequest({ clientId, scopes, tenants }: Props['client'], secret: string): string {
  const scope = [...scopes, ...tenants.slice(0, 1).map((id) => `tenant:${id}`)].join(' ')
  return [
    `curl ${location.origin}/oauth2/token`,
    `-u '${clientId}:${secret}'`,
    '-d grant_type=client_credentials',
    ...(scope === '' ? [] : [`--data-urlencode 'scope=${scope}'`]),
  ].join(' \\\n  ')
}

/** What an application reads at its start, as `npm create countersign-app` lays it out. */
const environment = ({ clientId, tenants: [tenant = ''] }: Props['client'], secret: string) =>
  [
    `PLATFORM_URL=${location.origin}`,
    `CLIENT_ID=${clientId}`,
    `CLIENT_SECRET=${secret}`,
    `TENANT_ID=${tenant}`,
    '',
  ].join('\n')
