import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../text/i18n.ts'

/** One of a few values; where nothing is said, the field says what holds then. */
export function Choice<T extends string>(props: {
  readonly label: string
  readonly description?: string
  readonly values: readonly T[]
  readonly name: (value: T) => string
  readonly value: T | undefined
  readonly onChange: (value: T | undefined) => void
  readonly disabled: boolean
  /** What holds where nothing is said: the first of the values, where it is not another one. */
  readonly usual?: T | undefined
  /** The same in words, where it is none of the values; nothing of a choice that has to be made. */
  readonly otherwise?: string
  readonly error?: ReactNode
}) {
  const { t } = useTranslation('designer')
  const { values, name, usual = values[0] } = props
  const what = props.otherwise ?? (usual === undefined ? '' : name(usual))
  return (
    <Select
      label={props.label}
      description={props.description}
      data={values.map((value) => ({ value, label: name(value) }))}
      placeholder={what === '' ? '' : t('rules.default', { what })}
      value={props.value ?? null}
      onChange={(value) => props.onChange(values.find((known) => known === value))}
      clearable
      error={props.error}
      disabled={props.disabled}
    />
  )
}
