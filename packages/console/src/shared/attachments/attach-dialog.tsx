import { Button, Group, Modal, Pill, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { useClosing } from '../form/confirm-dialog.tsx'
import type { Person } from '../people/person.ts'
import { LibraryChoice } from './library-choice.tsx'
import type { Attachment } from './queries.ts'
import { UploadChoice } from './upload-choice.tsx'

/** Documents for an approval: files of this computer, and documents of the library. */
export function AttachDialog(props: {
  /** Those who take part, and so have to be able to read what is uploaded here. */
  readonly people: readonly Person[]
  /** Also called when nothing is attached after all. */
  readonly onClose: (attachments: readonly Attachment[]) => void
}) {
  const { t } = useTranslation('attachments')
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  const [isSending, setIsSending] = useState(false)
  const add = (one: Attachment) => setChosen((before) => [...before, one])
  const remove = ({ versionId }: Attachment) =>
    setChosen((before) => before.filter((one) => one.versionId !== versionId))
  const isChanged = chosen.length > 0 || isSending
  const { closing, question } = useClosing(isChanged, () => props.onClose([]))
  return (
    <>
      <Modal
        opened
        {...closing}
        title={t('title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <Stack gap="lg">
          <UploadChoice people={props.people} onUploaded={add} onSending={setIsSending} />
          <LibraryChoice chosen={chosen} onAdd={add} onRemove={remove} />
          {chosen.length > 0 && <Chosen chosen={chosen} onRemove={remove} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => props.onClose([])}>
              {t('common:action.cancel')}
            </Button>
            <Button
              disabled={chosen.length === 0 || isSending}
              onClick={() => props.onClose(chosen)}
            >
              {t('attach')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {question}
    </>
  )
}

function Chosen(props: {
  readonly chosen: readonly Attachment[]
  readonly onRemove: (attachment: Attachment) => void
}) {
  const { t } = useTranslation('attachments')
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        {t('chosen')}
      </Text>
      <Pill.Group>
        {props.chosen.map((one) => (
          <Pill
            key={one.versionId}
            withRemoveButton
            onRemove={() => props.onRemove(one)}
            removeButtonProps={{
              'aria-label': t('remove', { name: one.name }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {one.name}
          </Pill>
        ))}
      </Pill.Group>
    </div>
  )
}
