import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bpm, unwrap } from '../../api/clients.ts'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { bodyOf, type Content, type Definition } from './queries.ts'

export type DefinitionAction = 'save' | 'simulate' | 'publish' | 'retire' | 'newVersion'

export const simulationsPath = '/processes/$definitionId/simulations'

/** What is done to a definition as a whole; a new version is gone to. */
export function useDefinitionAction(definition: Definition, settle: () => Promise<Content>) {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, key, name, bizType, revision } = definition
  const params = { path: { id } }
  const save = async () => {
    const body = { name, revision, ...bodyOf(await settle()) }
    return unwrap(bpm.PUT('/api/bpm/v1/definitions/{id}', { params, body }))
  }
  return useMutation({
    mutationFn: async (action: DefinitionAction): Promise<string> => {
      switch (action) {
        case 'save':
        case 'simulate':
          return (await save()).id
        case 'publish':
          // What is seen is published, saved or not.
          await save()
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions/{id}/publish', { params }))).id
        case 'retire':
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions/{id}/retire', { params }))).id
        case 'newVersion': {
          const body = { bizType, key, name, ...bodyOf(await settle()) }
          return (await unwrap(bpm.POST('/api/bpm/v1/definitions', { body }))).id
        }
      }
    },
    onSuccess: async (definitionId, action) => {
      notifyDone(t(`done.${action === 'simulate' ? 'save' : action}`))
      await queries.invalidateQueries({ queryKey: ['bpm', 'definitions'] })
      if (action === 'simulate') await navigate({ to: simulationsPath, params: { definitionId } })
      if (definitionId !== id) {
        await navigate({ to: '/processes/$definitionId', params: { definitionId } })
      }
    },
  })
}
