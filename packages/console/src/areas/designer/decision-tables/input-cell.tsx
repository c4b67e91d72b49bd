import { NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import {
  hasUpper,
  isRange,
  operatorOf,
  operatorsOf,
  toCell,
  toValue,
  valuesOf,
  type Operator,
} from './cell.ts'
import type { Input, InputCell, Value } from './table.ts'
import { inputName } from './words.ts'

interface Props {
  readonly input: Input
  /** Names the cell to those who do not see where it stands. */
  readonly label: string
  readonly cell: InputCell
  readonly onChange: (cell: InputCell) => void
  readonly disabled: boolean
}

/** One condition: how it is compared, and with what. */
export function InputCellField({ input, label, cell, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const operator = operatorOf(cell)
  const values = valuesOf(cell)
  const offered = operatorsOf(input.type)
  const wordOf = (one: Operator) => {
    const isDate = input.type === 'date' && isRange(one) && !hasUpper(one)
    return isDate ? t(`tables.dateOp.${one as 'minimum'}`) : t(`tables.op.${one}`)
  }
  const setAt = (at: number) => (value: Value) => {
    const next = [values[0] ?? '', values[1] ?? '']
    onChange(toCell(operator, next.with(at, value)))
  }
  const part = { type: input.type, disabled }
  return (
    <Stack gap={4}>
      <Select
        aria-label={`${label}: ${t('tables.operator', { name: inputName(input) })}`}
        size="xs"
        data={offered.map((one) => ({ value: one, label: wordOf(one) }))}
        value={operator}
        allowDeselect={false}
        disabled={disabled}
        onChange={(chosen) => {
          const next = offered.find((one) => one === chosen)
          if (next !== undefined && next !== operator) onChange(toCell(next, values))
        }}
      />
      {isRange(operator) && (
        <Bound {...part} label={label} value={values[0] ?? ''} onChange={setAt(0)} />
      )}
      {hasUpper(operator) && (
        <Bound
          {...part}
          label={t('tables.upper', { name: label })}
          value={values[1] ?? ''}
          onChange={setAt(1)}
        />
      )}
      {(operator === 'oneOf' || operator === 'noneOf') && (
        <Listed
          {...part}
          label={label}
          values={values}
          onChange={(next) => onChange(toCell(operator, next))}
        />
      )}
    </Stack>
  )
}

interface BoundProps {
  readonly type: Input['type']
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly disabled: boolean
}

/** A number or a date to compare with. */
export function Bound({ type, label, value, onChange, disabled }: BoundProps) {
  if (type === 'date') {
    return (
      <TextInput
        type="date"
        size="xs"
        aria-label={label}
        value={String(value)}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <NumberInput
      size="xs"
      aria-label={label}
      thousandSeparator=","
      hideControls
      value={typeof value === 'boolean' ? '' : value}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

function Listed(props: {
  readonly type: Input['type']
  readonly label: string
  readonly values: readonly Value[]
  readonly onChange: (values: readonly Value[]) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { type, label, values, onChange, disabled } = props
  if (type === 'boolean') {
    const [value] = values
    return (
      <Select
        size="xs"
        aria-label={label}
        data={[
          { value: 'true', label: t('tables.yes') },
          { value: 'false', label: t('tables.no') },
        ]}
        value={value === undefined ? null : String(value)}
        disabled={disabled}
        onChange={(chosen) => onChange(chosen === null ? [] : [chosen === 'true'])}
      />
    )
  }
  return (
    <TagsInput
      size="xs"
      aria-label={label}
      value={values.map(String)}
      splitChars={[',', '，', ';', '；']}
      acceptValueOnBlur
      disabled={disabled}
      onChange={(texts) => onChange(texts.map((text) => toValue(type, text)))}
    />
  )
}
