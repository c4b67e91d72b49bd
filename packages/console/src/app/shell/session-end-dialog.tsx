import { Modal, Stack, Text } from '@mantine/core'
import { SignInAgain } from '../../shared/page/sign-in-again.tsx'
import { useTranslation } from '../../text/i18n.ts'

/** Says that the session is over, over the page as it is: what was written there stays. */
export function SessionEndDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('error.ended')}
      centered
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack align="flex-start">
        <Text>{t('error.endedHint')}</Text>
        <SignInAgain />
      </Stack>
    </Modal>
  )
}
