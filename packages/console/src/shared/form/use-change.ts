import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyDone } from '../toasts/notify.ts'

/**
 * A write: when it is done it says so in the corner, and everything whose key begins with `key` is
 * read again. What is refused is for the caller to show.
 */
export function useChange<Value, Result>(options: {
  readonly key: readonly string[]
  readonly change: (value: Value) => Promise<Result>
  readonly done?: string
  readonly onDone?: (result: Result) => void
}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: options.change,
    onSuccess: async (result) => {
      if (options.done !== undefined) notifyDone(options.done)
      await queries.invalidateQueries({ queryKey: options.key })
      options.onDone?.(result)
    },
  })
}
