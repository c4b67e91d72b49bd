import { NumberInput, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNames } from '../../../shared/people/people.ts'
import { PeopleField, PersonField } from '../../../shared/people/people-field.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { isList, type Clause, type ClauseValue, type Field } from './condition.ts'

interface Props {
  readonly field: Field
  readonly clause: Clause
  readonly onChange: (value: ClauseValue) => void
}

/** The value that is asked for, as its type is written. */
export function ClauseValueInput({ field, clause, onChange }: Props) {
  const { t } = useTranslation('designer')
  const { value, operator } = clause
  const label = t('condition.value')
  const text = typeof value === 'string' ? value : ''
  const tell = (next: string) => onChange(next === '' ? undefined : next)
  switch (field.type) {
    case 'number':
      return <NumberValue label={label} value={value} onChange={onChange} />
    case 'date':
      return (
        <TextInput
          aria-label={label}
          flex={1}
          type={/^(\d{4}-\d\d-\d\d)?$/.test(text) ? 'date' : 'text'}
          value={text}
          onChange={({ currentTarget }) => tell(currentTarget.value)}
        />
      )
    case 'user':
    case 'users':
      return <PersonValue label={label} clause={clause} onChange={onChange} />
    case 'string':
    case 'boolean':
      return isList(operator) ? (
        <TagsInput
          aria-label={label}
          flex={1}
          value={[...textsOf(value)]}
          onChange={onChange}
          acceptValueOnBlur
        />
      ) : (
        <TextInput
          aria-label={label}
          flex={1}
          value={text}
          onChange={({ currentTarget }) => tell(currentTarget.value)}
        />
      )
  }
}

const textsOf = (value: ClauseValue): readonly string[] => (Array.isArray(value) ? value : [])

function NumberValue(props: {
  readonly label: string
  readonly value: ClauseValue
  readonly onChange: (value: ClauseValue) => void
}) {
  const { value } = props
  // While it is typed it need not be a number yet: "10." or "-".
  const [typed, setTyped] = useState<string | number>('')
  const shown = numberOf(typed) === value ? typed : typeof value === 'number' ? value : ''
  return (
    <NumberInput
      aria-label={props.label}
      flex={1}
      hideControls
      value={shown}
      onChange={(next) => {
        setTyped(next)
        props.onChange(numberOf(next))
      }}
    />
  )
}

function numberOf(typed: string | number): number | undefined {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : undefined
}

/** Documents name people by their ids; who reads them wants names. */
function PersonValue(props: {
  readonly label: string
  readonly clause: Clause
  readonly onChange: (value: ClauseValue) => void
}) {
  const { value, operator } = props.clause
  const ids = typeof value === 'string' ? [value] : textsOf(value)
  const nameOf = useNames(ids)
  const people = ids.map((id) => ({ id, name: nameOf(id) }))
  return (
    <div className={classes.clauseValue}>
      {isList(operator) ? (
        <PeopleField
          label={props.label}
          value={people}
          onChange={(chosen) => props.onChange(chosen.map(({ id }) => id))}
        />
      ) : (
        <PersonField
          label={props.label}
          value={people[0] ?? null}
          onChange={(person) => props.onChange(person?.id)}
        />
      )}
    </div>
  )
}
