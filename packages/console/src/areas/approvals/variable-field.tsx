import { NumberInput, Switch, TextInput } from '@mantine/core'
import { PeopleField, PersonField } from '../../shared/people/people-field.tsx'
import type { Person } from '../../shared/people/person.ts'
import type { FieldValue, Variable } from './variables.ts'

/** The input that fits the type of a variable. */
export function VariableField(props: {
  readonly variable: Variable
  readonly label: string
  readonly value: FieldValue
  readonly onChange: (value: FieldValue) => void
  readonly error: string | undefined
}) {
  const { variable, label, value, onChange, error } = props
  const common = {
    label,
    required: variable.required ?? false,
    error,
    name: variable.name,
  }
  switch (variable.type) {
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : asText(value)}
          onChange={onChange}
          thousandSeparator
          hideControls
        />
      )
    case 'boolean':
      return (
        <Switch
          label={common.label}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'user':
      return <PersonField {...common} value={asPerson(value)} onChange={onChange} />
    case 'users':
      return <PeopleField {...common} value={asPeople(value)} onChange={onChange} />
    case 'string':
    case 'date':
      return (
        <TextInput
          {...common}
          type={variable.type === 'date' ? 'date' : 'text'}
          value={asText(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

const isPerson = (value: FieldValue): value is Person =>
  typeof value === 'object' && value !== null && 'id' in value

const asPerson = (value: FieldValue): Person | null => (isPerson(value) ? value : null)

const asPeople = (value: FieldValue): readonly Person[] => (Array.isArray(value) ? value : [])

const asText = (value: FieldValue): string => (typeof value === 'string' ? value : '')
