import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBizTypeName } from '../../shared/biz-types.ts'
import type { Column } from '../../shared/list/data-table.tsx'
import { Since } from '../../shared/time-text.tsx'
import { DeliveryTag } from './delivery-tag.tsx'
import { useEventName } from './event-name.ts'
import type { Delivery } from './queries.ts'

export function useDeliveryColumns(): readonly Column<Delivery>[] {
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
      {
        id: 'created',
        header: t('field.created'),
        width: '9rem',
        wideOnly: true,
        cell: ({ createdAt }) => <Since time={createdAt} />,
      },
    ],
    [t, typeName],
  )
}

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
