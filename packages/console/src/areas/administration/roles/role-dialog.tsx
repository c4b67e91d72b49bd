import { Button, Modal, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited } from '../../../shared/form/use-edited.ts'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Role } from '../queries.ts'
import { PermissionsField } from './permissions-field.tsx'

interface Values extends Readonly<Record<string, unknown>> {
  readonly code: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly requiresMfa: boolean
}

/** A role with the permissions of the platform to tick, and those of business applications to type. */
export function RoleDialog(props: {
  readonly role?: Role
  readonly mayWrite: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { role, mayWrite, onClose } = props
  const save = useChange({
    key: ['iam', 'roles'],
    done: t('saved'),
    change: ({ values, revision }: { readonly values: Values; readonly revision: number }) =>
      saveRole(role?.id, revision, values),
    onDone: onClose,
  })
  const remove = useRemoveRole(onClose)
  const initial = valuesOf(role)
  const fields = useFields(initial, save.error)
  const { values } = fields
  const stored = { kept: { revision: role?.revision ?? 0 }, content: inOrder(initial) }
  const edited = useEdited(stored, inOrder(values), fields.reset)
  return (
    <Modal
      opened
      onClose={onClose}
      title={role?.name ?? t('roles.new')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Form
        submit={t('save')}
        isRunning={save.isPending}
        error={fields.formError ?? remove.error}
        mayWrite={mayWrite}
        onSubmit={() => save.mutate({ values, revision: edited.kept.revision })}
        aside={role === undefined ? <span /> : <RemoveButton role={role} remove={remove} />}
      >
        <EditNotices edited={edited} />
        <RoleFields fields={fields} isNew={role === undefined} disabled={!mayWrite} />
      </Form>
    </Modal>
  )
}

function RoleFields(props: {
  readonly fields: Fields<Values>
  readonly isNew: boolean
  readonly disabled: boolean
}) {
  const { t } = useTranslation('administration')
  const { fields, isNew, disabled } = props
  return (
    <>
      <TextInput
        {...fields.text('name')}
        label={t('field.name')}
        required
        disabled={disabled}
        data-autofocus
      />
      {isNew && <TextInput {...fields.text('code')} label={t('field.code')} required />}
      <PermissionsField {...fields.field('permissions')} disabled={disabled} />
      <Switch
        label={t('roles.requiresMfa')}
        description={t('roles.requiresMfaHint')}
        checked={fields.values.requiresMfa}
        onChange={({ currentTarget }) => fields.set('requiresMfa', currentTarget.checked)}
        disabled={disabled}
      />
    </>
  )
}

/** Permissions are the same in whatever order they were ticked. */
const inOrder = (values: Values): Values => ({
  ...values,
  permissions: values.permissions.toSorted(),
})

function saveRole(
  id: string | undefined,
  revision: number,
  { code, name, permissions, requiresMfa }: Values,
) {
  if (id === undefined) {
    const body = { code, name, permissions: [...permissions], requiresMfa }
    return unwrap(iam.POST('/api/iam/v1/roles', { body }))
  }
  return unwrap(
    iam.PATCH('/api/iam/v1/roles/{id}', {
      params: { path: { id } },
      body: { name, permissions: [...permissions], requiresMfa, revision },
    }),
  )
}

const valuesOf = (role: Role | undefined): Values => ({
  code: role?.code ?? '',
  name: role?.name ?? '',
  permissions: role?.permissions ?? [],
  requiresMfa: role?.requiresMfa ?? false,
})

function useRemoveRole(onDone: () => void) {
  const { t } = useTranslation('administration')
  return useChange({
    key: ['iam', 'roles'],
    done: t('done'),
    change: (id: string) =>
      unwrap(iam.DELETE('/api/iam/v1/roles/{id}', { params: { path: { id } } })),
    onDone,
  })
}

/** Pressed once it asks, pressed twice it removes. */
function RemoveButton(props: {
  readonly role: Role
  readonly remove: ReturnType<typeof useRemoveRole>
}) {
  const { t } = useTranslation('administration')
  const { role, remove } = props
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Button
      variant="subtle"
      color="red"
      loading={remove.isPending}
      onClick={() => (isAsked ? remove.mutate(role.id) : setIsAsked(true))}
    >
      {isAsked ? t('roles.removeSure') : t('remove')}
    </Button>
  )
}
