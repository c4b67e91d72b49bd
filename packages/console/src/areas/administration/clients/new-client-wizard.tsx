import {
  Button,
  Group,
  Modal,
  Stack,
  TagsInput,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { notify } from '../../../shared/toasts/notify.ts'
import classes from '../administration.module.css'
import { Secret } from './secret.tsx'

type Kind = 'SPA' | 'SERVICE'

interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly redirectUris: string[]
  readonly postLogoutRedirectUris: string[]
  readonly scopes: string[]
}

const initial: Values = { name: '', redirectUris: [], postLogoutRedirectUris: [], scopes: [] }
const userScopes = ['openid', 'profile', 'email', 'offline_access']

/**
 * Registers an application. First what it is: pages in a browser, which can keep no secret, or a
 * backend, which has one and signs nobody in. Nothing is both.
 */
export function NewClientWizard({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { t: common } = useTranslation('common')
  const [kind, setKind] = useState<Kind>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('clients.new')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('action.close') }}
      // A secret that was just made is not lost by a click beside the window.
      closeOnClickOutside={false}
    >
      {kind === undefined ? (
        <ChooseKind onChoose={setKind} />
      ) : (
        <ClientForm kind={kind} onBack={() => setKind(undefined)} onClose={onClose} />
      )}
    </Modal>
  )
}

function ChooseKind({ onChoose }: { readonly onChoose: (kind: Kind) => void }) {
  const { t } = useTranslation('administration')
  return (
    <Stack>
      <Text>{t('clients.which')}</Text>
      <div className={classes.choices}>
        {(['SPA', 'SERVICE'] as const).map((kind) => (
          <UnstyledButton
            key={kind}
            className={classes.choice ?? ''}
            onClick={() => onChoose(kind)}
          >
            <Text fw={650}>{t(`clients.kind.${kind}.title`)}</Text>
            <Text size="sm" c="var(--console-soft)">
              {t(`clients.kind.${kind}.text`)}
            </Text>
          </UnstyledButton>
        ))}
      </div>
    </Stack>
  )
}

function ClientForm(props: {
  readonly kind: Kind
  readonly onBack: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { kind, onBack, onClose } = props
  const make = useChange({
    key: ['iam', 'clients'],
    change: (values: Values) => register(kind, values),
    onDone: ({ clientSecret }) => {
      if (clientSecret !== undefined) return
      if (kind === 'SERVICE') notify(t('secret.lost'))
      onClose()
    },
  })
  const fields = useFields(initial, make.error)
  const made = make.data
  if (made?.clientSecret !== undefined) {
    return <Secret clientId={made.clientId} secret={made.clientSecret} onDone={onClose} />
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(fields.values)
      }}
    >
      <Stack>
        <TextInput {...fields.text('name')} label={t('field.name')} required data-autofocus />
        <KindFields kind={kind} fields={fields} />
        <ErrorAlert error={fields.formError} />
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('clients.register')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Pages have addresses to come back to, a backend has scopes. */
function KindFields(props: { readonly kind: Kind; readonly fields: Fields<Values> }) {
  const { t } = useTranslation('administration')
  const { kind, fields } = props
  if (kind === 'SERVICE') {
    return (
      <TagsInput
        {...fields.field('scopes')}
        label={t('clients.scopes')}
        description={t('clients.scopesHint')}
      />
    )
  }
  return (
    <>
      <TagsInput
        {...fields.field('redirectUris')}
        label={t('clients.redirectUris')}
        description={t('clients.redirectHint')}
        required
      />
      <TagsInput
        {...fields.field('postLogoutRedirectUris')}
        label={t('clients.postLogoutRedirectUris')}
      />
    </>
  )
}

function register(kind: Kind, { name, redirectUris, postLogoutRedirectUris, scopes }: Values) {
  const own =
    kind === 'SPA' ? { redirectUris, postLogoutRedirectUris, scopes: userScopes } : { scopes }
  return unwrap(iam.POST('/api/iam/v1/clients', { body: { type: kind, name, ...own } }))
}
