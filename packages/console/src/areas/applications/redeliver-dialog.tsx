import { SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, unwrap } from '../../api/clients.ts'
import { useMay } from '../../me/me.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useFields } from '../../shared/form/use-fields.ts'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { deliveriesKey, originsQuery } from './queries.ts'

interface Props {
  readonly instance: string | undefined
  readonly onClose: () => void
}

const initial = { instanceId: '', origin: '', since: '' }

/** Sends again all of one approval, or what went to one origin since a time. */
export function RedeliverDialog({ instance, onClose }: Props) {
  const { t } = useTranslation('applications')
  const [what, setWhat] = useState(instance === undefined ? 'origin' : 'instance')
  const send = useSend(onClose)
  const fields = useFields({ ...initial, instanceId: instance ?? '' }, send.error)
  return (
    <ConfirmDialog
      opened
      title={t('redeliver.several')}
      text={t('redeliver.text')}
      confirm={t('redeliver.send')}
      isRunning={send.isPending}
      error={fields.formError}
      onConfirm={() => send.mutate(wantedOf(what, fields.values))}
      onClose={onClose}
    >
      <Stack>
        <SegmentedControl
          aria-label={t('redeliver.what')}
          data={[
            { value: 'origin', label: t('redeliver.byOrigin') },
            { value: 'instance', label: t('redeliver.byInstance') },
          ]}
          value={what}
          onChange={setWhat}
        />
        {what === 'instance' ? (
          <TextInput {...fields.text('instanceId')} label={t('field.instance')} required />
        ) : (
          <>
            <OriginField
              value={fields.values.origin}
              error={fields.field('origin').error}
              onChange={(next) => fields.set('origin', next)}
            />
            <TextInput
              {...fields.text('since')}
              type="datetime-local"
              label={t('redeliver.since')}
              required
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

type Wanted = { readonly instanceId: string } | { readonly origin: string; readonly since: string }

const wantedOf = (what: string, { instanceId, origin, since }: typeof initial): Wanted =>
  what === 'instance'
    ? { instanceId: instanceId.trim() }
    : { origin: origin.trim(), since: new Date(since).toISOString() }

function useSend(onDone: () => void) {
  const { t } = useTranslation('applications')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      unwrap(bpm.POST('/api/bpm/v1/deliveries/redeliver', { body: wanted })),
    onSuccess: async ({ instances }) => {
      notifyDone(t('redeliver.done', { count: instances }))
      await queries.invalidateQueries({ queryKey: deliveriesKey })
      onDone()
    },
  })
}

/** The origins that are allowed, to choose from; typed by who may not see them. */
function OriginField(props: {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (origin: string) => void
}) {
  const { t } = useTranslation('applications')
  const mayRead = useMay('bpm:origin:read')
  const { data } = useQuery({ ...originsQuery, enabled: mayRead })
  if (data === undefined) {
    return (
      <TextInput
        label={t('field.origin')}
        value={props.value}
        error={props.error}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        placeholder="https://…"
        required
      />
    )
  }
  return (
    <Select
      label={t('field.origin')}
      data={[...new Set([...data.origins, ...data.deploymentOrigins])]}
      value={props.value === '' ? null : props.value}
      error={props.error}
      onChange={(origin) => props.onChange(origin ?? '')}
      searchable
      required
    />
  )
}
