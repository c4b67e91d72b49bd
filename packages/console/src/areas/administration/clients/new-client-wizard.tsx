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
import { iam, unwrap } from '../../../api/clients.ts'
import { keepsPlatform, useMe } from '../../../me/me.ts'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { notify } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import { PermissionsField } from '../roles/permissions-field.tsx'
import { AddressesField } from './addresses-field.tsx'
import type { SettledClient } from './client-settings.ts'
import { CLIENT_KINDS, type ClientKind } from './kind.ts'
import { Secret } from './secret.tsx'
import { ServiceScopes } from './service-scopes.tsx'
import { ServiceTenants } from './service-tenants.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { CarriedFields, carriedSettings, type CarriedValues } from './token-fields.tsx'

interface Values extends CarriedValues {
  readonly name: string
  readonly redirectUris: string[]
  readonly postLogoutRedirectUris: string[]
  readonly scopes: string[]
  readonly resources: string[]
  /** Of a backend; absent for who knows only their own organisation, which it gets then. */
  readonly tenants?: string[]
}

const initial: Values = {
  name: '',
  redirectUris: [],
  postLogoutRedirectUris: [],
  scopes: [],
  resources: [],
  carries: 'usual',
  permissions: [],
}
/** An agent waits for its code on its person's own machine, and says what it is for. */
const initialOfAgent: Values = {
  ...initial,
  redirectUris: ['http://127.0.0.1/callback'],
  carries: 'named',
}
const userScopes = ['openid', 'profile', 'email', 'offline_access']

/**
 * Registers an application. First what it is: pages in a browser, which can keep no secret, a
 * backend, which has one and signs nobody in, or an agent, which asks in the name of its people and
 * decides nothing (ADR 0042). Nothing is two of them, and it stays what it is.
 */
export function NewClientWizard({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { t: common } = useTranslation('common')
  const [kind, setKind] = useState<ClientKind>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('clients.new')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('action.close') }}
      // What was typed, and a secret that was just made, is not lost by a click beside the window or by one key.
      closeOnClickOutside={false}
      closeOnEscape={kind === undefined}
    >
      {kind === undefined ? (
        <ChooseKind onChoose={setKind} />
      ) : (
        <ClientForm kind={kind} onBack={() => setKind(undefined)} onClose={onClose} />
      )}
    </Modal>
  )
}

function ChooseKind({ onChoose }: { readonly onChoose: (kind: ClientKind) => void }) {
  const { t } = useTranslation('administration')
  return (
    <Stack>
      <Text>{t('clients.which')}</Text>
      <div className={classes.choices}>
        {CLIENT_KINDS.map((kind) => (
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
  readonly kind: ClientKind
  readonly onBack: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { kind, onBack, onClose } = props
  const make = useChange({
    key: ['iam', 'clients'],
    change: (values: Values) => register(kind, values),
    onDone: ({ clientSecret }) => {
      if (clientSecret !== undefined || kind !== 'SERVICE') return
      notify(t('secret.lost'))
      onClose()
    },
  })
  const me = useMe()
  const own = keepsPlatform(me) ? { ...initial, tenants: [me.tenantId] } : initial
  const fields = useFields(kind === 'AGENT' ? initialOfAgent : own, make.error)
  const made = make.data
  if (made?.clientSecret !== undefined) {
    return <Secret client={made} secret={made.clientSecret} onDone={onClose} />
  }
  if (made !== undefined && kind !== 'SERVICE') return <Registered client={made} onDone={onClose} />
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

/** It is there: what is left is to tell the application of it. */
function Registered(props: { readonly client: SettledClient; readonly onDone: () => void }) {
  const { t } = useTranslation('administration')
  return (
    <Stack>
      <Text>{t('clients.settings.next')}</Text>
      <SettingsPanel client={props.client} />
      <Group justify="flex-end">
        <Button onClick={props.onDone} data-autofocus>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Pages have addresses to come back to and carry what people may do, a backend has scopes. */
function KindFields(props: { readonly kind: ClientKind; readonly fields: Fields<Values> }) {
  const { t } = useTranslation('administration')
  const { kind, fields } = props
  if (kind === 'SERVICE') {
    return (
      <>
        <ServiceScopes {...fields.field('scopes')} />
        {fields.values.tenants !== undefined && (
          <ServiceTenants {...fields.field('tenants')} value={fields.values.tenants} />
        )}
      </>
    )
  }
  if (kind === 'AGENT') return <AgentFields fields={fields} />
  return (
    <>
      <AddressesField
        {...fields.field('redirectUris')}
        label={t('clients.redirectUris')}
        description={t('clients.redirectHint')}
        required
      />
      <AddressesField
        {...fields.field('postLogoutRedirectUris')}
        label={t('clients.postLogoutRedirectUris')}
        required
      />
      <CarriedFields fields={fields} disabled={false} />
    </>
  )
}

function AgentFields({ fields }: { readonly fields: Fields<Values> }) {
  const { t } = useTranslation('administration')
  return (
    <>
      <AddressesField
        {...fields.field('redirectUris')}
        label={t('clients.redirectUris')}
        description={t('clients.agentRedirectHint')}
        required
        isAgent
      />
      <PermissionsField {...fields.field('permissions')} disabled={false} />
      <TagsInput
        {...fields.field('resources')}
        label={t('clients.resources')}
        description={t('clients.agentResourcesHint')}
      />
    </>
  )
}

function register(kind: ClientKind, values: Values) {
  const { name, redirectUris, postLogoutRedirectUris, scopes, resources, tenants } = values
  const permissions = carriedSettings(values)
  const signsIn = { type: 'SPA', name, redirectUris, permissions } as const
  const bodies = {
    SPA: { ...signsIn, postLogoutRedirectUris, scopes: userScopes },
    SERVICE: { type: 'SERVICE' as const, name, scopes, ...dropEmpty({ tenants }) },
    AGENT: { ...signsIn, agent: true, scopes: ['openid'], resources },
  }
  return unwrap(iam.POST('/api/iam/v1/clients', { body: bodies[kind] }))
}
