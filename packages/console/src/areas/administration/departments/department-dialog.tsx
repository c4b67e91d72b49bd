import { Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited } from '../../../shared/form/use-edited.ts'
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
  readonly leaderId: string | null
}

interface Asked {
  readonly values: Values
  readonly revision: number
}

export function DepartmentDialog(props: { readonly edited: Edited; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { edited, onClose } = props
  const { data: departments = [] } = useQuery(departmentsQuery)
  // As it was read last: somebody else may have saved it since it was opened.
  const department = departments.find(({ id }) => id === edited.department?.id) ?? edited.department
  const save = useChange({
    key: ['iam', 'departments'],
    done: t('saved'),
    change: (asked: Asked) => saveDepartment(department?.id, asked),
    onDone: onClose,
  })
  const { fields, edits, leader, setLeader } = useDepartment(
    department ?? { code: '', name: '', parentId: edited.parentId, leaderId: null, revision: 0 },
    save.error,
  )
  return (
    <ConfirmDialog
      opened
      title={department?.name ?? t('departments.new')}
      confirm={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      isChanged={edits.isChanged}
      onConfirm={() => save.mutate({ values: fields.values, revision: edits.kept.revision })}
      onClose={onClose}
    >
      <Stack>
        <EditNotices edited={edits} />
        <TextInput {...fields.text('name')} label={t('field.name')} required data-autofocus />
        {department === undefined && (
          <TextInput {...fields.text('code')} label={t('field.code')} required />
        )}
        <Select
          {...fields.field('parentId')}
          label={t('departments.parent')}
          data={parentsOf(department, departments)}
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

const parentsOf = (department: Department | undefined, departments: readonly Department[]) =>
  departments
    .filter(({ id }) => id !== department?.id)
    .map(({ id, name }) => ({ value: id, label: name }))

/** What stands in the form; of the leader also the name. */
function useDepartment(
  { revision, code, name, parentId, leaderId }: Values & { readonly revision: number },
  error: unknown,
) {
  const content: Values = { code, name, parentId, leaderId }
  const fields = useFields(content, error)
  const { values, set, reset } = fields
  const [leader, setChosen] = useChosenPerson(values.leaderId)
  const edits = useEdited({ kept: { revision }, content }, values, (theirs) => {
    reset(theirs)
    setChosen(undefined)
  })
  const setLeader = (chosen: typeof leader) => {
    setChosen(chosen)
    set('leaderId', chosen?.id ?? null)
  }
  return { fields, edits, leader, setLeader }
}

/** A department keeps the code it was made with. */
function saveDepartment(id: string | undefined, { values: { code, ...body }, revision }: Asked) {
  if (id === undefined) {
    return unwrap(iam.POST('/api/iam/v1/departments', { body: { ...body, code } }))
  }
  const params = { path: { id } }
  return unwrap(iam.PATCH('/api/iam/v1/departments/{id}', { params, body: { ...body, revision } }))
}
