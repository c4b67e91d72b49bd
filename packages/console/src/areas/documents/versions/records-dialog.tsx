import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import { Tag, type Tone } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import {
  downloadRecord,
  fileRecord,
  type FiledRecord,
  recordLanguages,
  recordsQuery,
  type RecordForm,
} from './records.ts'

const forms: readonly RecordForm[] = ['pdf', 'jose']
const tones: Readonly<Record<FiledRecord['status'], Tone>> = {
  REQUESTED: 'info',
  UNKNOWN: 'warn',
  REFUSED: 'bad',
  FILED: 'good',
}

/** The records of approvals that are filed with a version, and the way to have one filed. */
export function RecordsDialog(props: {
  readonly versionId: string
  readonly mayFile: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('documents')
  const records = useQuery(recordsQuery(props.versionId))
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('record.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Stack>
        <Text size="sm">{t('record.lead')}</Text>
        {records.isPending && <BlockSkeleton lines={2} />}
        {records.isError && (
          <ErrorState error={records.error} onRetry={() => void records.refetch()} />
        )}
        {records.data?.items.length === 0 && (
          <Text c="var(--console-soft)">{t('record.none')}</Text>
        )}
        {records.data?.items.map((record) => (
          <Filed key={record.id} record={record} />
        ))}
        {props.mayFile && records.data?.mayRequest === true && (
          <FileButtons versionId={props.versionId} records={records.data.items} />
        )}
      </Stack>
    </Modal>
  )
}

function Filed({ record }: { readonly record: FiledRecord }) {
  const { t } = useTranslation('documents')
  const save = useMutation({
    mutationFn: (form: RecordForm) => downloadRecord(record, form),
    onSuccess: (content, form) =>
      saveFile(`record-${record.instanceId}-${record.language}.${form}`, content),
    onError: notifyProblem,
  })
  const { language, status, filedAt } = record
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text fw={550}>{t(`record.language.${language}`)}</Text>
        <Tag tone={tones[status]}>{t(`record.status.${status}`)}</Tag>
        {filedAt !== undefined && (
          <Text size="sm" c="var(--console-soft)">
            <Moment time={filedAt} />
          </Text>
        )}
      </Group>
      {status === 'FILED' ? (
        <Group gap="xs">
          {forms.map((form) => (
            <Button
              key={form}
              variant="default"
              size="xs"
              loading={save.isPending && save.variables === form}
              aria-label={t(`record.save.${form}`, { language: t(`record.language.${language}`) })}
              onClick={() => save.mutate(form)}
            >
              {t(`record.${form}`)}
            </Button>
          ))}
        </Group>
      ) : (
        <Text size="sm">{t(`record.hint.${status}`)}</Text>
      )}
    </Stack>
  )
}

/** Asked again, what was refused, or is not known, is tried at once. */
function FileButtons(props: {
  readonly versionId: string
  readonly records: readonly FiledRecord[]
}) {
  const { t } = useTranslation('documents')
  const { versionId, records } = props
  const queries = useQueryClient()
  const file = useMutation({
    mutationFn: (language: FiledRecord['language']) => fileRecord(versionId, language),
    onSuccess: (filed) => queries.setQueryData(recordsQuery(versionId).queryKey, filed),
  })
  const isThere = (language: FiledRecord['language']) =>
    records.some(
      (record) =>
        record.language === language &&
        (record.status === 'FILED' || record.status === 'REQUESTED'),
    )
  return (
    <>
      <Group gap="xs">
        {recordLanguages
          .filter((language) => !isThere(language))
          .map((language) => (
            <Button
              key={language}
              loading={file.isPending && file.variables === language}
              onClick={() => file.mutate(language)}
            >
              {t('record.file', { language: t(`record.language.${language}`) })}
            </Button>
          ))}
      </Group>
      <ErrorAlert error={file.error} />
    </>
  )
}
