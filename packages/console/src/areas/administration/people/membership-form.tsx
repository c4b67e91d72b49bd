import { MultiSelect, Select, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
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
  const save = useSaveMembership(member)
  const fields = useFields(valuesOf(member), save.error)
  const [manager, setManager] = useChosenPerson(member.managerId)
  return (
    <Form
      submit={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={mayWrite}
      onSubmit={() => save.mutate({ ...fields.values, managerId: manager?.id ?? null })}
    >
      <Title order={2} size="h4">
        {t('membership.title')}
      </Title>
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
      />
    </Form>
  )
}

const toOptions = (named: readonly Named[]) =>
  named.map(({ id, name }) => ({ value: id, label: name }))

const valuesOf = ({ roles, departmentId, post, managerId }: Member): Values => ({
  roles: roles.map(({ id }) => id),
  departmentId,
  post: post ?? '',
  managerId,
})

function useSaveMembership({ userId, revision }: Member) {
  const { t } = useTranslation('administration')
  return useChange({
    key: ['iam', 'members'],
    done: t('membership.saved'),
    change: ({ post, ...values }: Values) =>
      unwrap(
        iam.PUT('/api/iam/v1/members/{userId}', {
          params: { path: { userId } },
          body: { ...values, post: post === '' ? null : post, revision },
        }),
      ),
  })
}
