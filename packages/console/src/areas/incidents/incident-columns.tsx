import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBizTypeName } from '../../shared/biz-types.ts'
import type { Column } from '../../shared/list/data-table.tsx'
import { Tag } from '../../shared/status-badge.tsx'
import { Since } from '../../shared/time-text.tsx'
import type { Incident } from './kinds.ts'

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
    ],
    [t, typeName],
  )
}

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
