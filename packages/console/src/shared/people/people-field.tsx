import {
  Group,
  MultiSelect,
  Select,
  Text,
  type ComboboxItem,
  type ComboboxParsedItem,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
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

/** Offers people while one types; those who are chosen stay in the list, so that they have a name. */
function usePeople(chosen: readonly Person[]) {
  const { t } = useTranslation('common')
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, pauseMs)
  // The field writes into itself who is chosen, or their id as long as the name is on its way: nobody typed that.
  const isChosen = chosen.some(({ id, name }) => searched === name || searched === id)
  const { data: found = [], isFetching } = useQuery({
    ...findPrincipalsQuery(isChosen ? '' : searched, kinds),
    placeholderData: keepPreviousData,
  })
  const offered = new Map<string, Person & { readonly detail?: string }>(
    [...chosen, ...found].map((person) => [person.id, person]),
  )
  const fits = new Set(found.map(({ id }) => id))
  return {
    offered,
    props: {
      searchable: true,
      clearable: true,
      data: [...offered.values()].map(({ id, name }) => ({ value: id, label: name })),
      onSearchChange: setText,
      // Who fits is the service's to say, which knows user names as well.
      filter: ({ options }: { options: ComboboxParsedItem[] }) =>
        options.filter((option) => 'value' in option && (text === '' || fits.has(option.value))),
      renderOption: ({ option }: { option: ComboboxItem }) => (
        <Named name={option.label} detail={offered.get(option.value)?.detail} />
      ),
      nothingFoundMessage: isFetching ? t('state.loading') : t('people.none'),
      placeholder: t('people.type'),
      // Within the page's landmark, as everything on it.
      comboboxProps: { portalProps: { target: 'main' } },
    },
  }
}

/** Two people may have one name. */
const Named = ({
  name,
  detail,
}: {
  readonly name: string
  readonly detail?: string | undefined
}) => (
  <Group gap="xs" wrap="nowrap">
    <Text size="sm">{name}</Text>
    <Text size="xs" c="dimmed">
      {detail}
    </Text>
  </Group>
)

/** One person. */
export function PersonField(
  props: Common & {
    readonly value: Person | null
    readonly onChange: (person: Person | null) => void
  },
) {
  const { value, onChange, ...rest } = props
  const { offered, props: search } = usePeople(value === null ? [] : [value])
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
  const { offered, props: search } = usePeople(value)
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
