import { Checkbox, Modal, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'
import { useFields } from '../../../shared/use-fields.ts'
import classes from '../administration.module.css'
import type { Role } from '../queries.ts'
import { useChange } from '../../../shared/use-change.ts'
import { groupPermissions } from './permission-groups.ts'

interface Values extends Readonly<Record<string, unknown>> {
  readonly code: string
  readonly name: string
  readonly permissions: readonly string[]
}

/** A role with the permissions of the platform to tick, and those of business applications to type. */
export function RoleDialog(props: {
  readonly role?: Role
  readonly mayWrite: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { t: common } = useTranslation('common')
  const { role, mayWrite, onClose } = props
  const [isRemoving, setIsRemoving] = useState(false)
  const save = useChange({
    key: ['iam', 'roles'],
    done: t('saved'),
    change: (values: Values) => saveRole(role, values),
    onDone: onClose,
  })
  const remove = useChange({
    key: ['iam', 'roles'],
    done: t('done'),
    change: (id: string) =>
      unwrap(iam.DELETE('/api/iam/v1/roles/{id}', { params: { path: { id } } })),
    onDone: onClose,
  })
  const initial: Values = {
    code: role?.code ?? '',
    name: role?.name ?? '',
    permissions: role?.permissions ?? [],
  }
  const fields = useFields(initial, save.error)
  return (
    <Modal
      opened
      onClose={onClose}
      title={role?.name ?? t('roles.new')}
      size="xl"
      closeButtonProps={{ 'aria-label': common('action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(fields.values)
        }}
      >
        <Stack>
          <TextInput
            {...fields.text('name')}
            label={t('field.name')}
            required
            disabled={!mayWrite}
            data-autofocus
          />
          {role === undefined && (
            <TextInput {...fields.text('code')} label={t('field.code')} required />
          )}
          <Permissions
            value={fields.values.permissions}
            onChange={(permissions) => fields.set('permissions', permissions)}
            disabled={!mayWrite}
          />
          <ErrorAlert error={fields.formError ?? remove.error} />
          {mayWrite && (
            <Group justify="space-between">
              {role === undefined ? (
                <span />
              ) : (
                <Button
                  variant="subtle"
                  color="red"
                  loading={remove.isPending}
                  onClick={() => (isRemoving ? remove.mutate(role.id) : setIsRemoving(true))}
                >
                  {isRemoving ? t('roles.removeSure') : t('remove')}
                </Button>
              )}
              <Button type="submit" loading={save.isPending}>
                {t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  )
}

function saveRole(role: Role | undefined, { code, name, permissions }: Values) {
  if (role === undefined) {
    const body = { code, name, permissions: [...permissions] }
    return unwrap(iam.POST('/api/iam/v1/roles', { body }))
  }
  return unwrap(
    iam.PATCH('/api/iam/v1/roles/{id}', {
      params: { path: { id: role.id } },
      body: { name, permissions: [...permissions], revision: role.revision },
    }),
  )
}

function Permissions(props: {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('administration')
  const { value, onChange, disabled } = props
  const chosen = new Set(value)
  const known = new Set<string>(PLATFORM_PERMISSIONS)
  const others = value.filter((permission) => !known.has(permission))
  return (
    <>
      <div className={classes.permissions}>
        {groupPermissions(PLATFORM_PERMISSIONS).map(({ name, permissions }) => (
          <fieldset key={name} disabled={disabled} style={{ border: 0, padding: 0, margin: 0 }}>
            <Text component="legend" size="sm" fw={600} mb={4}>
              {name}
            </Text>
            <Group gap="md">
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  size="xs"
                  aria-label={permission}
                  label={permission.slice(name.length + 1)}
                  checked={chosen.has(permission)}
                  onChange={({ currentTarget }) =>
                    onChange(
                      currentTarget.checked
                        ? [...value, permission]
                        : value.filter((each) => each !== permission),
                    )
                  }
                />
              ))}
            </Group>
          </fieldset>
        ))}
      </div>
      <TagsInput
        label={t('roles.others')}
        description={t('roles.othersHint')}
        value={others}
        onChange={(next) => onChange([...value.filter((each) => known.has(each)), ...next])}
        disabled={disabled}
      />
    </>
  )
}
