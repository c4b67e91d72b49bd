import { Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { useChosenPerson } from '../../../shared/people/use-chosen-person.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { departmentsQuery, type Department } from '../queries.ts'

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
  const { edited, onClose } = props
  const { department, parentId } = edited
  const { data: departments = [] } = useQuery(departmentsQuery)
  const [leader, setLeader] = useChosenPerson(department?.leaderId ?? null)
  const save = useChange({
    key: ['iam', 'departments'],
    done: t('saved'),
    change: (values: Values) => saveDepartment(department, leader?.id ?? null, values),
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

/** A department keeps the code it was made with. */
function saveDepartment(
  department: Department | undefined,
  leaderId: string | null,
  { code, ...values }: Values,
) {
  const body = { ...values, leaderId }
  if (department === undefined) {
    return unwrap(iam.POST('/api/iam/v1/departments', { body: { ...body, code } }))
  }
  const { id, revision } = department
  const params = { path: { id } }
  return unwrap(iam.PATCH('/api/iam/v1/departments/{id}', { params, body: { ...body, revision } }))
}
