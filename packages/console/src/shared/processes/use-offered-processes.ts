import { useEffect, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'

/** Ids of the processes to choose from, once a refusal said that one must be named; none before. */
export function useOfferedProcesses(refusal: unknown): readonly string[] {
  // They stay to be seen after the choice, when nothing is refused any more.
  const [offered, setOffered] = useState<readonly string[]>([])
  useEffect(() => {
    if (!(refusal instanceof ApiProblem) || refusal.code !== 'bpm.definition_required') return
    const { definitionIds } = refusal.body
    if (Array.isArray(definitionIds)) setOffered(definitionIds.map(String))
  }, [refusal])
  return offered
}
