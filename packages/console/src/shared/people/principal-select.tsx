import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import type { IconName } from '../icon.tsx'
import { Offer } from './offer.tsx'
import { findPrincipalsQuery, type Principal, type PrincipalKind } from './people.ts'

const pauseMs = 200
const icons: Readonly<Record<PrincipalKind, IconName>> = {
  user: 'user',
  role: 'shield',
  department: 'users',
}

/** Chooses a person, a role or a department by typing a part of the name. */
export function PrincipalSelect(props: {
  readonly label: string
  readonly kinds: readonly PrincipalKind[]
  readonly value: Principal | null
  readonly onChange: (principal: Principal | null) => void
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly disabled?: boolean
}) {
  const { t } = useTranslation('common')
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, pauseMs)
  const found = useQuery({
    ...findPrincipalsQuery(asked, props.kinds),
    placeholderData: keepPreviousData,
  })
  const offered = withChosen(found.data ?? [], props.value)
  return (
    <Select
      label={props.label}
      placeholder={props.placeholder ?? t('people.type')}
      searchable
      clearable
      // What fits is the service's to say.
      filter={({ options }) => options}
      data={offered.map((each) => ({ value: keyOf(each), label: each.name }))}
      value={props.value === null ? null : keyOf(props.value)}
      onChange={(key) => props.onChange(offered.find((each) => keyOf(each) === key) ?? null)}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={found.isFetching ? t('state.loading') : t('people.none')}
      error={props.error}
      disabled={props.disabled ?? false}
      renderOption={({ option }) => {
        const principal = offered.find((each) => keyOf(each) === option.value)
        if (principal === undefined) return option.label
        const { kind, name, detail } = principal
        return <Offer icon={icons[kind]} name={name} detail={detail} />
      }}
    />
  )
}

const keyOf = ({ kind, id }: Principal) => `${kind}:${id}`

function withChosen(found: readonly Principal[], chosen: Principal | null): readonly Principal[] {
  if (chosen === null || found.some((each) => keyOf(each) === keyOf(chosen))) return found
  return [chosen, ...found]
}
