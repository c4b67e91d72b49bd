import { NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useBizTypes } from '../../shared/biz-types.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { useSearchText } from '../../shared/form/use-search-text.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './applications.module.css'
import { deliveryStatuses, isId, type DeliverySearch } from './search.ts'

const route = getRouteApi('/deliveries')

/** Status, business type and approval; the address keeps them. */
export function DeliveryFilters({ search }: { readonly search: DeliverySearch }) {
  const { t } = useTranslation('applications')
  const navigate = route.useNavigate()
  const { data: bizTypes = [] } = useBizTypes()
  const change = (next: { [K in keyof DeliverySearch]?: DeliverySearch[K] | undefined }) =>
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  const instance = useSearchText(search.instance ?? '', (text) => {
    if (text === '' || isId(text)) change({ instance: text })
  })
  return (
    <search className={classes.filters}>
      <NativeSelect
        aria-label={t('field.status')}
        data={[
          { value: '', label: t('deliveries.allStatuses') },
          ...deliveryStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        value={search.status ?? ''}
        onChange={({ currentTarget }) =>
          change({ status: deliveryStatuses.find((known) => known === currentTarget.value) })
        }
      />
      <NativeSelect
        aria-label={t('field.bizType')}
        data={[
          { value: '', label: t('deliveries.allTypes') },
          ...bizTypes.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={search.bizType ?? ''}
        onChange={({ currentTarget }) => change({ bizType: currentTarget.value })}
      />
      <TextInput
        {...instance}
        className={classes.id ?? ''}
        type="search"
        aria-label={t('deliveries.instance')}
        placeholder={t('deliveries.instance')}
        error={instance.value !== '' && !isId(instance.value) && t('deliveries.noId')}
      />
    </search>
  )
}
