import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { accountEntries } from '../../areas/navigation.ts'
import { useMe } from '../../me/me.ts'
import { signOutHere } from '../../push/sign-out.ts'
import { MenuButton } from '../../shared/menu/menu-button.tsx'
import { initialsOf } from '../../shared/people/initials.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './shell.module.css'

/** Who one is, one's own account, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation('common')
  const { displayName, username } = useMe()
  const navigate = useNavigate()
  return (
    <MenuButton
      label={t('shell.menu', { name: displayName })}
      // Drawn rather than written: the label has the whole name.
      face={<span className={classes.avatar} data-initials={initialsOf(displayName)} />}
      head={
        <div className={classes.who}>
          <Text size="sm" fw={600}>
            {displayName}
          </Text>
          <Text size="xs" c="dimmed">
            {username}
          </Text>
        </div>
      }
      items={[
        ...accountEntries.map(({ to, label, icon }) => ({
          id: to,
          label: t(`nav.${label}`),
          icon,
          run: () => void navigate({ to }),
        })),
        {
          id: 'sign-out',
          label: t('shell.signOut'),
          icon: 'leave' as const,
          run: () => void signOutHere(),
        },
      ]}
    />
  )
}
