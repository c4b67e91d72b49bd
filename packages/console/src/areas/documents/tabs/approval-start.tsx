import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { causeOf, toCause } from '../../../api/problem.ts'
import { onward } from '../../../auth/session.ts'
import { useMay } from '../../../me/me.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { kindOf } from '../../../shared/page/error-words.ts'
import { ProcessField } from '../../../shared/processes/process-field.tsx'
import { useOfferedProcesses } from '../../../shared/processes/use-offered-processes.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { DmsDocument, Version } from '../queries.ts'

/** The business type of documents, as dms registers it. */
const bizType = 'dms.document'

/** Asks for the approval of a version. */
export function ApprovalStart(props: {
  readonly document: DmsDocument
  readonly version: Version
  /** Why the same person's wish before did not begin an approval, as the workflow service said it. */
  readonly refused: unknown
}) {
  const { t } = useTranslation('documents')
  const { document, version } = props
  const chosen = { no: version.versionNo, name: version.fileName }
  const writes = useMay('dms:document:write') && document.rights?.includes('write') === true
  const start = useStart(document.id, version.id)
  const fields = useFields({ title: document.title }, start.error)
  const refusal = useMemo(
    () => (start.error === null ? toCause(props.refused) : causeOf(start.error)),
    [start.error, props.refused],
  )
  const [definitionId, setDefinitionId] = useState<string>()
  const processes = useOfferedProcesses(refusal, setDefinitionId)
  if (!writes) return <Text c="dimmed">{t('approval.none')}</Text>
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate({ ...fields.values, ...(definitionId === undefined ? {} : { definitionId }) })
      }}
    >
      <Stack maw="32rem">
        <Text>{t('approval.explained')}</Text>
        <Text fw={600}>{t('approval.version', chosen)}</Text>
        <TextInput {...fields.text('title')} label={t('approval.title')} required maxLength={200} />
        {processes.length > 0 && (
          <ProcessField
            bizType={bizType}
            description={t('approval.processHint')}
            definitionIds={processes}
            value={definitionId}
            onChange={setDefinitionId}
          />
        )}
        {!start.isPending && (
          <ErrorAlert error={start.error === null ? refusal : causeOf(fields.formError)} />
        )}
        <Group>
          <Button type="submit" loading={start.isPending}>
            {t('approval.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Wish {
  readonly title: string
  readonly definitionId?: string
}

function useStart(documentId: string, versionId: string) {
  const queries = useQueryClient()
  // One key until it is refused: pressing twice, or again after a lost answer, starts one approval.
  const [requestKey, setRequestKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (wish: Wish) =>
      unwrap(
        dms.POST('/api/dms/documents/{documentId}/approval', {
          params: { path: { documentId } },
          headers: onward('/api/bpm/v1/process-instances'),
          body: { versionId, ...wish, requestKey },
        }),
      ),
    onError: (error) => {
      if (kindOf(error) === 'refused' || kindOf(error) === 'conflict') {
        setRequestKey(crypto.randomUUID())
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', documentId] }),
  })
}
