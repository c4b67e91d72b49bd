import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { confirmBeside } from '../../auth/session.ts'
import type { PendingChallenge } from '../../auth/step-up.ts'
import { useMe } from '../../me/me.ts'
import { useTranslation } from '../../text/i18n.ts'

/** Asks who it is, over the page and its dialogs as they are: what was typed there stays. */
export function StepUpDialog({ pending }: { readonly pending: PendingChallenge }) {
  const { t } = useTranslation('common')
  const { username, tenantId } = useMe()
  const { challenge, settle } = pending
  const cancel = () => settle(false)
  return (
    <Modal
      opened
      onClose={cancel}
      title={t('stepUp.title')}
      centered
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text>{t(challenge.maxAge === undefined ? 'stepUp.stronger' : 'stepUp.recent')}</Text>
        <Text c="dimmed">{t('stepUp.hint')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('action.cancel')}
          </Button>
          <Button
            data-autofocus
            onClick={() => confirmBeside({ ...challenge, tenantId, loginHint: username })}
          >
            {t('stepUp.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
