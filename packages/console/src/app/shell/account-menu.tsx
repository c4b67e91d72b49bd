import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { accountEntries } from '../../areas/navigation.ts'
import { signOut } from '../../auth/session.ts'
import { useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { initialsOf } from '../../shared/initials.ts'

/** Who one is, one's own account, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation('common')
  const { displayName, username } = useMe()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={t('shell.menu', { name: displayName })}>
          <Avatar size={34} radius="xl" color="brand" variant="filled">
            {initialsOf(displayName)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {displayName}
          </Text>
          {username}
        </Menu.Label>
        {accountEntries.map(({ to, label, icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon name={icon} size={16} />}>
            {t(`nav.${label}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
