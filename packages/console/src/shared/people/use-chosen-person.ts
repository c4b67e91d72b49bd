import { useState } from 'react'
import { useNames, type Principal } from './people.ts'

/** A person that a form was opened with, by id, until another or nobody is chosen. */
export function useChosenPerson(id: string | null) {
  const nameOf = useNames([id])
  const [chosen, setChosen] = useState<Principal | null>()
  const present: Principal | null =
    id === null ? null : { kind: 'user', id, name: nameOf(id), detail: '' }
  return [chosen === undefined ? present : chosen, setChosen] as const
}
