import type { ApprovalTree } from '@countersign/contracts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bpm, unwrap } from '../../../api/clients.ts'
import { bizTypesQuery } from '../../../shared/biz-types.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { emptyProcess } from '../bpmn/empty.ts'
import { fieldsOf } from '../conditions/condition.ts'
import { bodyOf, type Content } from '../queries.ts'
import { beginWithTemplate, findTemplate } from './begin-with.ts'

/** What the dialog asks for; `template` is `none` for one that begins with a single step. */
export interface NewProcess {
  readonly name: string
  readonly key: string
  readonly bizType: string
  readonly form: string
  readonly template: string
  /** What is in the file of another tool, for the form `file`. */
  readonly source: string
}

/** Makes the draft and goes to it. */
export function useNewProcess() {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (asked: NewProcess) => {
      const content = await beginWith(asked, t('tree.new.approve'), queries)
      const { name, key, bizType } = asked
      const body = { name, key, bizType, ...bodyOf(content) }
      return unwrap(bpm.POST('/api/bpm/v1/definitions', { body }))
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['bpm', 'definitions'] })
      await navigate({ to: '/processes/$definitionId', params: { definitionId: id } })
    },
  })
}

async function beginWith(
  { form, key, name, bizType, template, source }: NewProcess,
  stepName: string,
  queries: QueryClient,
): Promise<Content> {
  if (form === 'file') {
    const body = { bizType, key, name, source }
    const read = await unwrap(bpm.POST('/api/bpm/v1/definitions/import', { body }))
    const tree = read.tree as ApprovalTree | null
    // A diagram stays as it was drawn; whoever wants steps asks for them there.
    return tree === null || read.format === 'bpmn' ? { bpmnXml: read.bpmnXml } : { tree }
  }
  if (form === 'bpmn') return { bpmnXml: emptyProcess(key, name) }
  const chosen = findTemplate(template)
  if (chosen !== undefined) {
    const types = await queries.ensureQueryData(bizTypesQuery)
    const variables = types.find(({ code }) => code === bizType)?.variables ?? []
    return { tree: await beginWithTemplate(chosen, fieldsOf(variables, ''), queries) }
  }
  const candidates = [{ kind: 'managerLine' as const, from: 1, to: 1 }]
  return { tree: { steps: [{ id: 'approve1', type: 'approve', name: stepName, candidates }] } }
}
