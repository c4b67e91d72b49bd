import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem, faultsByField } from '../../api/problem.ts'
import type { BizType } from '../../shared/biz-types.ts'
import { ErrorAlert } from '../../shared/error-alert.tsx'
import { notifyDone } from '../../shared/notify.ts'
import { Panel } from '../../shared/page.tsx'
import { isMissingChoice, Selections, toSelections, type Chosen } from '../../shared/selections.tsx'
import { useFields } from '../../shared/use-fields.ts'
import { useIdempotencyKey } from '../../shared/use-idempotency-key.ts'
import { PathPreview } from './path-preview.tsx'
import { startApproval, type StartRequest } from './queries.ts'
import classes from './start.module.css'
import { usePreview } from './use-preview.ts'
import { VariableField } from './variable-field.tsx'
import { emptyValues, missingVariables, toVariables, type FieldValues } from './variables.ts'

/** Title, number and variables of an approval, and beside them the path it would take. */
export function StartForm({ bizType }: { readonly bizType: BizType }) {
  const { t } = useTranslation(['approvals', 'common'])
  const start = useStart()
  const head = useFields({ title: '', bizId: '' }, start.error)
  const [values, setValues] = useState<FieldValues>(() => emptyValues(bizType.variables))
  const [chosen, setChosen] = useState<Chosen>({})
  const faults = faultsByField(start.error, '/variables')
  const request = toRequest(bizType, head.values, values, chosen)
  const isFilled =
    request.bizId !== '' &&
    request.title !== '' &&
    missingVariables(bizType.variables, values).length === 0
  const preview = usePreview(isFilled ? request : undefined)
  const isComplete = isFilled && !isMissingChoice(preview.selections, chosen)
  return (
    <div className={classes.columns}>
      <Panel label={t('start.form')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isComplete) start.mutate(request)
          }}
        >
          <Stack>
            <TextInput
              label={t('field.title')}
              description={t('field.titleHint')}
              required
              maxLength={200}
              {...head.text('title')}
            />
            <TextInput
              label={t('field.bizId')}
              description={t('field.bizIdHint')}
              required
              maxLength={200}
              {...head.text('bizId')}
            />
            {bizType.variables.map((variable) => (
              <VariableField
                key={variable.name}
                variable={variable}
                value={values[variable.name] ?? ''}
                onChange={(value) => setValues({ ...values, [variable.name]: value })}
                error={faults[variable.name]}
              />
            ))}
            <Selections
              offered={preview.selections}
              chosen={chosen}
              onChange={setChosen}
              faults={faultsByField(start.error, '/selections')}
            />
            {isUnshown(start.error, bizType) && <ErrorAlert error={start.error} />}
            <Group justify="flex-end">
              <Button component={Link} to="/start" variant="default">
                {t('common:action.cancel')}
              </Button>
              <Button type="submit" loading={start.isPending}>
                {t('start.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      <PathPreview preview={preview} />
    </div>
  )
}

function toRequest(
  { code, variables }: BizType,
  { title, bizId }: { readonly title: string; readonly bizId: string },
  values: FieldValues,
  chosen: Chosen,
): StartRequest {
  return {
    bizType: code,
    bizId: bizId.trim(),
    title: title.trim(),
    variables: toVariables(variables, values),
    selections: toSelections(chosen),
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
      await navigate({ to: '/approvals/$id', params: { id } })
    },
  })
}

/** Whether a refusal says something that no field shows. */
function isUnshown(error: unknown, bizType: BizType): boolean {
  if (error === null) return false
  if (!(error instanceof ApiProblem)) return true
  const known = ['/title', '/bizId', ...bizType.variables.map(({ name }) => `/variables/${name}`)]
  const faults = error.body.errors ?? []
  const isShown = ({ pointer }: { readonly pointer: string }) =>
    known.includes(pointer) || pointer.startsWith('/selections/')
  return faults.length === 0 || !faults.every(isShown)
}
