import { Button, Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../auth/session.ts'
import { useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import classes from './tenant-switch.module.css'

/** The tenant that everything shown belongs to, and the way to another: by a new token for it. */
export function TenantSwitch() {
  const { t } = useTranslation('common')
  const { tenants, tenantId } = useMe()
  const current = tenants.find(({ id }) => id === tenantId)
  if (tenants.length < 2) {
    return (
      <Text size="sm" className={classes.only} title={t('shell.tenant')}>
        {current?.name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.switch ?? ''}
          aria-label={`${t('shell.switchTenant')}: ${current?.name ?? ''}`}
          rightSection={<Icon name="down" size={16} />}
        >
          {current?.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.switchTenant')}</Menu.Label>
        {tenants.map(({ id, name }) => (
          <Menu.Item
            key={id}
            disabled={id === tenantId}
            rightSection={id === tenantId ? <Icon name="check" size={16} /> : null}
            // What is shown belongs to the other tenant: start at its inbox.
            onClick={() => void signIn({ tenantId: id, returnTo: '/console/' })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
