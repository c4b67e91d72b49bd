import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useBizTypeName } from '../../shared/biz-types.ts'
import type { Column } from '../../shared/list/data-table.tsx'
import { Since } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { DeliveryTag } from './delivery-tag.tsx'
import { useEventName } from './event-name.ts'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import type { Delivery } from './queries.ts'
import { useRedeliver } from './use-redeliver.ts'

export function useDeliveryColumns(mayWrite: boolean): readonly Column<Delivery>[] {
  const { t } = useTranslation('applications')
  const typeName = useBizTypeName()
  return useMemo(
    () => [
      {
        id: 'type',
        header: t('field.event'),
        width: 'minmax(10rem, 2fr)',
        cell: (delivery) => <EventCell delivery={delivery} />,
      },
      {
        id: 'bizType',
        header: t('field.bizType'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: ({ bizType }) => typeName(bizType),
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '8.5rem',
        cell: ({ status }) => <DeliveryTag status={status} />,
      },
      ...attemptColumns(t),
      {
        id: 'created',
        header: t('field.created'),
        width: '9rem',
        wideOnly: true,
        cell: ({ createdAt }) => <Since time={createdAt} />,
      },
      ...(mayWrite ? [redeliverColumn(t('field.actions'))] : []),
    ],
    [t, typeName, mayWrite],
  )
}

type Translate = ReturnType<typeof useTranslation<'applications'>>['t']

const attemptColumns = (t: Translate): readonly Column<Delivery>[] => [
  {
    id: 'failed',
    header: t('field.failed'),
    width: '7rem',
    wideOnly: true,
    align: 'end',
    cell: ({ failedAttempts }) => failedAttempts,
  },
  {
    id: 'last',
    header: t('field.lastAttempt'),
    width: '10rem',
    wideOnly: true,
    cell: (delivery) => <LastAttemptCell delivery={delivery} />,
  },
]

const redeliverColumn = (header: string): Column<Delivery> => ({
  id: 'redeliver',
  header,
  width: '9rem',
  // The page of a delivery has it as well.
  wideOnly: true,
  align: 'end',
  cell: (delivery) => delivery.status === 'BLOCKED' && <RedeliverButton delivery={delivery} />,
})

function EventCell({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('applications')
  const eventName = useEventName()
  const { type, sequence, instanceId } = delivery
  return (
    <div>
      <Text fw={600} size="sm" truncate>
        {eventName(type)}
      </Text>
      <Text size="xs" c="var(--console-soft)" truncate title={instanceId}>
        {type} · {t('deliveries.place', { sequence, instance: instanceId.slice(-12) })}
      </Text>
    </div>
  )
}

function LastAttemptCell({ delivery: { lastAttempt } }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('applications')
  return lastAttempt === null ? t('deliveries.never') : <Since time={lastAttempt.attemptedAt} />
}

/** One press for what was given up: a receiver takes an event that it has had already for the same. */
function RedeliverButton({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('applications')
  const eventName = useEventName()
  const { eventId, type, sequence } = delivery
  const send = useRedeliver(eventId)
  return (
    <Button
      variant="light"
      size="compact-sm"
      loading={send.isPending}
      aria-label={t('redeliver.one.of', { event: `${eventName(type)} ${sequence}` })}
      onClick={() => send.mutate(undefined, { onError: notifyProblem })}
    >
      {t('redeliver.one.action')}
    </Button>
  )
}
