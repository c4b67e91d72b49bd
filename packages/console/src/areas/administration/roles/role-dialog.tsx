import { Button, Modal, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog, useClosing } from '../../../shared/form/confirm-dialog.tsx'
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
  const { save, fields, edited } = useRole(role, onClose)
  const { closing, question } = useClosing(edited.isChanged, onClose)
  const [isRemoved, setIsRemoved] = useState(false)
  const remove = (
    <Button variant="subtle" color="red" onClick={() => setIsRemoved(true)}>
      {t('remove')}
    </Button>
  )
  return (
    <>
      <Modal
        opened
        {...closing}
        closeOnEscape={closing.closeOnEscape && !isRemoved}
        title={role?.name ?? t('roles.new')}
        size="xl"
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <Form
          submit={t('save')}
          isRunning={save.isPending}
          error={fields.formError}
          mayWrite={mayWrite}
          onSubmit={() => save.mutate({ values: fields.values, revision: edited.kept.revision })}
          aside={role === undefined ? <span /> : remove}
        >
          <EditNotices edited={edited} />
          <RoleFields fields={fields} isNew={role === undefined} disabled={!mayWrite} />
        </Form>
      </Modal>
      {question}
      {role !== undefined && (
        <Removal
          role={role}
          opened={isRemoved}
          onClose={() => setIsRemoved(false)}
          onDone={onClose}
        />
      )}
    </>
  )
}

/** What stands in the form, and saving it. */
function useRole(role: Role | undefined, onDone: () => void) {
  const { t } = useTranslation('administration')
  const save = useChange({
    key: ['iam', 'roles'],
    done: t('saved'),
    change: ({ values, revision }: { readonly values: Values; readonly revision: number }) =>
      saveRole(role?.id, revision, values),
    onDone,
  })
  const initial = valuesOf(role)
  const fields = useFields(initial, save.error)
  const stored = { kept: { revision: role?.revision ?? 0 }, content: inOrder(initial) }
  const edited = useEdited(stored, inOrder(fields.values), fields.reset)
  return { save, fields, edited }
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

function Removal(props: {
  readonly role: Role
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation('administration')
  const { id, name } = props.role
  const remove = useChange({
    key: ['iam', 'roles'],
    done: t('done'),
    change: () => unwrap(iam.DELETE('/api/iam/v1/roles/{id}', { params: { path: { id } } })),
    onDone: props.onDone,
  })
  return (
    <ConfirmDialog
      opened={props.opened}
      danger
      title={t('roles.remove', { name })}
      text={t('roles.removeText')}
      confirm={t('remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={props.onClose}
    />
  )
}
