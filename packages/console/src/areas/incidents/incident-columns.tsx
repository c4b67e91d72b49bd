import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useBizTypeName } from '../../shared/biz-types.ts'
import type { Column } from '../../shared/list/data-table.tsx'
import { Tag } from '../../shared/status-badge.tsx'
import { Since } from '../../shared/time-text.tsx'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { Incident } from './kinds.ts'
import { useRetry } from './use-retry.ts'

export function useIncidentColumns(): readonly Column<Incident>[] {
  const { t } = useTranslation('incidents')
  const typeName = useBizTypeName()
  return useMemo(
    () => [
      {
        id: 'kind',
        header: t('field.kind'),
        width: 'minmax(10rem, 1fr)',
        cell: (incident) => <KindCell incident={incident} />,
      },
      {
        id: 'approval',
        header: t('field.approval'),
        width: 'minmax(8rem, 2fr)',
        cell: ({ instance }) => instance.title,
      },
      {
        id: 'bizType',
        header: t('field.bizType'),
        width: 'minmax(7rem, 1fr)',
        wideOnly: true,
        cell: ({ bizType }) => typeName(bizType),
      },
      {
        id: 'state',
        header: t('field.state'),
        width: '7rem',
        wideOnly: true,
        cell: ({ state }) => (
          <Tag tone={state === 'open' ? 'bad' : 'good'}>{t(`state.${state}`)}</Tag>
        ),
      },
      {
        id: 'raised',
        header: t('field.raised'),
        width: '9rem',
        wideOnly: true,
        cell: ({ raisedAt }) => <Since time={raisedAt} />,
      },
      retryColumn(t('field.actions')),
    ],
    [t, typeName],
  )
}

const retryColumn = (header: string): Column<Incident> => ({
  id: 'retry',
  header,
  width: '8rem',
  align: 'end',
  cell: (incident) => incident.state === 'open' && <RetryButton incident={incident} />,
})

function KindCell({ incident: { kind, node } }: { readonly incident: Incident }) {
  const { t } = useTranslation('incidents')
  return (
    <div>
      <Text fw={600} size="sm" truncate>
        {t(`kind.${kind}`)}
      </Text>
      <Text size="xs" c="var(--console-soft)" truncate>
        {node?.name}
      </Text>
    </div>
  )
}

/** One press: trying again changes nothing where it is stuck as before. */
function RetryButton({ incident }: { readonly incident: Incident }) {
  const { t } = useTranslation('incidents')
  const retry = useRetry(incident, { refused: notifyProblem })
  return (
    <Button
      variant="light"
      size="compact-sm"
      loading={retry.isPending}
      aria-label={t('retryOf', { title: incident.instance.title })}
      onClick={() => retry.mutate()}
    >
      {t('retry')}
    </Button>
  )
}
