import type { paths } from '@countersign/client/iam'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import type { Provider } from '../queries.ts'

export type Kind = Provider['kind']

/** What the form holds, of both kinds; texts are empty where nothing is set. */
export interface Settings extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly url: string
  readonly startTls: boolean
  readonly ca: string
  readonly bindDn: string
  readonly bindPassword: string
  readonly baseDn: string
  readonly idAttribute: string
  readonly createAccounts: boolean
  readonly matchExternalId: boolean
  readonly mailDomains: string[]
  readonly roles: string[]
}

/** What identifies a person in a directory for good, whatever becomes of the name. */
export const idAttributes = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID'] as const

const unset: Settings = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  url: '',
  startTls: false,
  ca: '',
  bindDn: '',
  bindPassword: '',
  baseDn: '',
  idAttribute: idAttributes[0],
  createAccounts: false,
  matchExternalId: false,
  mailDomains: [],
  roles: [],
}

/** The form of a provider, or of one that is still to be made. Secrets never come back. */
export function settingsOf(provider?: Provider): Settings {
  if (provider === undefined) return unset
  const { settings, name, createAccounts, matchExternalId, mailDomains, roles } = provider
  return {
    ...unset,
    ...settings,
    ca: ('ca' in settings ? settings.ca : null) ?? '',
    name,
    createAccounts,
    matchExternalId,
    mailDomains: [...mailDomains],
    roles: [...roles],
  }
}

export const addressOf = ({ settings }: Provider): string =>
  'issuer' in settings ? settings.issuer : settings.url

type CreateBody =
  paths['/api/iam/v1/identity-providers']['post']['requestBody']['content']['application/json']
type ChangeBody =
  paths['/api/iam/v1/identity-providers/{id}']['patch']['requestBody']['content']['application/json']

export function toCreateBody(kind: Kind, values: Settings): CreateBody {
  const entry = entryOf(kind, values)
  if (kind === 'oidc') {
    const { issuer, clientId } = values
    return { kind, issuer, clientId, ...dropEmpty({ clientSecret: values.clientSecret }), ...entry }
  }
  const { url, startTls, bindDn, bindPassword, baseDn } = values
  const idAttribute = idAttributes.find((known) => known === values.idAttribute) ?? idAttributes[0]
  const directory = { url, startTls, bindDn, bindPassword, baseDn, idAttribute }
  return { kind, ...directory, ...dropEmpty({ ca: values.ca }), ...entry }
}

/** All that may change; an empty secret leaves the one that is set. */
export function toChangeBody(kind: Kind, values: Settings): ChangeBody {
  const entry = entryOf(kind, values)
  if (kind === 'oidc') {
    const { clientId, clientSecret } = values
    return { clientId, ...dropEmpty({ clientSecret }), ...entry }
  }
  const { url, startTls, ca, bindDn, bindPassword, baseDn } = values
  const directory = { url, startTls, ca: ca === '' ? null : ca, bindDn, baseDn }
  return { ...directory, ...dropEmpty({ bindPassword }), ...entry }
}

function entryOf(kind: Kind, values: Settings) {
  const { name, createAccounts, matchExternalId, mailDomains, roles } = values
  return {
    name,
    createAccounts,
    matchExternalId,
    mailDomains: createAccounts && kind === 'oidc' ? mailDomains : [],
    roles: createAccounts ? roles : [],
  }
}
