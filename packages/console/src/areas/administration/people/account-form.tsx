import { TextInput, Title } from '@mantine/core'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { User } from '../queries.ts'

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
    <Form
      submit={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={mayWrite}
      onSubmit={() => save.mutate(fields.values)}
    >
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
    </Form>
  )
}
