import { SCOPES } from '@countersign/contracts'
import type { Secrets } from '../secrets.ts'
import { accountsOf, people } from './people.ts'
import { roles } from './roles.ts'
import type { Platform, PlatformClient } from './platform.ts'
import { accountNames } from '../secrets.ts'

const userScopes = ['openid', 'profile', 'email', 'offline_access']

/** What `iam bootstrap --file` applies: tenants, roles, people and clients of the demonstration. */
export function buildSeed(platform: Platform, secrets: Secrets) {
  const { ids } = secrets
  return {
    // Who changed their demonstration keeps it when a new release, or another port, changes the seed.
    existing: 'keep',
    tenants: platform.tenants,
    roles: platform.tenants.flatMap(({ id: tenantId }) =>
      roles.map((role) => ({ tenantId, ...role })),
    ),
    departments: [
      { tenantId: ids.demo, code: 'company', name: 'Company', leader: 'admin' },
      { tenantId: ids.demo, code: 'sales', name: 'Sales', parent: 'company', leader: 'manager' },
      { tenantId: ids.demo, code: 'finance', name: 'Finance', parent: 'company' },
      { tenantId: ids.elsewhere, code: 'company', name: 'Company' },
    ],
    users: accountsOf(secrets).map((account, index) => {
      const person = people[accountNames[index] ?? 'admin']
      const { displayName, department, manager, alsoElsewhere = false } = person
      const { id, username, password, tenantId, roles: codes } = account
      const membership = { tenantId, roles: codes, department }
      const elsewhere = { tenantId: ids.elsewhere, roles: codes, department: 'company' }
      return {
        id,
        username,
        password,
        displayName,
        email: `${username}@demo.example`,
        memberships: [
          manager === undefined ? membership : { ...membership, manager },
          ...(alsoElsewhere ? [elsewhere] : []),
        ],
      }
    }),
    clients: platform.clients.map((client) => seedClient(client, ids.demo)),
  }
}

const names: Readonly<Record<PlatformClient['purpose'], string>> = {
  workflow: 'Workflow approval service',
  document: 'Document service',
  gateway: 'Gateway',
  sample: 'Sample application (backend)',
  console: 'Console',
  reference: 'API reference',
  'sample-spa': 'Sample application',
}

const instanceScopes = [SCOPES.registerBizTypes, SCOPES.writeInstances, SCOPES.readInstances]

/** The services and the gateway work for every tenant; an application has the tenants it was granted. */
function seedClient(client: PlatformClient, demo: string) {
  const { purpose, clientId, type } = client
  const common = { clientId, type, name: names[purpose] }
  switch (purpose) {
    case 'workflow':
      return {
        ...common,
        secret: client.clientSecret,
        scopes: [SCOPES.events, SCOPES.iamInternal, SCOPES.dmsInternal, SCOPES.securityEvents],
        allTenants: true,
      }
    case 'document':
      return {
        ...common,
        secret: client.clientSecret,
        scopes: [...instanceScopes, SCOPES.iamInternal, SCOPES.securityEvents],
        allTenants: true,
      }
    case 'gateway':
      return {
        ...common,
        secret: client.clientSecret,
        scopes: [SCOPES.securityEvents],
        allTenants: true,
      }
    case 'sample':
      return {
        ...common,
        secret: client.clientSecret,
        tenantId: demo,
        scopes: [...instanceScopes, SCOPES.securityEvents],
        tenants: [demo],
      }
    case 'console':
    case 'reference':
    case 'sample-spa':
      return {
        ...common,
        redirectUris: client.redirectUris,
        postLogoutRedirectUris: client.postLogoutRedirectUris,
        scopes: userScopes,
        // The console and the references administer; an application of the business carries nothing of iam:*.
        permissions: purpose === 'sample-spa' ? null : ['*'],
      }
  }
}
