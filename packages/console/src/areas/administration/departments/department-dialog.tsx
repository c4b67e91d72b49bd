import { Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { useNames, type Principal } from '../../../shared/people.ts'
import { PrincipalSelect } from '../../../shared/principal-select.tsx'
import { useFields } from '../../../shared/use-fields.ts'
import { departmentsQuery, type Department } from '../queries.ts'
import { useChange } from '../../../shared/use-change.ts'

/** A department to change, or the place of a new one. */
export interface Edited {
  readonly parentId: string | null
  readonly department?: Department
}

interface Values extends Readonly<Record<string, unknown>> {
  readonly code: string
  readonly name: string
  readonly parentId: string | null
}

export function DepartmentDialog(props: { readonly edited: Edited; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { onClose } = props
  const { department, parentId } = props.edited
  const { data: departments = [] } = useQuery(departmentsQuery)
  const [leader, setLeader] = useLeader(department)
  const save = useChange({
    key: ['iam', 'departments'],
    done: t('saved'),
    change: ({ code, ...values }: Values) => {
      const body = { ...values, leaderId: leader?.id ?? null }
      if (department === undefined) {
        return unwrap(iam.POST('/api/iam/v1/departments', { body: { ...body, code } }))
      }
      const { id, revision } = department
      return unwrap(
        iam.PATCH('/api/iam/v1/departments/{id}', {
          params: { path: { id } },
          body: { ...body, revision },
        }),
      )
    },
    onDone: onClose,
  })
  const initial: Values = { code: department?.code ?? '', name: department?.name ?? '', parentId }
  const fields = useFields(initial, save.error)
  return (
    <ConfirmDialog
      opened
      title={department?.name ?? t('departments.new')}
      confirm={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      onConfirm={() => save.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <TextInput {...fields.text('name')} label={t('field.name')} required data-autofocus />
        {department === undefined && (
          <TextInput {...fields.text('code')} label={t('field.code')} required />
        )}
        <Select
          {...fields.field('parentId')}
          label={t('departments.parent')}
          data={departments
            .filter(({ id }) => id !== department?.id)
            .map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          clearable
        />
        <PrincipalSelect
          label={t('departments.leader')}
          kinds={['user']}
          value={leader}
          onChange={setLeader}
        />
      </Stack>
    </ConfirmDialog>
  )
}

function useLeader(department: Department | undefined) {
  const id = department?.leaderId ?? null
  const nameOf = useNames([id])
  const [chosen, setChosen] = useState<Principal | null | undefined>(undefined)
  const present: Principal | null =
    id === null ? null : { kind: 'user', id, name: nameOf(id), detail: '' }
  return [chosen === undefined ? present : chosen, setChosen] as const
}
