import { refuseEscalation } from '../../accounts/accepted-permissions.ts'
import type { Actor } from '../../actor.ts'
import { reachOf, type LdapSettings, type OidcSettings } from '../../core/federation.ts'
import type { Db } from '../../db/types.ts'
import { problems } from '../../problems.ts'
import { isDirectoryFilter } from '../../upstream/directory-filter.ts'
import { listRolesNamed } from '../../accounts/role-queries.ts'
import type { ChangeProviderBody, CreateProviderBody } from './schema.ts'

type CreateOidc = Extract<CreateProviderBody, { kind: 'oidc' }>
type CreateLdap = Extract<CreateProviderBody, { kind: 'ldap' }>

const usualScopes = ['openid', 'profile', 'email']
const usualFilter = '(objectClass=person)'

export const toOidcSettings = ({ issuer, clientId, scopes }: CreateOidc): OidcSettings => ({
  issuer,
  clientId,
  scopes: withOpenid(scopes ?? usualScopes),
})

export const toLdapSettings = (body: CreateLdap): LdapSettings => ({
  url: body.url,
  startTls: body.startTls ?? false,
  ca: body.ca ?? null,
  bindDn: body.bindDn,
  baseDn: body.baseDn,
  personFilter: body.personFilter ?? usualFilter,
  usernameAttributes: body.usernameAttributes ?? ['uid'],
  idAttribute: body.idAttribute,
})

/** Settings after a change; a member of the other kind is refused. */
export function changeSettings(
  before: OidcSettings | LdapSettings,
  body: ChangeProviderBody,
): OidcSettings | LdapSettings {
  const { clientId, scopes, url, startTls, ca, bindDn, baseDn, personFilter, usernameAttributes } =
    body
  const ldap = { url, startTls, ca, bindDn, baseDn, personFilter, usernameAttributes }
  if ('issuer' in before) {
    refuseMembers({ ...ldap, bindPassword: body.bindPassword })
    return {
      ...before,
      clientId: clientId ?? before.clientId,
      scopes: withOpenid(scopes ?? before.scopes),
    }
  }
  refuseMembers({ clientId, scopes, clientSecret: body.clientSecret })
  return { ...before, ...withoutUndefined(ldap) }
}

const withOpenid = (scopes: readonly string[]) => [...new Set(['openid', ...scopes])]

const withoutUndefined = <T extends object>(values: T) =>
  // What is left has the types it had.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

function refuseMembers(members: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(members).find(([, value]) => value !== undefined)
  if (wrong !== undefined) throw invalid(`/${wrong[0]}`, 'is of the other kind of provider')
}

/**
 * @throws `iam.provider_invalid` (422) for an address the service must not connect to, a filter
 * that is none, or rules that do not fit the kind.
 */
export async function checkSettings(
  settings: OidcSettings | LdapSettings,
  mailDomains: readonly string[],
  listedOrigins: readonly string[],
): Promise<void> {
  if ('issuer' in settings) {
    const url = URL.parse(settings.issuer)
    const plain = url !== null && url.search === '' && url.hash === ''
    if (!plain || !/^https?:$/.test(url.protocol) || reachOf(url.href, listedOrigins) === undefined)
      throw invalid('/issuer', 'is no https address')
    return
  }
  const { url, startTls, personFilter } = settings
  if (!/^ldaps?:\/\/[^/]+\/?$/.test(url) || reachOf(url, listedOrigins, { startTls }) === undefined)
    throw invalid('/url', 'is no ldaps address, and no ldap address with startTls')
  if (mailDomains.length > 0)
    throw invalid('/mailDomains', 'a directory does not say which addresses are verified')
  if (!(await isDirectoryFilter(personFilter)))
    throw invalid('/personFilter', 'is no filter (RFC 4515)')
}

/** @throws `iam.role_unknown` (422), `iam.permission_reserved` (403) */
export async function acceptRoles(
  db: Db,
  actor: Actor,
  refs: readonly string[],
): Promise<string[]> {
  const roles = await listRolesNamed(db, actor.tenantId, refs)
  const missing = refs.findIndex((ref) => !roles.some(({ id, code }) => id === ref || code === ref))
  if (missing >= 0) {
    throw problems.role_unknown({
      errors: [{ pointer: `/roles/${missing}`, code: 'unknown', detail: 'is not of this tenant' }],
    })
  }
  refuseEscalation(
    actor,
    roles.flatMap(({ permissions }) => permissions),
  )
  return [...new Set(roles.map(({ id }) => id))]
}

export const invalid = (pointer: string, detail: string) =>
  problems.provider_invalid({ errors: [{ pointer, code: 'invalid', detail }] })
