import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import { DrawnProcessContext } from '../drawn-process.ts'
import { decisionsQuery } from './queries.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (key: string) => void
  readonly disabled?: boolean
  readonly hint?: string
}

/** One of the published decision tables about what the process is about, by its key. */
export function TableSelect({ label, value, onChange, disabled = false, hint }: Props) {
  const { t } = useTranslation('designer')
  const { bizType } = useContext(DrawnProcessContext)
  const { data: decisions = [] } = useQuery(decisionsQuery)
  const data = decisions
    .filter((one) => one.status === 'PUBLISHED' && one.bizType === bizType)
    .map(({ key, name }) => ({ value: key, label: name }))
  // What is named and not published is told among the problems; it must not look as if nothing was chosen.
  const isKnown = value === '' || data.some((one) => one.value === value)
  return (
    <Select
      label={label}
      description={data.length === 0 ? t('tables.nonePublished') : hint}
      flex={1}
      data={isKnown ? data : [...data, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key ?? '')}
      disabled={disabled}
    />
  )
}
