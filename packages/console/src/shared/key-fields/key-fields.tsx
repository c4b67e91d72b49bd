import { formatKeyField, type KeyField } from '@countersign/contracts'
import { createContext, Fragment, useContext, useMemo, type ReactNode } from 'react'
import { currentLanguage } from '../../text/i18n.ts'
import { useNames } from '../people/people.ts'
import classes from './key-fields.module.css'

interface WithKeyFields {
  readonly keyFields?: readonly KeyField[]
}

const Names = createContext<(userId: string) => string | undefined>(() => undefined)

/** Asks once for the people whom the key fields of a whole list name. */
export function KeyFieldNames(props: {
  readonly of: readonly WithKeyFields[]
  readonly children: ReactNode
}) {
  const ids = useMemo(() => props.of.flatMap(peopleIn), [props.of])
  return <Names value={useNames(ids)}>{props.children}</Names>
}

const peopleIn = ({ keyFields = [] }: WithKeyFields): readonly string[] =>
  keyFields.flatMap(({ format, value }) =>
    format === 'person' && typeof value !== 'number' ? [value].flat() : [],
  )

/** The first of them, which is what a list is looked through for: an amount, as a rule. */
export function FirstKeyField({ keyFields: [first] = [] }: WithKeyFields) {
  const write = useWriting()
  if (first === undefined) return null
  return (
    <strong className={classes.first} title={first.label[currentLanguage()]}>
      {write(first)}
    </strong>
  )
}

/** The others, in one line. */
export function OtherKeyFields({ keyFields: [, ...others] = [] }: WithKeyFields) {
  const write = useWriting()
  return others.map((field) => (
    <Fragment key={field.name}>
      <span className={classes.other} title={field.label[currentLanguage()]}>
        {write(field)}
      </span>
      {' · '}
    </Fragment>
  ))
}

/** A value that says nothing by itself has its label before it. */
function useWriting(): (field: KeyField) => string {
  const nameOf = useContext(Names)
  return (field) => {
    const language = currentLanguage()
    const value = formatKeyField(field, { language, nameOf })
    return saysItself(field) ? value : `${field.label[language]} ${value}`
  }
}

function saysItself({ format, unit }: KeyField): boolean {
  if (format === 'quantity') return unit !== undefined
  return format !== 'date' && format !== 'dateTime'
}
