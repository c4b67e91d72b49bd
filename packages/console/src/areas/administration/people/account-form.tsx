import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'
import { useFields } from '../../../shared/use-fields.ts'
import type { User } from '../queries.ts'
import { useChange } from '../../../shared/use-change.ts'

export function AccountForm({ user }: { readonly user: User }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:user:write')
  const initial = { displayName: user.displayName, email: user.email ?? '' }
  const save = useChange({
    key: ['iam', 'users'],
    done: t('saved'),
    change: ({ displayName, email }: typeof initial) =>
      unwrap(
        iam.PATCH('/api/iam/v1/users/{id}', {
          params: { path: { id: user.id } },
          body: { displayName, email: email === '' ? null : email, revision: user.revision },
        }),
      ),
  })
  const fields = useFields(initial, save.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(fields.values)
      }}
    >
      <Stack>
        <Title order={2} size="h4">
          {t('account.title')}
        </Title>
        <TextInput
          {...fields.text('displayName')}
          label={t('field.name')}
          required
          disabled={!mayWrite}
        />
        <TextInput
          {...fields.text('email')}
          label={t('field.email')}
          type="email"
          disabled={!mayWrite}
        />
        <ErrorAlert error={fields.formError} />
        {mayWrite && (
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
