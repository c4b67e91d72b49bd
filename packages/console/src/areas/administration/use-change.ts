import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyDone } from '../../shared/notify.ts'

/**
 * A change that is confirmed in the corner, after which everything that begins with `key` is read
 * again. What it refuses is shown by whoever asked.
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
