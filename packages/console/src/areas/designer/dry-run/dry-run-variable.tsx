import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BizType } from '../../../shared/biz-types.ts'
import type { Principal } from '../../../shared/people/people.ts'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'

/** A field for one variable of the business type; undefined while it is not filled in. */
export function DryRunVariable(props: {
  readonly variable: BizType['variables'][number]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
  const { value, onChange } = props
  const { name, label = name, type, required = false } = props.variable
  switch (type) {
    case 'number':
      return (
        <NumberInput
          label={label}
          required={required}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      )
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'user':
    case 'users':
      return <PersonInput label={label} isList={type === 'users'} onChange={onChange} />
    case 'date':
    case 'string':
      return (
        <TextInput
          label={label}
          required={required}
          {...(type === 'date' ? { type: 'date' } : {})}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.value)
          }
        />
      )
  }
}

function PersonInput(props: {
  readonly label: string
  readonly isList: boolean
  readonly onChange: (value: unknown) => void
}) {
  const [person, setPerson] = useState<Principal | null>(null)
  return (
    <PrincipalSelect
      label={props.label}
      kinds={['user']}
      value={person}
      onChange={(next) => {
        setPerson(next)
        props.onChange(next === null ? undefined : props.isList ? [next.id] : next.id)
      }}
    />
  )
}
