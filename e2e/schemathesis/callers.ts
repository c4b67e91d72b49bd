import { clientFor, userNamed, type Platform } from '../support/platform.ts'
import { serviceToken, signIn } from '../support/sign-in.ts'

export type Asker = 'administrator' | 'user' | 'service'

/** The client of another service, or the application, that asks each service for the most. */
const clients = {
  iam: { purpose: 'document', scopes: ['iam.internal', 'iam.security-events'] },
  bpm: {
    purpose: 'sample',
    scopes: ['bpm.biztype.register', 'bpm.instance.write', 'bpm.instance.read'],
  },
  dms: { purpose: 'workflow', scopes: ['dms.internal', 'bpm.events'] },
} as const

/** A token of whoever asks a service: a new one each time, since some requests end sessions. */
export async function tokenFor(
  asker: Asker,
  service: keyof typeof clients,
  at: Platform,
): Promise<string> {
  if (asker === 'service') {
    const { purpose, scopes } = clients[service]
    const tenant = `tenant:${userNamed('admin', at).tenantId}`
    return serviceToken(purpose, [...scopes, tenant], at)
  }
  // The administrator makes tenants, and becomes a member of each.
  const { username, password, tenantId } = userNamed(asker === 'user' ? 'employee' : 'admin', at)
  const client = clientFor('console', at)
  return (await signIn({ at, client, username, password, tenantId })).accessToken
}
