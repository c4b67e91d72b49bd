import { Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bpm, unwrap } from '../../../api/clients.ts'
import { useBizTypes } from '../../../shared/biz-types.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { proposeKey } from '../new-process/propose-key.ts'
import { decisionsQuery } from './queries.ts'
import { newTable } from './table.ts'

const initial = { name: '', key: '', bizType: '' }

/** Asks what the table is about, and makes a draft with a row that says nothing yet. */
export function NewTableDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('designer')
  // An application may have declared its type since the list was read.
  const { data: bizTypes = [] } = useBizTypes({ refetchOnMount: 'always' })
  const make = useMakeTable()
  const fields = useFields({ ...initial }, make.error)
  const { values, set } = fields
  const setName = useNameWithKey(fields)
  const variables = bizTypes.find(({ code }) => code === values.bizType)?.variables ?? []
  return (
    <ConfirmDialog
      opened
      title={t('tables.make')}
      confirm={t('new.make')}
      isRunning={make.isPending}
      error={fields.formError}
      onConfirm={() => make.mutate({ ...values, table: newTable(variables) })}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          {...fields.text('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
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
          value={values.bizType === '' ? null : values.bizType}
          onChange={(code) => set('bizType', code ?? '')}
          error={fields.field('bizType').error}
          required
        />
      </Stack>
    </ConfirmDialog>
  )
}

/** Sets the name, and the key with it as long as it is the one that was proposed. */
function useNameWithKey({ values, set }: Fields<typeof initial>): (name: string) => void {
  const { data: decisions = [] } = useQuery(decisionsQuery)
  const [proposed, setProposed] = useState('')
  return (name) => {
    set('name', name)
    if (values.key !== proposed) return
    const key = proposeKey(name, new Set(decisions.map((one) => one.key)))
    setProposed(key)
    set('key', key)
  }
}

/** Makes the draft and goes to it. */
function useMakeTable() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: typeof initial & { readonly table: ReturnType<typeof newTable> }) =>
      unwrap(bpm.POST('/api/bpm/v1/decisions', { body })),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['bpm', 'decisions'] })
      await navigate({ to: '/decision-tables/$decisionId', params: { decisionId: id } })
    },
  })
}
