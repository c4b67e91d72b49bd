import { Button, Divider, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { bpm, unwrap } from '../../api/clients.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { useIdempotencyKey } from '../../shared/form/use-idempotency-key.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { Incident } from './kinds.ts'
import { useRetry } from './use-retry.ts'

interface Props {
  readonly incident: Incident
  readonly onClose: () => void
}

/** What is known of an incident, with both ways to end it. */
export function IncidentDialog({ incident, onClose }: Props) {
  const { t } = useTranslation('incidents')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`kind.${incident.kind}`)}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Stack>
        <Text>{t(`about.${incident.kind}`)}</Text>
        <Facts incident={incident} />
        {incident.state === 'open' && <Actions incident={incident} onClose={onClose} />}
      </Stack>
    </Modal>
  )
}

function Facts({ incident }: { readonly incident: Incident }) {
  const { t } = useTranslation('incidents')
  const typeName = useBizTypeName()
  const { instance, bizType, node, taskNo, raisedAt, attempts, eventId } = incident
  const facts = [
    [t('field.approval'), `${instance.title} (${typeName(bizType)} ${instance.bizId})`],
    [t('field.node'), node?.name],
    [t('field.task'), taskNo],
    [t('field.raised'), <Moment key="raised" time={raisedAt} />],
    [t('field.attempts'), attempts],
    [t('field.resolved'), resolutionOf(incident, t)],
    [t('field.reason'), incident.reason],
  ] as const
  return (
    <>
      <dl style={{ margin: 0 }}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => (
            <Group key={name} gap="xs" wrap="nowrap" align="baseline">
              <Text component="dt" size="sm" c="var(--console-soft)" miw="8rem">
                {name}
              </Text>
              <Text component="dd" m={0}>
                {value}
              </Text>
            </Group>
          ))}
      </dl>
      <Group>
        <Link to="/approvals/$id" params={{ id: instance.id }}>
          {t('toApproval')}
        </Link>
        {eventId !== null && (
          <Link to="/deliveries/$eventId" params={{ eventId }}>
            {t('toDelivery')}
          </Link>
        )}
      </Group>
    </>
  )
}

type Translate = ReturnType<typeof useTranslation<'incidents'>>['t']

function resolutionOf({ resolution, resolvedBy }: Incident, t: Translate): string | undefined {
  if (resolution === null) return undefined
  const how = t(`resolution.${resolution}`)
  return resolvedBy === null ? how : t('by', { how, name: resolvedBy.name })
}

function Actions({ incident, onClose }: Props) {
  const { t } = useTranslation('incidents')
  const [reason, setReason] = useState('')
  const { retry, resolve } = useActions(incident, onClose)
  return (
    <>
      <Group>
        <Button loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('retry')}
        </Button>
      </Group>
      <ErrorAlert error={retry.error ?? resolve.error} />
      <Divider />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() !== '') resolve.mutate(reason.trim())
        }}
      >
        <Stack>
          <Text size="sm">{t('resolveText')}</Text>
          <Textarea
            label={t('field.reason')}
            required
            autosize
            minRows={2}
            maxLength={1000}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={resolve.isPending}>
              {t('resolve')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}

function useActions({ id }: Incident, onClose: () => void) {
  const { t } = useTranslation('incidents')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const retry = useRetry({ id }, { done: onClose })
  const resolve = useMutation({
    mutationFn: (reason: string) => {
      const headers = { 'idempotency-key': keyOf({ id, reason }) }
      const body = { reason }
      const params = { path: { id } }
      return unwrap(bpm.POST('/api/bpm/v1/incidents/{id}/resolve', { params, body, headers }))
    },
    onSuccess: () => {
      notifyDone(t('done'))
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: incidentsKey }),
  })
  return { retry, resolve }
}
