import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from '../../text/i18n.ts'
import { Icon } from '../icon.tsx'
import type { Edited } from './use-edited.ts'

/** What is to be said of edits: that somebody else has saved the same meanwhile. */
export function EditNotices({ edited }: { readonly edited: Pick<Edited, 'takeTheirs'> }) {
  const { t } = useTranslation('common')
  const { takeTheirs } = edited
  if (takeTheirs === undefined) return null
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} title={t('edits.newer')}>
      <Text size="sm">{t('edits.newerHint')}</Text>
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={takeTheirs}>
          {t('edits.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  )
}
