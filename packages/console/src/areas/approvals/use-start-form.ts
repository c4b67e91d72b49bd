import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultsByField } from '../../api/problem.ts'
import type { BizType } from '../../shared/biz-types.ts'
import { isEqual } from '../../shared/form/use-edited.ts'
import { useFields } from '../../shared/form/use-fields.ts'
import { useMissing } from '../../shared/form/use-missing.ts'
import { useIdempotencyKey } from '../../shared/form/use-idempotency-key.ts'
import { missingChoices, onlyOffered, type Chosen } from '../../shared/people/selections.tsx'
import type { Person } from '../../shared/people/person.ts'
import { useOfferedProcesses } from '../../shared/processes/use-offered-processes.ts'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { startApproval, type StartRequest } from './queries.ts'
import { isUnshown, missingFields, toStartRequest } from './start-request.ts'
import { usePreview } from './use-preview.ts'
import { emptyValues, type FieldValue, type FieldValues } from './variables.ts'

const emptyHead = { title: '', bizId: '' }

/** What stands in the form of a start, the path it would take, and sending it. */
export function useStartForm(bizType: BizType) {
  const { t } = useTranslation('common')
  const start = useStart()
  const { within, isTold, tell } = useMissing<HTMLFormElement>()
  const head = useFields(emptyHead, start.error)
  const [variables, setVariables] = useState<FieldValues>(() => emptyValues(bizType.variables))
  const [chosen, setChosen] = useState<Chosen>({})
  const [cc, setCc] = useState<readonly Person[]>([])
  const [definitionId, setDefinitionId] = useState<string>()
  const values = { ...head.values, variables, chosen, cc, definitionId }
  const empty = { ...emptyHead, variables: emptyValues(bizType.variables), cc: [] }
  const request = toStartRequest(bizType, values)
  const missing = missingFields(bizType, values)
  const isFilled = missing.head.length + missing.variables.length === 0
  const preview = usePreview(isFilled ? request : undefined)
  const unchosen = missingChoices(preview.selections, chosen)
  const faultsOf = (names: readonly string[]) =>
    Object.fromEntries(isTold ? names.map((name) => [name, t('state.missing')]) : [])
  const processes = useOfferedProcesses(preview.error ?? start.error, setDefinitionId)
  return {
    isChanged: !isEqual({ ...head.values, variables, cc }, empty),
    within,
    head,
    headFaults: faultsOf(missing.head),
    variables,
    setVariable: (name: string, value: FieldValue) => setVariables({ ...variables, [name]: value }),
    variableFaults: { ...faultsByField(start.error, '/variables'), ...faultsOf(missing.variables) },
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
    choiceFaults: { ...faultsByField(start.error, '/selections'), ...faultsOf(unchosen) },
    preview,
    isRunning: start.isPending,
    /** A refusal, when it says something that no field shows. */
    error: isUnshown(start.error, bizType) ? start.error : null,
    submit: () => {
      if (!isFilled || unchosen.length > 0) return tell()
      // Who was chosen for a step that is not on the way any more is nobody's choice.
      const selections = onlyOffered(request.selections, preview.selections)
      start.mutate({ ...request, selections })
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
