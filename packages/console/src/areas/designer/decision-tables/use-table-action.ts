import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bpm, unwrap } from '../../../api/clients.ts'
import type { Edited } from '../../../shared/form/use-edited.ts'
import { notifyDone } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { contentOf, decisionQuery } from './queries.ts'
import type { Decision, Written } from './table.ts'

export type TableAction = 'save' | 'publish' | 'newVersion'

/** What is done to a table as a whole; a new version is gone to. */
export function useTableAction({ kept, saved }: Edited<Decision, Written>, written: Written) {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, key, name, bizType, revision } = kept
  const params = { path: { id } }
  // Known at once, whatever comes after it: the next is saved over this revision.
  const goOnFrom = (decision: Decision) => {
    saved({ kept: decision, content: written })
    queries.setQueryData(decisionQuery(id).queryKey, decision)
  }
  const save = async () => {
    const body = { name, revision, ...contentOf(written) }
    goOnFrom(await unwrap(bpm.PUT('/api/bpm/v1/decisions/{id}', { params, body })))
  }
  return useMutation({
    mutationFn: async (action: TableAction): Promise<string> => {
      if (action === 'newVersion') {
        const body = { bizType, key, name, ...contentOf(written) }
        return (await unwrap(bpm.POST('/api/bpm/v1/decisions', { body }))).id
      }
      // What is seen is published, saved or not.
      await save()
      if (action === 'publish') {
        goOnFrom(await unwrap(bpm.POST('/api/bpm/v1/decisions/{id}/publish', { params })))
      }
      return id
    },
    // Somebody else may have saved it, which is to be seen.
    onError: () => void queries.invalidateQueries(decisionQuery(id)),
    onSuccess: async (decisionId, action) => {
      notifyDone(t(`tables.done.${action}`))
      await queries.invalidateQueries({ queryKey: ['bpm', 'decisions'] })
      // A process that asks the table may be right now.
      await queries.invalidateQueries({ queryKey: ['bpm', 'definitions', 'problems'] })
      if (decisionId !== id) {
        await navigate({ to: '/decision-tables/$decisionId', params: { decisionId } })
      }
    },
  })
}
