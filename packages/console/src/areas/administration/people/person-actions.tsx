import { Button, Menu, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { Icon } from '../../../shared/icon.tsx'
import type { User } from '../queries.ts'

type Action = 'disable' | 'enable' | 'password' | 'signOut' | 'mfa'

/** What is done to an account in an emergency; each asks first. */
export function PersonActions({ user }: { readonly user: User }) {
  const mayWrite = useMay('iam:user:write')
  const [asked, setAsked] = useState<Action>()
  if (!mayWrite) return null
  return (
    <>
      <ActionMenu user={user} onAsk={setAsked} />
      {asked !== undefined && (
        <ActionDialog key={asked} user={user} action={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

function ActionMenu(props: { readonly user: User; readonly onAsk: (action: Action) => void }) {
  const { t } = useTranslation('administration')
  const actions: readonly Action[] = [
    props.user.status === 'active' ? 'disable' : 'enable',
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

function ActionDialog(props: {
  readonly user: User
  readonly action: Action
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

async function act({ id, revision }: User, action: Action, password: string): Promise<void> {
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
