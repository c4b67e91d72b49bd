import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import { findAddressFault } from './address-fault.ts'

/** Addresses that are compared letter by letter: each is looked at while it is typed. */
export function AddressesField(props: {
  readonly value: string[]
  readonly onChange: (value: string[]) => void
  readonly error: string | undefined
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly isAgent?: boolean
}) {
  const { t } = useTranslation('administration')
  const { error, isAgent = false, ...field } = props
  const [typed, setTyped] = useState('')
  // Nobody is told that the first letters of an address are none.
  const looked = [...field.value, ...(typed.includes('://') ? [typed] : [])]
  const [faulty] = looked.flatMap((address) => {
    const fault = findAddressFault(address, isAgent)
    return fault === undefined ? [] : [t(`clients.fault.${fault}`, { address })]
  })
  return (
    <TagsInput {...field} searchValue={typed} onSearchChange={setTyped} error={error ?? faulty} />
  )
}
