import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultsByField } from '../../api/problem.ts'
import type { BizType } from '../../shared/biz-types.ts'
import { isEqual } from '../../shared/form/use-edited.ts'
import { useFields } from '../../shared/form/use-fields.ts'
import { useIdempotencyKey } from '../../shared/form/use-idempotency-key.ts'
import { isMissingChoice, onlyOffered, type Chosen } from '../../shared/people/selections.tsx'
import type { Person } from '../../shared/people/person.ts'
import { useOfferedProcesses } from '../../shared/processes/use-offered-processes.ts'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { startApproval, type StartRequest } from './queries.ts'
import { isFilled, isUnshown, toStartRequest } from './start-request.ts'
import { usePreview } from './use-preview.ts'
import { emptyValues, type FieldValue, type FieldValues } from './variables.ts'

const emptyHead = { title: '', bizId: '' }

/** What stands in the form of a start, the path it would take, and sending it. */
export function useStartForm(bizType: BizType) {
  const start = useStart()
  const head = useFields(emptyHead, start.error)
  const [variables, setVariables] = useState<FieldValues>(() => emptyValues(bizType.variables))
  const [chosen, setChosen] = useState<Chosen>({})
  const [cc, setCc] = useState<readonly Person[]>([])
  const [definitionId, setDefinitionId] = useState<string>()
  const values = { ...head.values, variables, chosen, cc, definitionId }
  const empty = { ...emptyHead, variables: emptyValues(bizType.variables), cc: [] }
  const request = toStartRequest(bizType, values)
  const preview = usePreview(isFilled(bizType, values) ? request : undefined)
  const processes = useOfferedProcesses(preview.error ?? start.error, setDefinitionId)
  return {
    isChanged: !isEqual({ ...head.values, variables, cc }, empty),
    head,
    variables,
    setVariable: (name: string, value: FieldValue) => setVariables({ ...variables, [name]: value }),
    variableFaults: faultsByField(start.error, '/variables'),
    chosen,
    setChosen,
    cc,
    setCc,
    ccFault: Object.values(faultsByField(start.error, '/cc'))[0],
    processes,
    definitionId,
    setDefinitionId: (id: string | undefined) => {
      setDefinitionId(id)
      // Who was chosen was chosen for the steps of another process.
      setChosen({})
    },
    choiceFaults: faultsByField(start.error, '/selections'),
    preview,
    isRunning: start.isPending,
    /** A refusal, when it says something that no field shows. */
    error: isUnshown(start.error, bizType) ? start.error : null,
    submit: () => {
      const isComplete = isFilled(bizType, values) && !isMissingChoice(preview.selections, chosen)
      // Who was chosen for a step that is not on the way any more is nobody's choice.
      const selections = onlyOffered(request.selections, preview.selections)
      if (isComplete) start.mutate({ ...request, selections })
    },
  }
}

function useStart() {
  const { t } = useTranslation('approvals')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  return useMutation({
    mutationFn: (request: StartRequest) => startApproval(request, keyFor(request)),
    onSuccess: async ({ id }) => {
      notifyDone(t('done.start'))
      void queryClient.invalidateQueries({ queryKey: ['bpm', 'process-instances'] })
      await navigate({ to: '/approvals/$id', params: { id }, ignoreBlocker: true })
    },
  })
}
