import { Button, Menu, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { User } from '../queries.ts'
import { LinkDialog } from './link-dialog.tsx'

type Action = 'disable' | 'enable' | 'link' | 'password' | 'signOut' | 'mfa'

/** What is done to an account in an emergency; each asks first. */
export function PersonActions({ user }: { readonly user: User }) {
  const mayWrite = useMay('iam:user:write')
  const [asked, setAsked] = useState<Action>()
  if (!mayWrite) return null
  return (
    <>
      <ActionMenu user={user} onAsk={setAsked} />
      {asked === 'link' && <PasswordLink user={user} onClose={() => setAsked(undefined)} />}
      {asked !== undefined && asked !== 'link' && (
        <ActionDialog key={asked} user={user} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

function ActionMenu(props: { readonly user: User; readonly onAsk: (action: Action) => void }) {
  const { t } = useTranslation('administration')
  const actions: readonly Action[] = [
    props.user.status === 'active' ? 'disable' : 'enable',
    ...(props.user.status === 'active' ? (['link'] as const) : []),
    'password',
    'signOut',
    'mfa',
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="down" size={16} />}>
          {t('people.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action}
            onClick={() => props.onAsk(action)}
            {...(action === 'disable' ? { color: 'red' } : {})}
          >
            {t(`person.${action}.title`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A link by which they choose a password, instead of one that somebody else knows. */
function PasswordLink({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { id, displayName, email, emailVerified, hasPassword, mustChangePassword } = user
  // The server refuses the others: it might be the address of somebody else.
  const isMailable = emailVerified || !hasPassword || mustChangePassword
  return (
    <LinkDialog
      title={t('person.link.title')}
      text={t('person.link.text', { name: displayName })}
      address={isMailable ? email : null}
      cacheKey={['iam', 'users']}
      make={(deliver) =>
        unwrap(
          iam.POST('/api/iam/v1/users/{id}/password-link', {
            params: { path: { id } },
            body: { deliver },
          }),
        )
      }
      onClose={onClose}
    />
  )
}

type Emergency = Exclude<Action, 'link'>

function ActionDialog(props: {
  readonly user: User
  readonly action: Emergency
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { user, action, onClose } = props
  const run = useChange({
    key: ['iam', 'users'],
    done: t('done'),
    change: (password: string) => act(user, action, password),
    onDone: onClose,
  })
  const fields = useFields({ password: '' }, run.error)
  return (
    <ConfirmDialog
      opened
      title={t(`person.${action}.title`)}
      text={t(`person.${action}.text`, { name: user.displayName })}
      confirm={t(`person.${action}.confirm`)}
      danger={action === 'disable' || action === 'mfa'}
      isRunning={run.isPending}
      error={fields.formError}
      onConfirm={() => run.mutate(fields.values.password)}
      onClose={onClose}
    >
      {action === 'password' && (
        <PasswordInput
          {...fields.text('password')}
          label={t('people.firstPassword')}
          autoComplete="new-password"
          required
        />
      )}
    </ConfirmDialog>
  )
}

async function act({ id, revision }: User, action: Emergency, password: string): Promise<void> {
  const params = { path: { id } }
  switch (action) {
    case 'disable':
    case 'enable': {
      const status = action === 'disable' ? 'disabled' : 'active'
      const body = { status, revision } as const
      await unwrap(iam.PUT('/api/iam/v1/users/{id}/status', { params, body }))
      return
    }
    case 'password': {
      const body = { password, mustChangePassword: true }
      await unwrap(iam.PUT('/api/iam/v1/users/{id}/password', { params, body }))
      return
    }
    case 'signOut':
      await unwrap(iam.DELETE('/api/iam/v1/users/{id}/sessions', { params }))
      return
    case 'mfa':
      await unwrap(iam.DELETE('/api/iam/v1/users/{id}/mfa', { params }))
  }
}
