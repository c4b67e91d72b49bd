import { NumberInput, Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import { Bound } from './input-cell.tsx'
import { PeopleCell } from './people-cell.tsx'
import { isPeople, type Output, type OutputCell, type Value } from './table.ts'

interface Props {
  readonly output: Output
  readonly label: string
  readonly cell: OutputCell
  readonly onChange: (cell: OutputCell) => void
  readonly disabled: boolean
}

const orders = ['together', 'inTurn'] as const

/** One result: people, how they are asked, or a value. */
export function OutputCellField(props: Props) {
  const { t } = useTranslation('designer')
  const { output, label, cell, onChange, disabled } = props
  const { type } = output
  switch (type) {
    case 'people':
      return (
        <PeopleCell
          label={label}
          people={isPeople(cell) ? cell : []}
          onChange={(people) => onChange(people.length === 0 ? null : [...people])}
          disabled={disabled}
        />
      )
    case 'approvals':
      return <CountCell {...props} />
    case 'order':
      return <Chosen {...props} data={orders.map((value) => [value, t(`tables.order.${value}`)])} />
    case 'boolean':
      return (
        <Chosen
          {...props}
          onChange={(value) => onChange(value === null ? null : value === 'true')}
          data={[
            ['true', t('tables.yes')],
            ['false', t('tables.no')],
          ]}
        />
      )
    case 'due':
      return (
        <DueCell {...{ label, disabled, onChange }} text={typeof cell === 'string' ? cell : ''} />
      )
    case 'number':
    case 'date': {
      const value = typeof cell === 'number' || typeof cell === 'string' ? cell : ''
      const set = (next: Value) => onChange(next === '' ? null : next)
      return <Bound {...{ type, label, value, disabled }} onChange={set} />
    }
    case 'string':
      return <TextCell {...props} />
  }
}

function CountCell({ label, cell, onChange, disabled }: Props) {
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      disabled={disabled}
      min={1}
      max={500}
      value={typeof cell === 'number' ? cell : ''}
      onChange={(value) => onChange(typeof value === 'number' ? value : null)}
    />
  )
}

/** One of a few, each with its word. */
function Chosen(props: Props & { readonly data: readonly (readonly [string, string])[] }) {
  const { cell } = props
  return (
    <Select
      aria-label={props.label}
      size="xs"
      data={props.data.map(([value, label]) => ({ value, label }))}
      value={cell === null || isPeople(cell) ? null : String(cell)}
      clearable
      disabled={props.disabled}
      onChange={props.onChange}
    />
  )
}

function TextCell({ label, cell, onChange, disabled }: Omit<Props, 'output'>) {
  return (
    <TextInput
      aria-label={label}
      size="xs"
      disabled={disabled}
      value={typeof cell === 'string' ? cell : ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : currentTarget.value)
      }
    />
  )
}

const units = ['H', 'D', 'W'] as const
const written = (count: number, unit: string) => (unit === 'H' ? `PT${count}H` : `P${count}${unit}`)

/** How long there is: one number with its unit. What is put together of several stays until it is changed. */
function DueCell(props: {
  readonly label: string
  readonly text: string
  readonly onChange: (cell: OutputCell) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  const { label, text, onChange, disabled } = props
  const [, count, unit = 'D'] = /^PT?(\d+)([HDW])$/.exec(text) ?? []
  if (text !== '' && count === undefined) {
    return <TextCell {...{ label, onChange, disabled }} cell={text} />
  }
  return (
    <Group gap={4} wrap="nowrap">
      <NumberInput
        size="xs"
        w="4rem"
        hideControls
        aria-label={label}
        min={1}
        value={count === undefined ? '' : Number(count)}
        disabled={disabled}
        onChange={(next) => onChange(typeof next === 'number' ? written(next, unit) : null)}
      />
      <Select
        size="xs"
        w="6rem"
        aria-label={t('tables.unit', { name: label })}
        data={units.map((value) => ({ value, label: t(`tables.units.${value}`) }))}
        value={unit}
        allowDeselect={false}
        disabled={disabled || count === undefined}
        onChange={(next) => {
          if (next !== null && count !== undefined) onChange(written(Number(count), next))
        }}
      />
    </Group>
  )
}
