import { Alert, Button, CopyButton, Group, Modal, SimpleGrid, Stack } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import { useTranslation } from '../../../text/i18n.ts'

/** Codes for the day the device is lost, this once: they can be made anew, never read again. */
export function RecoveryCodes(props: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) {
  const { t } = useTranslation('account')
  const text = props.codes.join('\n')
  return (
    <Modal
      opened
      centered
      onClose={props.onDone}
      title={t('recovery.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<Icon name="key" />} title={t('recovery.once')}>
          {t('recovery.hint')}
        </Alert>
        <SimpleGrid component="ul" cols={2} spacing="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {props.codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </SimpleGrid>
        <Group justify="space-between">
          <Group gap="xs">
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? 'common:action.copied' : 'common:action.copy')}
                </Button>
              )}
            </CopyButton>
            <Button
              variant="default"
              onClick={() => saveFile('recovery-codes.txt', new Blob([`${text}\n`]))}
            >
              {t('recovery.save')}
            </Button>
          </Group>
          <Button onClick={props.onDone}>{t('recovery.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
