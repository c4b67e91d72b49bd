import { useEffect, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'

/**
 * Ids of the processes to choose from, once a refusal said that one must be named; none before.
 *
 * @param setChosen As React gives it: what was chosen is forgotten when it is published no more.
 */
export function useOfferedProcesses(
  refusal: unknown,
  setChosen: (definitionId: undefined) => void,
): readonly string[] {
  // They stay to be seen after the choice, when nothing is refused any more.
  const [offered, setOffered] = useState<readonly string[]>([])
  useEffect(() => {
    if (!(refusal instanceof ApiProblem)) return
    // Another version is published since: they are asked for once more.
    if (refusal.code === 'bpm.definition_not_published') {
      setOffered([])
      setChosen(undefined)
    }
    if (refusal.code !== 'bpm.definition_required') return
    const { definitionIds } = refusal.body
    if (Array.isArray(definitionIds)) setOffered(definitionIds.map(String))
  }, [refusal, setChosen])
  return offered
}
