import { Select } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { instanceStatuses, type StartedSearch } from '../search.ts'

/** Narrows a list of approvals to those in one state. */
export function StatusSelect(props: {
  readonly value: StartedSearch['status'] | undefined
  readonly onChange: (status: StartedSearch['status'] | undefined) => void
}) {
  const { t } = useTranslation('inbox')
  return (
    <Select
      aria-label={t('filter.status')}
      placeholder={t('filter.allStates')}
      clearable
      w={170}
      data={instanceStatuses.map((value) => ({ value, label: t(`common:status.${value}`) }))}
      value={props.value ?? null}
      onChange={(status) => props.onChange(status ?? undefined)}
    />
  )
}
