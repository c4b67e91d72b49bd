import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import {
  addInput,
  addOutput,
  columnType,
  newOutput,
  ruleTypes,
  type Variable,
  type Written,
} from './table.ts'

/** The name of a column, and a way to be rid of it. */
export function ColumnHead(props: {
  readonly name: string
  readonly onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('designer')
  const { name, onRemove } = props
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      {name}
      {onRemove !== undefined && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('tables.removeColumn', { name })}
          onClick={onRemove}
        >
          <Icon name="cross" size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Adds conditions on what the business type has, and results. */
export function AddColumns(props: {
  readonly written: Written
  readonly variables: readonly Variable[]
  readonly onChange: (written: Written) => void
}) {
  const { t } = useTranslation('designer')
  const { written, variables, onChange } = props
  const { table, examples } = written
  const typed = variables.filter((one) => columnType(one) !== undefined)
  const conditions = typed.filter(
    ({ name }) => !table.inputs.some((input) => input.variable === name),
  )
  const rules = ruleTypes.filter((type) => !table.outputs.some((one) => one.type === type))
  const values = typed.filter(({ name }) => !table.outputs.some((one) => one.name === name))
  const add = (of: Parameters<typeof newOutput>[0]) => {
    const output = newOutput(of)
    if (output !== undefined) onChange(addOutput(written, output))
  }
  return (
    <Group gap="xs">
      <AddMenu label={t('tables.condition')} isEmpty={conditions.length === 0}>
        {conditions.map((variable) => (
          <Menu.Item
            key={variable.name}
            onClick={() => onChange({ table: addInput(table, variable), examples })}
          >
            {variable.label ?? variable.name}
          </Menu.Item>
        ))}
      </AddMenu>
      <AddMenu label={t('tables.result')} isEmpty={rules.length + values.length === 0}>
        {rules.map((type) => (
          <Menu.Item key={type} onClick={() => add(type)}>
            {t(`tables.outputType.${type}`)}
          </Menu.Item>
        ))}
        {values.map((variable) => (
          <Menu.Item key={variable.name} onClick={() => add(variable)}>
            {variable.label ?? variable.name} ({t(`tables.outputType.${typeOf(variable)}`)})
          </Menu.Item>
        ))}
      </AddMenu>
    </Group>
  )
}

const typeOf = (variable: Variable) => columnType(variable) ?? 'string'

function AddMenu(props: {
  readonly label: string
  readonly isEmpty: boolean
  readonly children: React.ReactNode
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" disabled={props.isEmpty}>
          {props.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  )
}
