import { ActionIcon, Group, Select, Text } from '@mantine/core'
import { useContext } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { DrawnProcessContext } from '../drawn-process.ts'
import { ClauseValueInput } from './clause-value-input.tsx'
import {
  clauseOn,
  isAlone,
  operatorsOf,
  withOperator,
  type Clause,
  type Field,
} from './condition.ts'
import { operatorWords } from './condition-words.ts'

interface Props {
  readonly clause: Clause
  readonly number: number
  readonly takesFocus: boolean
  readonly onChange: (clause: Clause) => void
  readonly onRemove: () => void
}

/** One question: of what, how, and against which value. */
export function ClauseRow({ clause, number, takesFocus, onChange, onRemove }: Props) {
  const { t } = useTranslation('designer')
  const { fields } = useContext(DrawnProcessContext)
  const field = fields.find(({ name }) => name === clause.field)
  if (field === undefined) return null
  return (
    <div className={classes.clause} role="group" aria-label={t('condition.number', { number })}>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={t('condition.field')}
          flex={1}
          autoFocus={takesFocus}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={field.name}
          allowDeselect={false}
          onChange={(name) => {
            const next = fields.find((known) => known.name === name)
            if (next !== undefined && next !== field) onChange(clauseOn(next))
          }}
        />
        <ActionIcon
          variant="subtle"
          aria-label={t('condition.remove', { number })}
          onClick={onRemove}
        >
          <Icon name="cross" size={16} />
        </ActionIcon>
      </Group>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <OperatorSelect field={field} clause={clause} onChange={onChange} />
        {!isAlone(clause.operator) && (
          <ClauseValueInput
            field={field}
            clause={clause}
            onChange={(value) => onChange({ ...clause, value })}
          />
        )}
      </Group>
      {field.isOptional && !isAlone(clause.operator) && (
        <Text size="xs" c="dimmed">
          {t('condition.optional')}
        </Text>
      )}
    </div>
  )
}

function OperatorSelect(props: {
  readonly field: Field
  readonly clause: Clause
  readonly onChange: (clause: Clause) => void
}) {
  const { t } = useTranslation('designer')
  const { field, clause } = props
  const offered = operatorsOf(field)
  return (
    <Select
      aria-label={t('condition.operator')}
      flex={1}
      data={offered.map((value) => ({ value, label: operatorWords(value, field.type, t) }))}
      value={clause.operator}
      allowDeselect={false}
      onChange={(chosen) => {
        const next = offered.find((known) => known === chosen)
        if (next !== undefined) props.onChange(withOperator(clause, next))
      }}
    />
  )
}
