import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { UploadButton } from '../../../shared/form/upload-button.tsx'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { Version } from '../queries.ts'
import { useStartUploads } from '../uploads/use-start-uploads.ts'

/**
 * What the initiator of a returned approval does: upload a correction, and send it round in place of
 * the version that came back, or that one again.
 */
export function Returned(props: {
  readonly sent: Version
  readonly versions: readonly Version[]
  readonly isSending: boolean
  readonly onSend: (versionId: string) => void
}) {
  const { t } = useTranslation('documents')
  const { sent, versions } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const sendable = versions.filter(({ id, status }) => id === sent.id || status === 'DRAFT')
  const newest = sendable.toSorted((a, b) => b.versionNo - a.versionNo)[0] ?? sent
  const version = sendable.find(({ id }) => id === chosen) ?? newest
  const data = sendable.map(({ id, versionNo, fileName }) => ({
    value: id,
    label: `${versionNo} · ${fileName}`,
  }))
  return (
    <Alert color="yellow" icon={<Icon name="return" />} title={t('binding.returned')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('binding.returnedHint')}</Text>
        <Group align="flex-end">
          {data.length > 1 && (
            <Select
              label={t('binding.toSend')}
              data={data}
              value={version.id}
              onChange={setChosen}
              allowDeselect={false}
            />
          )}
          <Button loading={props.isSending} onClick={() => props.onSend(version.id)}>
            {t('binding.resubmit')}
          </Button>
          <Correct documentId={sent.documentId} onChosen={() => setChosen(null)} />
        </Group>
      </Stack>
    </Alert>
  )
}

function Correct(props: { readonly documentId: string; readonly onChosen: () => void }) {
  const { t } = useTranslation('documents')
  const startUploads = useStartUploads()
  return (
    <UploadButton
      variant="default"
      leftSection={<Icon name="upload" size={18} />}
      onFiles={(files) => {
        props.onChosen()
        startUploads(files, { documentId: props.documentId })
      }}
    >
      {t('binding.correct')}
    </UploadButton>
  )
}
