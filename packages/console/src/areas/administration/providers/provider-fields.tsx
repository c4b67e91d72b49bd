import {
  MultiSelect,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../me/me.ts'
import type { Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { rolesQuery } from '../queries.ts'
import { idAttributes, type Kind, type Settings } from './settings.ts'

interface Props {
  readonly fields: Fields<Settings>
  /** It is there already: what identities are known by stays, and its secret is set. */
  readonly isMade: boolean
  /** Whoever may only read sees them. */
  readonly disabled?: boolean
}

/** All that a provider is set up by. */
export function ProviderFields({ kind, ...props }: Props & { readonly kind: Kind }) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput
        {...props.fields.text('name')}
        label={t('field.name')}
        description={t('providers.nameHint')}
        required
        maxLength={80}
        disabled={props.disabled ?? false}
        data-autofocus
      />
      {kind === 'oidc' ? <OpenIdFields {...props} /> : <DirectoryFields {...props} />}
      <EntryFields kind={kind} {...props} />
    </>
  )
}

function OpenIdFields({ fields, isMade, disabled = false }: Props) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput
        {...fields.text('issuer')}
        label={t('providers.issuer')}
        description={t('providers.issuerHint')}
        placeholder="https://login.example.com"
        required
        disabled={disabled || isMade}
      />
      <TextInput
        {...fields.text('clientId')}
        label={t('providers.clientId')}
        required
        disabled={disabled}
      />
      <PasswordInput
        {...fields.text('clientSecret')}
        label={t('providers.clientSecret')}
        description={t(isMade ? 'providers.secretKept' : 'providers.secretHint')}
        autoComplete="off"
        disabled={disabled}
      />
    </>
  )
}

function DirectoryFields({ fields, isMade, disabled = false }: Props) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput
        {...fields.text('url')}
        label={t('providers.url')}
        placeholder="ldaps://directory.example.com"
        required
        disabled={disabled}
      />
      <Switch
        label={t('providers.startTls')}
        checked={fields.values.startTls}
        onChange={({ currentTarget }) => fields.set('startTls', currentTarget.checked)}
        disabled={disabled}
      />
      <DirectoryAccount fields={fields} isMade={isMade} disabled={disabled} />
      <Select
        {...fields.field('idAttribute')}
        label={t('providers.idAttribute')}
        description={t('providers.idAttributeHint')}
        data={idAttributes}
        onChange={(value) => fields.set('idAttribute', value ?? idAttributes[0])}
        allowDeselect={false}
        disabled={disabled || isMade}
      />
      <Textarea
        {...fields.text('ca')}
        label={t('providers.ca')}
        description={t('providers.caHint')}
        autosize
        minRows={2}
        maxRows={6}
        disabled={disabled}
      />
    </>
  )
}

/** Whom the directory is asked as, and where. */
function DirectoryAccount({ fields, isMade, disabled = false }: Props) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput
        {...fields.text('bindDn')}
        label={t('providers.bindDn')}
        required
        disabled={disabled}
      />
      <PasswordInput
        {...fields.text('bindPassword')}
        label={t('providers.bindPassword')}
        description={isMade ? t('providers.secretKept') : undefined}
        required={!isMade}
        autoComplete="off"
        disabled={disabled}
      />
      <TextInput
        {...fields.text('baseDn')}
        label={t('providers.baseDn')}
        required
        disabled={disabled}
      />
    </>
  )
}

/** Who is let in by it. */
function EntryFields({ kind, fields, disabled = false }: Props & { readonly kind: Kind }) {
  const { t } = useTranslation('administration')
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: useMay('iam:role:read') })
  const { createAccounts, matchExternalId } = fields.values
  return (
    <>
      <Switch
        label={t('providers.matchExternalId')}
        checked={matchExternalId}
        onChange={({ currentTarget }) => fields.set('matchExternalId', currentTarget.checked)}
        disabled={disabled}
      />
      <Switch
        label={t('providers.createAccounts')}
        checked={createAccounts}
        onChange={({ currentTarget }) => fields.set('createAccounts', currentTarget.checked)}
        disabled={disabled}
      />
      {createAccounts && (
        <>
          {/* A directory does not say which addresses it has verified. */}
          {kind === 'oidc' && (
            <TagsInput
              {...fields.field('mailDomains')}
              label={t('providers.mailDomains')}
              description={t('providers.mailDomainsHint')}
              disabled={disabled}
            />
          )}
          <MultiSelect
            {...fields.field('roles')}
            label={t('providers.roles')}
            data={roles.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            disabled={disabled}
          />
        </>
      )}
    </>
  )
}
