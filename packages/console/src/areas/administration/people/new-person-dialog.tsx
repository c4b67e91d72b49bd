import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { iam, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'

const initial = { username: '', displayName: '', email: '', password: '' }

/** Makes an account. Its password is a first one: the person chooses another at the first sign-in. */
export function NewPersonDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const make = useChange({
    key: ['iam', 'users'],
    done: t('people.made'),
    change: ({ username, displayName, email, password }: typeof initial) =>
      unwrap(
        iam.POST('/api/iam/v1/users', {
          body: {
            username,
            displayName,
            ...dropEmpty({ email, password }),
            mustChangePassword: true,
          },
        }),
      ),
    onDone: ({ id }) => void navigate({ to: '/people/$userId', params: { userId: id } }),
  })
  const fields = useFields(initial, make.error)
  return (
    <ConfirmDialog
      opened
      title={t('people.new')}
      confirm={t('people.make')}
      isRunning={make.isPending}
      error={fields.formError}
      isChanged={fields.isChanged}
      onConfirm={() => make.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          {...fields.text('displayName')}
          label={t('field.name')}
          required
          data-autofocus
        />
        <TextInput {...fields.text('username')} label={t('field.username')} required />
        <TextInput {...fields.text('email')} label={t('field.email')} type="email" />
        <PasswordInput
          {...fields.text('password')}
          label={t('people.firstPassword')}
          description={t('people.firstPasswordHint')}
          autoComplete="new-password"
        />
      </Stack>
    </ConfirmDialog>
  )
}
