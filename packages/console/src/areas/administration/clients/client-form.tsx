import { Button, Switch, TagsInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { keepsPlatform, useMay, useMe } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../../shared/form/use-edited.ts'
import { useFields, type Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Client } from '../queries.ts'
import { AddressesField } from './addresses-field.tsx'
import { kindOf } from './kind.ts'
import { ServiceScopes } from './service-scopes.tsx'
import { ServiceTenants } from './service-tenants.tsx'
import { TokenFields, tokenSettings, tokenValuesOf, type TokenValues } from './token-fields.tsx'

interface Values extends TokenValues {
  readonly name: string
  readonly isActive: boolean
  readonly redirectUris: string[]
  readonly postLogoutRedirectUris: string[]
  readonly backchannelLogoutUri: string
  readonly requireConsent: boolean
  readonly requiresMfa: boolean
  readonly scopes: string[]
  readonly tenants: string[]
}

/** What a registered application may do; only what its kind can have. */
export function ClientForm({ client }: { readonly client: Client }) {
  const { t } = useTranslation('administration')
  const disabled = !useMay('iam:client:write')
  const seesTenants = keepsPlatform(useMe())
  const save = useChange({
    key: ['iam', 'clients'],
    done: t('saved'),
    change: async ({ values, edited }: Sent<Client, Values>) => {
      const kept = await saveClient(client, edited.kept.revision, values)
      edited.saved({ kept, content: values })
    },
  })
  const initial = valuesOf(client)
  const fields = useFields(initial, save.error)
  const { values } = fields
  const edited = useEdited({ kept: client, content: initial }, values, fields.reset)
  return (
    <Form
      submit={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={!disabled}
      onSubmit={() => save.mutate({ values, edited })}
      aside={<RemoveClient client={client} />}
    >
      <EditNotices edited={edited} />
      <TextInput {...fields.text('name')} label={t('field.name')} required disabled={disabled} />
      <Switch label={t('clients.active')} {...flag(fields, 'isActive')} disabled={disabled} />
      {client.type === 'SPA' && (
        <SignInFields fields={fields} isAgent={client.agent} disabled={disabled} />
      )}
      {client.type === 'SPA' ? (
        <TagsInput {...fields.field('scopes')} label={t('clients.scopes')} disabled={disabled} />
      ) : (
        <ServiceScopes {...fields.field('scopes')} disabled={disabled} />
      )}
      {client.type === 'SERVICE' && seesTenants && (
        <ServiceTenants {...fields.field('tenants')} disabled={disabled} />
      )}
      <TokenFields fields={fields} kind={kindOf(client)} disabled={disabled} />
    </Form>
  )
}

/** Where people come back to after signing in and out, and whether they are asked first. */
function SignInFields(props: {
  readonly fields: Fields<Values>
  readonly isAgent: boolean
  readonly disabled: boolean
}) {
  const { t } = useTranslation('administration')
  const { fields, isAgent, disabled } = props
  return (
    <>
      <AddressesField
        {...fields.field('redirectUris')}
        label={t('clients.redirectUris')}
        description={t(isAgent ? 'clients.agentRedirectHint' : 'clients.redirectHint')}
        disabled={disabled}
        isAgent={isAgent}
      />
      <AddressesField
        {...fields.field('postLogoutRedirectUris')}
        label={t('clients.postLogoutRedirectUris')}
        disabled={disabled}
        isAgent={isAgent}
      />
      <TextInput
        {...fields.text('backchannelLogoutUri')}
        label={t('clients.backchannelLogoutUri')}
        disabled={disabled}
      />
      <Switch
        label={t('clients.requireConsent')}
        {...flag(fields, 'requireConsent')}
        // Of an agent its people are always asked.
        disabled={disabled || isAgent}
      />
      <Switch
        label={t('clients.requiresMfa')}
        {...flag(fields, 'requiresMfa')}
        disabled={disabled}
      />
    </>
  )
}

const flag = (fields: Fields<Values>, name: 'isActive' | 'requireConsent' | 'requiresMfa') => ({
  checked: fields.values[name],
  onChange: ({ currentTarget }: { readonly currentTarget: { readonly checked: boolean } }) =>
    fields.set(name, currentTarget.checked),
})

const valuesOf = (client: Client): Values => ({
  name: client.name,
  isActive: client.status === 'active',
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris,
  backchannelLogoutUri: client.backchannelLogoutUri ?? '',
  requireConsent: client.requireConsent,
  requiresMfa: client.requiresMfa,
  scopes: client.scopes,
  tenants: client.tenants,
  ...tokenValuesOf(client),
})

function saveClient({ id, type, tenants }: Client, revision: number, values: Values) {
  const { name, isActive, scopes, redirectUris, postLogoutRedirectUris, requireConsent } = values
  const { permissions, ...tokens } = tokenSettings(values)
  const spa = {
    permissions,
    redirectUris,
    postLogoutRedirectUris,
    requireConsent,
    requiresMfa: values.requiresMfa,
    backchannelLogoutUri: values.backchannelLogoutUri === '' ? null : values.backchannelLogoutUri,
  }
  // Who may not give organisations may say nothing of them.
  const service = isSame(values.tenants, tenants) ? {} : { tenants: values.tenants }
  const status = isActive ? ('active' as const) : ('disabled' as const)
  return unwrap(
    iam.PATCH('/api/iam/v1/clients/{id}', {
      params: { path: { id } },
      body: { name, status, scopes, ...tokens, ...(type === 'SPA' ? spa : service), revision },
    }),
  )
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((each) => others.includes(each))

function RemoveClient({ client }: { readonly client: Client }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const { id, name } = client
  const remove = useChange({
    key: ['iam', 'clients'],
    done: t('done'),
    change: () => unwrap(iam.DELETE('/api/iam/v1/clients/{id}', { params: { path: { id } } })),
    onDone: () => void navigate({ to: '/clients', ignoreBlocker: true }),
  })
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsAsked(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        danger
        title={t('clients.removeTitle', { name })}
        text={t('clients.removeText')}
        confirm={t('remove')}
        isRunning={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
