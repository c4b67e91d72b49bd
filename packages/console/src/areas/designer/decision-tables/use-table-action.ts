import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bpm, unwrap } from '../../../api/clients.ts'
import { notifyDone } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { contentOf } from './queries.ts'
import type { Decision, Written } from './table.ts'

export type TableAction = 'save' | 'publish' | 'newVersion'

/** What is done to a table as a whole; a new version is gone to. */
export function useTableAction(decision: Decision, written: Written) {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, key, name, bizType, revision } = decision
  const params = { path: { id } }
  const save = async () => {
    const body = { name, revision, ...contentOf(written) }
    return unwrap(bpm.PUT('/api/bpm/v1/decisions/{id}', { params, body }))
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
        await unwrap(bpm.POST('/api/bpm/v1/decisions/{id}/publish', { params }))
      }
      return id
    },
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
