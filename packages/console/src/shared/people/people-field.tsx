import { MultiSelect, Select, type ComboboxItem, type ComboboxParsedItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { Offer } from './offer.tsx'
import { findPrincipalsQuery } from './people.ts'
import type { Person } from './person.ts'

interface Common {
  readonly label: string
  readonly description?: string | undefined
  readonly required?: boolean | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean | undefined
}

const pauseMs = 200
const kinds = ['user'] as const

/**
 * Offers people while one types; those who are chosen stay in the list, so that they have a name.
 *
 * @param written Whom the field writes into itself, or their id as long as the name is on its way: nobody typed that.
 */
function usePeople(chosen: readonly Person[], written: Person | null) {
  const { t } = useTranslation('common')
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, pauseMs)
  const isWritten = searched === written?.name || searched === written?.id
  const query = useQuery({
    ...findPrincipalsQuery(isWritten ? '' : searched, kinds),
    placeholderData: keepPreviousData,
  })
  const { data: found = [] } = query
  const isAnswered = text !== '' && text === searched && !query.isPlaceholderData
  const offered = new Map<string, Person & { readonly detail?: string }>(
    [...chosen, ...found].map((person) => [person.id, person]),
  )
  const fits = new Set(found.map(({ id }) => id))
  const typed = text.trim().toLowerCase()
  // Who fits is the service's to say, which knows user names as well; until then it goes by the names here.
  const isOffered = ({ value, label }: ComboboxItem) =>
    isAnswered ? fits.has(value) : label.toLowerCase().includes(typed)
  return {
    offered,
    props: {
      searchable: true,
      clearable: true,
      data: [...offered.values()].map(({ id, name }) => ({ value: id, label: name })),
      onSearchChange: setText,
      filter: ({ options }: { options: ComboboxParsedItem[] }) =>
        options.filter((option) => 'value' in option && isOffered(option)),
      renderOption: ({ option }: { option: ComboboxItem }) => (
        <Offer name={option.label} detail={offered.get(option.value)?.detail} />
      ),
      nothingFoundMessage:
        query.isFetching || text !== searched ? t('state.loading') : t('people.none'),
      placeholder: t('people.type'),
      // Within the page's landmark, as everything on it.
      comboboxProps: { portalProps: { target: 'main' } },
    },
  }
}

/** One person. */
export function PersonField(
  props: Common & {
    readonly value: Person | null
    readonly onChange: (person: Person | null) => void
  },
) {
  const { value, onChange, ...rest } = props
  const { offered, props: search } = usePeople(value === null ? [] : [value], value)
  return (
    <Select
      {...definedOnly(rest)}
      {...search}
      value={value?.id ?? null}
      onChange={(id) => onChange(id === null ? null : (offered.get(id) ?? null))}
    />
  )
}

/** Several people. */
export function PeopleField(
  props: Common & {
    readonly value: readonly Person[]
    readonly onChange: (people: readonly Person[]) => void
  },
) {
  const { value, onChange, ...rest } = props
  const { offered, props: search } = usePeople(value, null)
  return (
    <MultiSelect
      {...definedOnly(rest)}
      {...search}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => offered.get(id) ?? []))}
    />
  )
}

function definedOnly({ label, description, required, error, disabled }: Common) {
  return { label, description, required: required ?? false, error, disabled: disabled ?? false }
}
