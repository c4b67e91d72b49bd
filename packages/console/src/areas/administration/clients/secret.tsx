import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/icon.tsx'
import classes from '../administration.module.css'

/** A secret, this once: nobody can read it again, and there is no way to ask for it. */
export function Secret(props: {
  readonly clientId: string
  readonly secret: string
  readonly onDone: () => void
}) {
  const { t } = useTranslation('administration')
  const { clientId, secret } = props
  return (
    <Stack>
      <Alert color="yellow" icon={<Icon name="key" />} title={t('secret.once')}>
        {t('secret.hint')}
      </Alert>
      <Text size="sm">
        {t('secret.clientId')} <span className={classes.secret}>{clientId}</span>
      </Text>
      <Text size="sm">
        {t('secret.secret')} <span className={classes.secret}>{secret}</span>
      </Text>
      <Group justify="space-between">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('secret.copied') : t('secret.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={props.onDone}>{t('secret.done')}</Button>
      </Group>
    </Stack>
  )
}
