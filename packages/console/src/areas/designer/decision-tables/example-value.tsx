import { Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Bound } from './input-cell.tsx'
import type { Example, Input, Value } from './table.ts'

/** The value of one variable in an example; without one it is left out. */
export function ExampleValue(props: {
  readonly input: Input
  readonly label: string
  readonly values: Example['values']
  readonly onChange: (values: Example['values']) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { input, label, values, disabled } = props
  const value = values[input.variable]
  const set = (next: Value) => {
    const { [input.variable]: _, ...rest } = values
    props.onChange(next === '' ? rest : { ...rest, [input.variable]: next })
  }
  const common = { 'aria-label': label, size: 'xs', disabled } as const
  if (input.type === 'boolean') {
    return (
      <Select
        {...common}
        data={[
          { value: 'true', label: t('tables.yes') },
          { value: 'false', label: t('tables.no') },
        ]}
        value={value === undefined ? null : String(value)}
        clearable
        onChange={(chosen) => set(chosen === null ? '' : chosen === 'true')}
      />
    )
  }
  if (input.type === 'string') {
    return (
      <TextInput
        {...common}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  return <Bound {...{ type: input.type, label, disabled }} value={value ?? ''} onChange={set} />
}
