import { MultiSelect, Select, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../../shared/form/use-edited.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { useChosenPerson } from '../../../shared/people/use-chosen-person.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { departmentsQuery, rolesQuery, type Member } from '../queries.ts'

interface Values extends Readonly<Record<string, unknown>> {
  readonly roles: string[]
  readonly departmentId: string | null
  readonly post: string
  readonly managerId: string | null
}

interface Named {
  readonly id: string
  readonly name: string
}

/** What somebody is in this tenant: it decides what they may do and which approvals reach them. */
export function MembershipForm({ member }: { readonly member: Member }) {
  const roles = useQuery({ ...rolesQuery, enabled: useMay('iam:role:read') })
  const departments = useQuery({ ...departmentsQuery, enabled: useMay('iam:department:read') })
  // Without their names the fields would show ids for a moment.
  if (roles.isLoading || departments.isLoading) return <BlockSkeleton lines={6} />
  return (
    <LoadedForm
      member={member}
      roles={roles.data ?? member.roles}
      departments={departments.data ?? []}
    />
  )
}

function LoadedForm(props: {
  readonly member: Member
  readonly roles: readonly Named[]
  readonly departments: readonly Named[]
}) {
  const { t } = useTranslation('administration')
  const { member } = props
  const mayWrite = useMay('iam:member:write')
  const save = useSaveMembership(member.userId)
  const { fields, edited, manager, setManager } = useMembership(member, save.error)
  return (
    <Form
      submit={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={mayWrite}
      onSubmit={() => save.mutate({ values: inOrder(fields.values), edited })}
    >
      <Title order={2} size="h4">
        {t('membership.title')}
      </Title>
      <EditNotices edited={edited} />
      <MultiSelect
        {...fields.field('roles')}
        label={t('membership.roles')}
        data={toOptions(props.roles)}
        searchable
        disabled={!mayWrite}
      />
      <Select
        {...fields.field('departmentId')}
        label={t('membership.department')}
        data={toOptions(props.departments)}
        searchable
        clearable
        disabled={!mayWrite}
      />
      <TextInput {...fields.text('post')} label={t('membership.post')} disabled={!mayWrite} />
      <PrincipalSelect
        label={t('membership.manager')}
        kinds={['user']}
        value={manager}
        onChange={setManager}
        error={fields.field('managerId').error}
        disabled={!mayWrite}
      />
    </Form>
  )
}

/** What stands in the form; of the manager also the name. */
function useMembership(member: Member, error: unknown) {
  const initial = valuesOf(member)
  const fields = useFields(initial, error)
  const { values, set, reset } = fields
  const [manager, setChosen] = useChosenPerson(values.managerId)
  const content = inOrder(initial)
  const edited = useEdited({ kept: member, content }, inOrder(values), (theirs) => {
    reset(theirs)
    setChosen(undefined)
  })
  const setManager = (chosen: typeof manager) => {
    setChosen(chosen)
    set('managerId', chosen?.id ?? null)
  }
  return { fields, edited, manager, setManager }
}

const toOptions = (named: readonly Named[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

const valuesOf = ({ roles, departmentId, post, managerId }: Member): Values => ({
  roles: roles.map(({ id }) => id),
  departmentId,
  post: post ?? '',
  managerId,
})

/** Roles are the same in whatever order they were chosen. */
const inOrder = (values: Values): Values => ({ ...values, roles: values.roles.toSorted() })

function useSaveMembership(userId: string) {
  const { t } = useTranslation('administration')
  return useChange({
    key: ['iam', 'members'],
    done: t('membership.saved'),
    change: async ({ values, edited }: Sent<Member, Values>) => {
      const post = values.post === '' ? null : values.post
      const params = { path: { userId } }
      const body = { ...values, post, revision: edited.kept.revision }
      const kept = await unwrap(iam.PUT('/api/iam/v1/members/{userId}', { params, body }))
      edited.saved({ kept, content: values })
    },
  })
}
