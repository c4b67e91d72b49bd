import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from '../../text/i18n.ts'
import { Icon } from '../icon.tsx'
import type { Edited } from './use-edited.ts'
import { useUnsaved } from './use-unsaved.tsx'

type Told = Pick<Edited, 'isChanged' | 'takeTheirs'>

/** What is to be said of edits: that they are about to be left, and that somebody else has saved meanwhile. */
export function EditNotices({ edited }: { readonly edited: Told }) {
  const { isChanged, takeTheirs } = edited
  const leaving = useUnsaved(isChanged)
  return (
    <>
      {leaving}
      {takeTheirs !== undefined && <Newer onTake={takeTheirs} />}
    </>
  )
}

function Newer({ onTake }: { readonly onTake: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} title={t('edits.newer')}>
      <Text size="sm">{t('edits.newerHint')}</Text>
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={onTake}>
          {t('edits.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  )
}
