import { ActionIcon, Button, Group } from '@mantine/core'
import { Fragment } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { ColumnHead } from './columns.tsx'
import classes from './decision-tables.module.css'
import { GridRow, Results } from './grid-row.tsx'
import { addRow, removeInput, removeOutput, setRow, type Table, type Written } from './table.ts'
import { inputName, outputName } from './words.ts'

interface Props {
  readonly written: Written
  readonly onChange: (written: Written) => void
  /** What is wrong with each row, in words. */
  readonly faults: ReadonlyMap<number, readonly string[]>
  readonly disabled: boolean
}

/** The rows of a table: conditions to the left, what comes of them to the right. */
export function Grid({ written, onChange, faults, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { table } = written
  const setTable = (next: Table) => onChange({ ...written, table: next })
  return (
    // What is wider than the page is reached by keys as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keyboard, too, it has to scroll
    <div className={classes.scroll} role="region" aria-label={t('tables.rows')} tabIndex={0}>
      <table className={classes.grid}>
        <Head {...{ written, onChange, disabled }} />
        <tbody>
          {table.rows.map((row, at) => (
            // Rows have no identity of their own; two may even be equal.
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <Fragment key={at}>
              <GridRow
                {...{ table, row, at, disabled }}
                isFaulty={faults.has(at)}
                onChange={(next) => setTable(setRow(table, at, next))}
                onTable={setTable}
              />
              {faults.has(at) && (
                <FaultsOfRow
                  texts={faults.get(at) ?? []}
                  columns={table.inputs.length + table.outputs.length + 2}
                />
              )}
            </Fragment>
          ))}
          {table.otherwise !== null && (
            <Otherwise
              {...{ table, disabled }}
              cells={table.otherwise}
              onChange={(otherwise) => setTable({ ...table, otherwise })}
            />
          )}
        </tbody>
      </table>
      {!disabled && <Below {...{ table }} onChange={setTable} />}
    </div>
  )
}

function Head({ written, onChange, disabled }: Omit<Props, 'faults'>) {
  const { t } = useTranslation('designer')
  const { table } = written
  return (
    <thead>
      <tr>
        <th scope="col">{t('tables.rowNumber')}</th>
        {table.inputs.map((input, at) => (
          <th key={input.variable} scope="col">
            <ColumnHead
              name={inputName(input)}
              onRemove={
                disabled ? undefined : () => onChange({ ...written, table: removeInput(table, at) })
              }
            />
          </th>
        ))}
        {table.outputs.map((output, at) => (
          <th key={output.name} scope="col" data-result="">
            <ColumnHead
              name={outputName(output, t)}
              onRemove={disabled ? undefined : () => onChange(removeOutput(written, at))}
            />
          </th>
        ))}
        <th scope="col">{t('tables.note')}</th>
        {!disabled && <th scope="col">{t('tables.actions')}</th>}
      </tr>
    </thead>
  )
}

function Below(props: { readonly table: Table; readonly onChange: (table: Table) => void }) {
  const { t } = useTranslation('designer')
  const { table, onChange } = props
  return (
    <Group gap="xs" p="xs" className={classes.below}>
      <Button size="xs" variant="light" onClick={() => onChange(addRow(table))}>
        {t('tables.addRow')}
      </Button>
      {table.otherwise === null && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange({ ...table, otherwise: table.outputs.map(() => null) })}
        >
          {t('tables.addOtherwise')}
        </Button>
      )}
    </Group>
  )
}

function FaultsOfRow(props: { readonly texts: readonly string[]; readonly columns: number }) {
  return (
    <tr>
      <td />
      <td colSpan={props.columns}>
        {props.texts.map((text) => (
          <p key={text} className={classes.fault}>
            <Icon name="alert" size={14} /> {text}
          </p>
        ))}
      </td>
    </tr>
  )
}

function Otherwise(props: {
  readonly table: Table
  readonly cells: NonNullable<Table['otherwise']>
  readonly disabled: boolean
  readonly onChange: (cells: Table['otherwise']) => void
}) {
  const { t } = useTranslation('designer')
  const { table, cells, disabled, onChange } = props
  return (
    <tr>
      <th scope="row" colSpan={table.inputs.length + 1}>
        {t('tables.otherwise')}
      </th>
      <Results {...{ table, cells, disabled, onChange }} label={t('tables.otherwise')} />
      <td />
      {!disabled && (
        <td>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('tables.removeOtherwise')}
            onClick={() => onChange(null)}
          >
            <Icon name="cross" size={14} />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}
