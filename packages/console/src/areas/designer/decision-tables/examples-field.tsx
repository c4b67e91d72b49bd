import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { useTranslation } from '../../../text/i18n.ts'
import classes from './decision-tables.module.css'
import { ExampleValue } from './example-value.tsx'
import { Results } from './grid-row.tsx'
import { expecting, isPeople, type Example, type Written } from './table.ts'
import { givenWords, inputName, outputName, type TableFault } from './words.ts'

interface Props {
  readonly written: Written
  readonly onChange: (written: Written) => void
  /** What is wrong with each example; undefined while they were not tried. */
  readonly faults: ReadonlyMap<number, TableFault> | undefined
  readonly disabled: boolean
}

/** Values, what has to come of them, and what does. */
export function ExamplesField({ written, onChange, faults, disabled }: Props) {
  const { t } = useTranslation('designer')
  const { table, examples } = written
  const set = (next: readonly Example[]) => onChange({ ...written, examples: next })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keyboard, too, it has to scroll
    <div className={classes.scroll} role="region" aria-label={t('tables.examples')} tabIndex={0}>
      <table className={classes.grid}>
        <Head {...{ table, disabled }} />
        <tbody>
          {examples.map((example, at) => (
            <ExampleRow
              // Examples have no identity of their own; two may even be equal.
              // oxlint-disable-next-line react/no-array-index-key -- see above
              key={at}
              {...{ table, example, at, disabled }}
              fault={faults === undefined ? 'notTried' : faults.get(at)}
              onChange={(next) => set(examples.with(at, next))}
              onRemove={() => set(examples.toSpliced(at, 1))}
            />
          ))}
        </tbody>
      </table>
      {!disabled && (
        <Group p="xs" className={classes.below}>
          <Button
            size="xs"
            variant="light"
            onClick={() => set([...examples, { values: {}, expect: null }])}
          >
            {t('tables.addExample')}
          </Button>
        </Group>
      )}
    </div>
  )
}

function Head({ table, disabled }: Pick<RowProps, 'table' | 'disabled'>) {
  const { t } = useTranslation('designer')
  return (
    <thead>
      <tr>
        <th scope="col">{t('tables.rowNumber')}</th>
        {table.inputs.map((input) => (
          <th key={input.variable} scope="col">
            {inputName(input)}
          </th>
        ))}
        {table.outputs.map((output) => (
          <th key={output.name} scope="col" data-result="">
            {outputName(output, t)}
          </th>
        ))}
        <th scope="col">{t('tables.outcome')}</th>
        {!disabled && <th scope="col">{t('tables.actions')}</th>}
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly table: Written['table']
  readonly example: Example
  readonly at: number
  readonly fault: TableFault | 'notTried' | undefined
  readonly disabled: boolean
  readonly onChange: (example: Example) => void
  readonly onRemove: () => void
}

function ExampleRow(props: RowProps) {
  const { t } = useTranslation('designer')
  const { table, example, at, fault, disabled, onChange } = props
  const number = at + 1
  const labelOf = (name: string) => `${t('tables.example', { number })}, ${name}`
  return (
    <tr data-faulty={typeof fault === 'object' || undefined}>
      <th scope="row">{number}</th>
      {table.inputs.map((input) => (
        <td key={input.variable}>
          <ExampleValue
            input={input}
            label={labelOf(inputName(input))}
            values={example.values}
            disabled={disabled}
            onChange={(values) => onChange({ ...example, values })}
          />
        </td>
      ))}
      <Results
        {...{ table, disabled }}
        label={t('tables.example', { number })}
        cells={example.expect ?? []}
        onChange={(cells) => onChange(expecting(example, cells))}
      />
      <Judged {...{ example, fault, disabled, onChange }} label={labelOf(t('tables.takeGiven'))} />
      {!disabled && (
        <td>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('tables.removeExample', { number })}
            onClick={props.onRemove}
          >
            <Icon name="cross" size={14} />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}

/** What came of it; what the table gives can be taken for what is expected. */
function Judged(
  props: Pick<RowProps, 'example' | 'fault' | 'disabled' | 'onChange'> & { readonly label: string },
) {
  const { t } = useTranslation('designer')
  const { example, fault, disabled, onChange, label } = props
  const given = typeof fault === 'object' ? fault.given : undefined
  return (
    <td aria-live="polite">
      <Outcome fault={fault} />
      {!disabled && given !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          aria-label={label}
          onClick={() => onChange({ ...example, expect: given === null ? null : [...given] })}
        >
          {t('tables.takeGiven')}
        </Button>
      )}
    </td>
  )
}

function Outcome({ fault }: { readonly fault: TableFault | 'notTried' | undefined }) {
  const { t } = useTranslation('designer')
  const given = typeof fault === 'object' ? (fault.given ?? []) : []
  const named = given.flatMap((cell) => (isPeople(cell) ? cell.map(({ ref }) => ref ?? null) : []))
  const nameOf = useNames(named)
  if (fault === 'notTried') {
    return (
      <Text size="sm" c="dimmed">
        {t('tables.notTried')}
      </Text>
    )
  }
  if (fault === undefined) {
    return (
      <Text size="sm" c="var(--console-good)">
        {t('tables.right')}
      </Text>
    )
  }
  const isGiven = fault.code === 'example_differs'
  return (
    <Text size="sm" c="var(--console-bad)">
      {t('tables.wrong')}
      {isGiven && `: ${givenWords(fault.given, nameOf, t)}`}
    </Text>
  )
}
