import { Group, NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useBizTypes } from '../../shared/biz-types.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { useTranslation } from '../../text/i18n.ts'
import { kinds } from './kinds.ts'
import { states, type IncidentSearch } from './search.ts'

const route = getRouteApi('/incidents')

/** Kind, business type and state; the address keeps them. */
export function IncidentFilters({ search }: { readonly search: IncidentSearch }) {
  const { t } = useTranslation('incidents')
  const navigate = route.useNavigate()
  const { data: bizTypes = [] } = useBizTypes()
  const change = (next: { [K in keyof IncidentSearch]?: IncidentSearch[K] | undefined }) =>
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  return (
    <Group component="search" gap="sm">
      <NativeSelect
        aria-label={t('field.state')}
        data={states.map((value) => ({
          value,
          label: value === 'all' ? t('allStates') : t(`state.${value}`),
        }))}
        value={search.state ?? 'open'}
        onChange={({ currentTarget }) =>
          change({ state: states.find((known) => known === currentTarget.value) })
        }
      />
      <NativeSelect
        aria-label={t('field.kind')}
        data={[
          { value: '', label: t('allKinds') },
          ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        value={search.kind ?? ''}
        onChange={({ currentTarget }) =>
          change({ kind: kinds.find((known) => known === currentTarget.value) })
        }
      />
      <NativeSelect
        aria-label={t('field.bizType')}
        data={[
          { value: '', label: t('allTypes') },
          ...bizTypes.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={search.bizType ?? ''}
        onChange={({ currentTarget }) => change({ bizType: currentTarget.value })}
      />
    </Group>
  )
}
