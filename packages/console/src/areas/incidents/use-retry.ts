import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { incidentsKey } from '../../shared/incidents.ts'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { Incident } from './kinds.ts'

/** Tries again what is stuck, and says what came of it. What is refused is for the caller to show. */
export function useRetry(
  { id }: Pick<Incident, 'id'>,
  on: { readonly done?: () => void; readonly refused?: (problem: Error) => void } = {},
) {
  const { t } = useTranslation('incidents')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      unwrap(bpm.POST('/api/bpm/v1/incidents/{id}/retry', { params: { path: { id } } })),
    onSuccess: ({ state }) => {
      notifyDone(state === 'open' ? t('sent') : t('retried'))
      on.done?.()
    },
    onError: (problem) => on.refused?.(problem),
    onSettled: () => queries.invalidateQueries({ queryKey: incidentsKey }),
  })
}
