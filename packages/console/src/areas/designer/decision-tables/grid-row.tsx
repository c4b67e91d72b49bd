import { ActionIcon, Group, TextInput } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { InputCellField } from './input-cell.tsx'
import { OutputCellField } from './output-cell.tsx'
import { moveRow, removeRow, type OutputCell, type Row, type Table } from './table.ts'
import { inputName, outputName } from './words.ts'

interface RowProps {
  readonly table: Table
  readonly row: Row
  readonly at: number
  readonly isFaulty: boolean
  readonly disabled: boolean
  readonly onChange: (row: Row) => void
  readonly onTable: (table: Table) => void
}

/** A condition for each variable, and what comes of them together. */
export function GridRow(props: RowProps) {
  const { t } = useTranslation('designer')
  const { table, row, at, isFaulty, disabled, onChange } = props
  const number = at + 1
  const label = t('tables.row', { number })
  return (
    <tr data-faulty={isFaulty || undefined}>
      <th scope="row">{number}</th>
      {table.inputs.map((input, column) => (
        <td key={input.variable}>
          <InputCellField
            input={input}
            label={`${label}, ${inputName(input)}`}
            cell={row.inputs[column] ?? null}
            disabled={disabled}
            onChange={(cell) => onChange({ ...row, inputs: row.inputs.with(column, cell) })}
          />
        </td>
      ))}
      <Results
        {...{ table, label, disabled }}
        cells={row.outputs}
        onChange={(outputs) => onChange({ ...row, outputs })}
      />
      <NoteCell {...{ row, label, disabled, onChange }} />
      {!disabled && (
        <td>
          <RowActions {...{ table, at }} onTable={props.onTable} />
        </td>
      )}
    </tr>
  )
}

/** What comes of a row, of all else, or is expected of an example. */
export function Results(props: {
  readonly table: Table
  readonly label: string
  readonly cells: readonly OutputCell[]
  readonly disabled: boolean
  readonly onChange: (cells: OutputCell[]) => void
}) {
  const { t } = useTranslation('designer')
  const { table, label, cells, disabled } = props
  return table.outputs.map((output, column) => (
    <td key={output.name} data-type={output.type}>
      <OutputCellField
        output={output}
        label={`${label}, ${outputName(output, t)}`}
        cell={cells[column] ?? null}
        disabled={disabled}
        onChange={(cell) =>
          props.onChange(table.outputs.map((_, at) => (at === column ? cell : (cells[at] ?? null))))
        }
      />
    </td>
  ))
}

function NoteCell(
  props: Pick<RowProps, 'row' | 'disabled' | 'onChange'> & { readonly label: string },
) {
  const { t } = useTranslation('designer')
  const { row, label, disabled, onChange } = props
  return (
    <td>
      <TextInput
        size="xs"
        aria-label={`${label}, ${t('tables.note')}`}
        value={row.note ?? ''}
        maxLength={500}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => {
          const { note: _, ...rest } = row
          onChange(value === '' ? rest : { ...rest, note: value })
        }}
      />
    </td>
  )
}

function RowActions(props: {
  readonly table: Table
  readonly at: number
  readonly onTable: (table: Table) => void
}) {
  const { t } = useTranslation('designer')
  const { table, at, onTable } = props
  const number = at + 1
  const actions = [
    ['up', t('tables.moveUp', { number }), at === 0, () => moveRow(table, at, at - 1)],
    [
      'down',
      t('tables.moveDown', { number }),
      number === table.rows.length,
      () => moveRow(table, at, number),
    ],
    ['cross', t('tables.removeRow', { number }), false, () => removeRow(table, at)],
  ] as const
  return (
    <Group gap={2} wrap="nowrap">
      {actions.map(([icon, label, isOff, run]) => (
        <ActionIcon
          key={icon}
          variant="subtle"
          size="sm"
          aria-label={label}
          disabled={isOff}
          onClick={() => onTable(run())}
        >
          <Icon name={icon} size={14} />
        </ActionIcon>
      ))}
    </Group>
  )
}
