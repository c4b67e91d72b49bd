import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { Checkbox, Group, TagsInput, Text } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import { groupPermissions } from './permission-groups.ts'
import { usePermissionWords } from './permission-words.ts'

interface Props {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly error: string | undefined
  readonly disabled: boolean
}

const known = new Set<string>(PLATFORM_PERMISSIONS)

/** The permissions of the platform to tick, in words, and those of business applications to type. */
export function PermissionsField({ value, onChange, error, disabled }: Props) {
  const { t } = useTranslation('administration')
  return (
    <>
      <div className={classes.permissions}>
        {groupPermissions(PLATFORM_PERMISSIONS).map((group) => (
          <PermissionGroup
            key={group.name}
            group={group}
            value={value}
            onChange={onChange}
            disabled={disabled}
          />
        ))}
      </div>
      <TagsInput
        label={t('roles.others')}
        description={t('roles.othersHint')}
        value={value.filter((permission) => !known.has(permission))}
        onChange={(next) => onChange([...value.filter((each) => known.has(each)), ...next])}
        error={error}
        disabled={disabled}
      />
    </>
  )
}

/** What may be done to one thing; its name stands below the words, as documents and errors have it. */
function PermissionGroup(
  props: Omit<Props, 'error'> & { readonly group: ReturnType<typeof groupPermissions>[number] },
) {
  const words = usePermissionWords()
  const { group, value, onChange, disabled } = props
  const { name, permissions } = group
  return (
    <fieldset disabled={disabled} style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={600}>
        {words.thing(name)}
      </Text>
      <Text size="xs" c="var(--console-soft)" mb={4}>
        {name}
      </Text>
      <Group gap="md">
        {permissions.map((permission) => {
          const act = permission.slice(name.length + 1)
          return (
            <Checkbox
              key={permission}
              size="xs"
              aria-label={permission}
              label={words.act(act)}
              checked={value.includes(permission)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? [...value, permission]
                    : value.filter((each) => each !== permission),
                )
              }
            />
          )
        })}
      </Group>
    </fieldset>
  )
}
