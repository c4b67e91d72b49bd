import { Button, Code, CopyButton, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import { settingsFor, type SettledClient } from './client-settings.ts'

/** What the application is told of the platform, for the framework that is chosen. */
export function SettingsPanel(props: {
  readonly client: SettledClient
  /** There while it is shown, this once. */
  readonly secret?: string
}) {
  const { t } = useTranslation('administration')
  const all = settingsFor(props.client, location.origin, props.secret)
  const [chosen, setChosen] = useState<string>()
  const shown = all.find(({ id }) => id === chosen) ?? all[0]
  if (shown === undefined) return null
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('clients.settings.for')}
        data={all.map(({ id }) => ({ value: id, label: t(`clients.settings.of.${id}`) }))}
        value={shown.id}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {/* Longer than the window on phones: the keyboard scrolls it, too. */}
      <Code block className={classes.request ?? ''} tabIndex={0}>
        {shown.text}
      </Code>
      <CopyButton value={shown.text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={<Icon name="copy" size={16} />}
            style={{ alignSelf: 'start' }}
            onClick={copy}
          >
            {copied ? t('secret.copied') : t('clients.settings.copy')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
