import type { ApprovalTree } from '@countersign/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bpm, unwrap } from '../../api/clients.ts'
import { notify, notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { definitionXmlQuery, type Content, type Definition } from './queries.ts'

/** The same process in the other form: steps of a diagram where they say all of it, and the diagram of saved steps. */
export function useConversion(
  { id, revision, bizType, key, name }: Definition,
  settle: () => Promise<Content>,
  onConverted: (content: Content) => void,
) {
  const { t } = useTranslation('designer')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<Content | undefined> => {
      const content = await settle()
      if ('tree' in content)
        return { bpmnXml: await queries.fetchQuery(definitionXmlQuery(id, revision)) }
      const body = { bizType, key, name, source: content.bpmnXml }
      const { tree } = await unwrap(bpm.POST('/api/bpm/v1/definitions/import', { body }))
      return tree === null ? undefined : { tree: tree as ApprovalTree }
    },
    onSuccess: (converted) => {
      if (converted === undefined) notify(t('convert.refused'))
      else onConverted(converted)
    },
    onError: notifyProblem,
  })
}
