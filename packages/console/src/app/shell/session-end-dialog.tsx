import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../auth/session.ts'

/** Says that the session is over, over the page as it is: what was written can still be copied. */
export function SessionEndDialog() {
  const { t } = useTranslation('common')
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title={t('error.ended')}
      centered
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <Text>{t('error.endedHint')}</Text>
        <Button onClick={() => void signIn()}>{t('action.signIn')}</Button>
      </Stack>
    </Modal>
  )
}
