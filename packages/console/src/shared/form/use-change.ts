import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api/problem.ts'
import { notifyDone } from '../toasts/notify.ts'

/**
 * A write: when it is done it says so in the corner, and everything whose key begins with `key` is
 * read again, as it is where somebody else was first. What is refused is for the caller to show.
 */
export function useChange<Value, Result>(options: {
  readonly key: readonly string[]
  readonly change: (value: Value) => Promise<Result>
  readonly done?: string
  readonly onDone?: (result: Result) => void
}) {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: options.key })
  return useMutation({
    mutationFn: options.change,
    onSuccess: async (result) => {
      if (options.done !== undefined) notifyDone(options.done)
      await readAgain()
      options.onDone?.(result)
    },
    onError: (error) => {
      if (isOvertaken(error)) void readAgain()
    },
  })
}

const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 409 || error.status === 412)
