import { Button, Menu, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { Icon } from '../../../shared/icon.tsx'
import { useFields } from '../../../shared/use-fields.ts'
import type { User } from '../queries.ts'
import { useChange } from '../../../shared/use-change.ts'

type Action = 'disable' | 'enable' | 'password' | 'signOut' | 'mfa'

/** What is done to an account in an emergency; each asks first. */
export function PersonActions({ user }: { readonly user: User }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:user:write')
  const [asked, setAsked] = useState<Action>()
  const run = useChange({
    key: ['iam', 'users'],
    done: t('done'),
    change: ({ action, password }: { action: Action; password: string }) =>
      act(user, action, password),
    onDone: () => setAsked(undefined),
  })
  const fields = useFields({ password: '' }, run.error)
  if (!mayWrite) return null
  const actions: readonly Action[] = [
    user.status === 'active' ? 'disable' : 'enable',
    'password',
    'signOut',
    'mfa',
  ]
  return (
    <>
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
              onClick={() => {
                run.reset()
                setAsked(action)
              }}
              {...(action === 'disable' ? { color: 'red' } : {})}
            >
              {t(`person.${action}.title`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked !== undefined && (
        <ConfirmDialog
          opened
          title={t(`person.${asked}.title`)}
          text={t(`person.${asked}.text`, { name: user.displayName })}
          confirm={t(`person.${asked}.confirm`)}
          danger={asked === 'disable' || asked === 'mfa'}
          isRunning={run.isPending}
          error={fields.formError}
          onConfirm={() => run.mutate({ action: asked, password: fields.values.password })}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'password' && (
            <PasswordInput
              {...fields.text('password')}
              label={t('people.firstPassword')}
              autoComplete="new-password"
              required
            />
          )}
        </ConfirmDialog>
      )}
    </>
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
