import { Select, Switch, TagsInput } from '@mantine/core'
import type { Fields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Client } from '../queries.ts'
import { PermissionsField } from '../roles/permissions-field.tsx'
import type { ClientKind } from './kind.ts'

const carryings = ['usual', 'all', 'named'] as const
const tokenTypes = ['deployment', 'at+jwt', 'JWT'] as const

/** What the tokens of an application carry of what its people may do. */
export interface CarriedValues extends Readonly<Record<string, unknown>> {
  readonly carries: string
  readonly permissions: readonly string[]
}

/** The same, for whom they are, and how they are guarded. */
export interface TokenValues extends CarriedValues {
  readonly resources: string[]
  readonly accessTokenType: string
  readonly dpopBoundAccessTokens: boolean
  readonly requirePushedAuthorizationRequests: boolean
}

interface Props {
  readonly fields: Omit<Fields<TokenValues>, 'reset'>
  readonly kind: ClientKind
  readonly disabled: boolean
}

/** Asked when an application is registered, and ever after. */
export function CarriedFields(props: {
  readonly fields: Pick<Fields<CarriedValues>, 'values' | 'set' | 'field'>
  readonly disabled: boolean
}) {
  const { t } = useTranslation('administration')
  const { fields, disabled } = props
  return (
    <>
      <Select
        value={fields.values.carries}
        onChange={(value) => value !== null && fields.set('carries', value)}
        allowDeselect={false}
        label={t('clients.carries')}
        description={t('clients.carriesHint')}
        data={carryings.map((value) => ({ value, label: t(`clients.carrying.${value}`) }))}
        disabled={disabled}
      />
      {fields.values.carries === 'named' && (
        <PermissionsField {...fields.field('permissions')} disabled={disabled} />
      )}
    </>
  )
}

export function TokenFields(props: Props) {
  const { t } = useTranslation('administration')
  const { fields, kind, disabled } = props
  return (
    <>
      {kind === 'SPA' && <CarriedFields fields={fields} disabled={disabled} />}
      {kind === 'AGENT' && (
        <PermissionsField {...fields.field('permissions')} disabled={disabled} />
      )}
      <TagsInput
        {...fields.field('resources')}
        label={t('clients.resources')}
        description={t('clients.resourcesHint')}
        disabled={disabled}
      />
      <Select
        value={fields.values.accessTokenType}
        onChange={(value) => value !== null && fields.set('accessTokenType', value)}
        allowDeselect={false}
        disabled={disabled}
        label={t('clients.accessTokenType')}
        data={tokenTypes.map((value) => ({
          value,
          label: value === 'deployment' ? t('clients.tokenTypeOfDeployment') : value,
        }))}
      />
      <BindingFields {...props} />
    </>
  )
}

/** How its tokens and its sign-ins are guarded beside. */
function BindingFields({ fields, kind, disabled }: Props) {
  const { t } = useTranslation('administration')
  const flag = (name: 'dpopBoundAccessTokens' | 'requirePushedAuthorizationRequests') => ({
    checked: fields.values[name],
    onChange: (event: { readonly currentTarget: { readonly checked: boolean } }) =>
      fields.set(name, event.currentTarget.checked),
    disabled,
  })
  return (
    <>
      <Switch
        {...flag('dpopBoundAccessTokens')}
        label={t('clients.dpopBoundAccessTokens')}
        description={t('clients.dpopHint')}
      />
      {kind !== 'SERVICE' && (
        <Switch
          {...flag('requirePushedAuthorizationRequests')}
          label={t('clients.requirePushedAuthorizationRequests')}
        />
      )}
    </>
  )
}

export const tokenValuesOf = (client: Client): TokenValues => ({
  carries:
    client.permissions === null ? 'usual' : client.permissions.includes('*') ? 'all' : 'named',
  permissions: client.permissions?.filter((name) => name !== '*') ?? [],
  resources: client.resources,
  accessTokenType: client.accessTokenType ?? 'deployment',
  dpopBoundAccessTokens: client.dpopBoundAccessTokens,
  requirePushedAuthorizationRequests: client.requirePushedAuthorizationRequests,
})

const typeOf = (chosen: string): Client['accessTokenType'] =>
  chosen === 'at+jwt' || chosen === 'JWT' ? chosen : null

/** Null: all but `iam:*`. */
export const carriedSettings = ({ carries, permissions }: CarriedValues): string[] | null =>
  carries === 'usual' ? null : carries === 'all' ? ['*'] : [...permissions]

/** The same as a request has it. */
export const tokenSettings = (values: TokenValues) => ({
  permissions: carriedSettings(values),
  resources: values.resources,
  accessTokenType: typeOf(values.accessTokenType),
  dpopBoundAccessTokens: values.dpopBoundAccessTokens,
  requirePushedAuthorizationRequests: values.requirePushedAuthorizationRequests,
})
