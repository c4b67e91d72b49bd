import { Select, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Fields } from '../../../shared/form/use-fields.ts'
import type { Client } from '../queries.ts'

const carryings = ['usual', 'all', 'named'] as const
const tokenTypes = ['deployment', 'at+jwt', 'JWT'] as const

/** What the tokens of an application carry, and for whom. */
export interface TokenValues extends Readonly<Record<string, unknown>> {
  readonly carries: string
  readonly permissions: string[]
  readonly resources: string[]
  readonly accessTokenType: string
}

export function TokenFields(props: {
  readonly fields: Omit<Fields<TokenValues>, 'reset'>
  readonly isSpa: boolean
  readonly disabled: boolean
}) {
  const { t } = useTranslation('administration')
  const { fields, isSpa, disabled } = props
  const select = (name: 'carries' | 'accessTokenType') => ({
    value: fields.values[name],
    onChange: (value: string | null) => value !== null && fields.set(name, value),
    allowDeselect: false,
    disabled,
  })
  return (
    <>
      {isSpa && (
        <Select
          {...select('carries')}
          label={t('clients.carries')}
          description={t('clients.carriesHint')}
          data={carryings.map((value) => ({ value, label: t(`clients.carrying.${value}`) }))}
        />
      )}
      {isSpa && fields.values.carries === 'named' && (
        <TagsInput
          {...fields.field('permissions')}
          label={t('clients.permissions')}
          description={t('clients.permissionsHint')}
          disabled={disabled}
        />
      )}
      <TagsInput
        {...fields.field('resources')}
        label={t('clients.resources')}
        description={t('clients.resourcesHint')}
        disabled={disabled}
      />
      <Select
        {...select('accessTokenType')}
        label={t('clients.accessTokenType')}
        data={tokenTypes.map((value) => ({
          value,
          label: value === 'deployment' ? t('clients.tokenTypeOfDeployment') : value,
        }))}
      />
    </>
  )
}

export const tokenValuesOf = (client: Client): TokenValues => ({
  carries:
    client.permissions === null ? 'usual' : client.permissions.includes('*') ? 'all' : 'named',
  permissions: client.permissions?.filter((name) => name !== '*') ?? [],
  resources: client.resources,
  accessTokenType: client.accessTokenType ?? 'deployment',
})

const typeOf = (chosen: string): Client['accessTokenType'] =>
  chosen === 'at+jwt' || chosen === 'JWT' ? chosen : null

/** The same as a request has it. */
export const tokenSettings = (values: TokenValues) => ({
  permissions:
    values.carries === 'usual' ? null : values.carries === 'all' ? ['*'] : values.permissions,
  resources: values.resources,
  accessTokenType: typeOf(values.accessTokenType),
})
