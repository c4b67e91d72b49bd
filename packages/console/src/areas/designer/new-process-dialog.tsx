import { SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bpm, unwrap } from '../../api/clients.ts'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useFields, type Fields } from '../../shared/form/use-fields.ts'
import { emptyProcess } from './bpmn/empty.ts'
import { bodyOf, type Content } from './queries.ts'

const initial = { name: '', key: '', bizType: '', form: 'tree' }

/** Asks what the process is for, and makes a draft with one step to begin with. */
export function NewProcessDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('designer')
  const make = useNewProcess()
  const fields = useFields(initial, make.error)
  return (
    <ConfirmDialog
      opened
      title={t('new.title')}
      confirm={t('new.make')}
      isRunning={make.isPending}
      error={fields.formError}
      onConfirm={() => make.mutate(fields.values)}
      onClose={onClose}
    >
      <NewProcessFields fields={fields} />
    </ConfirmDialog>
  )
}

function NewProcessFields({ fields }: { readonly fields: Fields<typeof initial> }) {
  const { t } = useTranslation('designer')
  // An application may have declared its type since the list was read.
  const { data: bizTypes = [] } = useQuery({ ...bizTypesQuery, refetchOnMount: 'always' })
  return (
    <Stack>
      <TextInput
        {...fields.text('name')}
        label={t('field.name')}
        required
        maxLength={200}
        data-autofocus
      />
      <TextInput
        {...fields.text('key')}
        label={t('field.key')}
        description={t('new.keyHint')}
        required
        pattern="[A-Za-z_][A-Za-z0-9._\-]{0,99}"
      />
      <Select
        label={t('field.bizType')}
        data={bizTypes.map(({ code, name }) => ({ value: code, label: name }))}
        value={fields.values.bizType === '' ? null : fields.values.bizType}
        onChange={(code) => fields.set('bizType', code ?? '')}
        error={fields.field('bizType').error}
        required
      />
      <SegmentedControl
        aria-label={t('new.form')}
        data={[
          { value: 'tree', label: t('new.tree') },
          { value: 'bpmn', label: t('new.bpmn') },
        ]}
        value={fields.values.form}
        onChange={(form) => fields.set('form', form)}
      />
    </Stack>
  )
}

function useNewProcess() {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, key, bizType, form }: typeof initial) => {
      const content = beginWith(form, key, name, t('tree.new.approve'))
      const body = { name, key, bizType, ...bodyOf(content) }
      return unwrap(bpm.POST('/api/bpm/v1/definitions', { body }))
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['bpm', 'definitions'] })
      await navigate({ to: '/processes/$definitionId', params: { definitionId: id } })
    },
  })
}

function beginWith(form: string, key: string, name: string, stepName: string): Content {
  if (form === 'bpmn') return { bpmnXml: emptyProcess(key, name) }
  const candidates = [{ kind: 'managerLine' as const, from: 1, to: 1 }]
  return { tree: { steps: [{ id: 'approve1', type: 'approve', name: stepName, candidates }] } }
}
