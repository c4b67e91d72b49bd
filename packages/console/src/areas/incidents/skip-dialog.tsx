import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, unwrap } from '../../api/clients.ts'
import { useIdempotencyKey } from '../../shared/form/use-idempotency-key.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { FailedStart } from './failed-start.ts'

interface Props {
  readonly start: FailedStart
  readonly onClose: () => void
}

/** Gives up a start that fails, with a reason. */
export function SkipDialog({ start, onClose }: Props) {
  const { t } = useTranslation('incidents')
  const [reason, setReason] = useState('')
  const skip = useSkip(start, onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('starts.skipOf', { title: start.name })}
      centered
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() !== '') skip.mutate(reason.trim())
        }}
      >
        <Stack>
          <Text size="sm">{t('starts.skipText')}</Text>
          <Textarea
            label={t('field.reason')}
            required
            autosize
            minRows={2}
            maxLength={1000}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <ErrorAlert error={skip.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={skip.isPending}>
              {t('starts.skip')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useSkip({ kind, id, dueAt, name }: FailedStart, onClose: () => void) {
  const { t } = useTranslation('incidents')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  return useMutation<unknown, Error, string>({
    mutationFn: (reason) => {
      const headers = { 'idempotency-key': keyOf({ id, dueAt, reason }) }
      const params = { path: { id } }
      if (kind === 'signal') {
        const body = { reason }
        return unwrap(bpm.POST('/api/bpm/v1/signal-starts/{id}/skip', { params, body, headers }))
      }
      const body = { dueAt: dueAt ?? '', reason }
      return unwrap(bpm.POST('/api/bpm/v1/start-schedules/{id}/skip', { params, body, headers }))
    },
    onSuccess: () => {
      notifyDone(t('starts.skipped', { name }))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: incidentsKey }),
  })
}
