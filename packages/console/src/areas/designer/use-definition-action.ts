import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bpm, unwrap } from '../../api/clients.ts'
import type { Edited } from '../../shared/form/use-edited.ts'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { bodyOf, drawnQuery, type Content, type Definition, type Drawn } from './queries.ts'

export type DefinitionAction = 'save' | 'simulate' | 'publish' | 'retire' | 'newVersion'

export const simulationsPath = '/processes/$definitionId/simulations'

/** What is done to a definition as a whole; a new version is gone to. */
export function useDefinitionAction(
  edited: Edited<Definition, Content>,
  settle: () => Promise<Content>,
) {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, key, name, bizType } = edited.kept
  const params = { path: { id } }
  const { save, goOnFrom } = useSaving(edited, settle)
  return useMutation({
    mutationFn: async (action: DefinitionAction): Promise<string> => {
      switch (action) {
        case 'save':
        case 'simulate':
          await save()
          return id
        case 'publish': {
          // What is seen is published, saved or not.
          const content = await save()
          const published = bpm.POST('/api/bpm/v1/definitions/{id}/publish', { params })
          goOnFrom({ kept: await unwrap(published), content })
          return id
        }
        case 'retire':
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions/{id}/retire', { params }))).id
        case 'newVersion': {
          const body = { bizType, key, name, ...bodyOf(await settle()) }
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions', { body }))).id
        }
      }
    },
    // Somebody else may have saved it, which is to be seen.
    onError: () => void queries.invalidateQueries(drawnQuery(id)),
    onSuccess: async (definitionId, action) => {
      notifyDone(t(`done.${action === 'simulate' ? 'save' : action}`))
      await queries.invalidateQueries({ queryKey: ['bpm', 'definitions'] })
      if (action === 'simulate') void navigate({ to: simulationsPath, params: { definitionId } })
      if (definitionId !== id) {
        await navigate({ to: '/processes/$definitionId', params: { definitionId } })
      }
    },
  })
}

/** Saves what is drawn. Its answer is known at once, whatever comes after it: the next is saved over its revision. */
function useSaving({ kept, saved }: Edited<Definition, Content>, settle: () => Promise<Content>) {
  const queries = useQueryClient()
  const { id, name, revision } = kept
  const goOnFrom = (stored: Drawn) => {
    saved(stored)
    queries.setQueryData(drawnQuery(id).queryKey, stored)
  }
  const save = async (): Promise<Content> => {
    const content = await settle()
    const params = { path: { id } }
    const body = { name, revision, ...bodyOf(content) }
    const answer = await unwrap(bpm.PUT('/api/bpm/v1/definitions/{id}', { params, body }))
    goOnFrom({ kept: answer, content })
    return content
  }
  return { save, goOnFrom }
}
