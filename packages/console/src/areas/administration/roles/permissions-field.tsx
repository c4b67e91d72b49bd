import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { Checkbox, Group, TagsInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../administration.module.css'
import { groupPermissions } from './permission-groups.ts'

/** The permissions of the platform to tick, and those of business applications to type. */
export function PermissionsField(props: {
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
