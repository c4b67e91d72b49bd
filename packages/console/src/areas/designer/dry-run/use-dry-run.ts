import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, unwrap } from '../../../api/clients.ts'
import type { Principal } from '../../../shared/people/people.ts'
import { toSelections, type Chosen, type Selectable } from '../../../shared/people/selections.tsx'
import { bodyOf, type Content, type Definition } from '../queries.ts'
import { withVariable, type Variables } from './variables.ts'

/** Who would start it with what, and the path that this would take. */
export function useDryRun({ bizType, key, name }: Definition, content: Content) {
  const [initiator, setInitiator] = useState<Principal | null>(null)
  const [variables, setVariables] = useState<Variables>({})
  // Which steps' people are chosen is known from the path, so the first run brings their fields.
  const [offered, setOffered] = useState<readonly Selectable[]>([])
  const [chosen, setChosen] = useState<Chosen>({})
  const run = useMutation({
    mutationFn: () => {
      const body = {
        bizType,
        key,
        name,
        variables: { ...variables },
        selections: toSelections(chosen),
        ...bodyOf(content),
        ...(initiator === null ? {} : { initiatorId: initiator.id }),
      }
      return unwrap(bpm.POST('/api/bpm/v1/definitions/dry-run', { body }))
    },
    onSuccess: ({ selections }) => setOffered(selections),
  })
  return {
    initiator,
    setInitiator,
    variables,
    setVariable: (variable: string, value: unknown) =>
      setVariables(withVariable(variables, variable, value)),
    offered,
    chosen,
    setChosen,
    run,
  }
}
