import { TextInput, Title } from '@mantine/core'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../../shared/form/use-edited.ts'
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
    change: async ({ values, edited }: Sent<User, typeof initial>) => {
      const { displayName, email } = values
      const { revision } = edited.kept
      const params = { path: { id: user.id } }
      const body = { displayName, email: email === '' ? null : email, revision }
      const kept = await unwrap(iam.PATCH('/api/iam/v1/users/{id}', { params, body }))
      edited.saved({ kept, content: values })
    },
  })
  const fields = useFields(initial, save.error)
  const { values } = fields
  const edited = useEdited({ kept: user, content: initial }, values, fields.reset)
  return (
    <Form
      submit={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={mayWrite}
      onSubmit={() => save.mutate({ values, edited })}
    >
      <Title order={2} size="h4">
        {t('account.title')}
      </Title>
      <EditNotices edited={edited} />
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
