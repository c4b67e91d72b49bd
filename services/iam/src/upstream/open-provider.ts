import type { Sealer } from '@countersign/service-kit/sealing'
import type { LdapSettings, OidcSettings } from '../core/federation.ts'
import type { Directory } from './directory.ts'
import type { OpenIdProvider } from './openid-configuration.ts'
import { secretContext } from './secret-context.ts'

export interface SealedProvider {
  readonly id: string
  readonly tenantId: string
  readonly revision: number
  readonly settings: OidcSettings | LdapSettings
  readonly sealedSecret: string | null
}

/** A provider with its secret opened, to be used at once and kept nowhere. */
export function openProvider(
  sealer: Sealer,
  provider: SealedProvider,
): { kind: 'oidc'; provider: OpenIdProvider } | { kind: 'ldap'; directory: Directory } {
  const { id, revision, settings, sealedSecret } = provider
  const secret =
    sealedSecret === null
      ? undefined
      : sealer.open(sealedSecret, secretContext(provider)).toString()
  return 'issuer' in settings
    ? { kind: 'oidc', provider: { id, revision, settings, secret } }
    : { kind: 'ldap', directory: { settings, secret: secret ?? '' } }
}
