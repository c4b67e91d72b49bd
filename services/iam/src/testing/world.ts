import type { Seed } from '../bootstrap/seed.ts'

/** Stable ids and names that the tests of the service share. */
export const acme = '0190aaaa-0000-7000-8000-000000000001'
export const globex = '0190aaaa-0000-7000-8000-000000000002'

export const userIds = {
  admin: '0190bbbb-0000-7000-8000-000000000001',
  employee: '0190bbbb-0000-7000-8000-000000000002',
  manager: '0190bbbb-0000-7000-8000-000000000003',
  both: '0190bbbb-0000-7000-8000-000000000004',
  outsider: '0190bbbb-0000-7000-8000-000000000005',
  platform: '0190bbbb-0000-7000-8000-000000000006',
  newcomer: '0190bbbb-0000-7000-8000-000000000007',
} as const

export const password = 'correct horse battery'
export const secretOf = (clientId: string) => clientId.padEnd(32, '_')

export const callback = 'http://127.0.0.1:4999/callback'
export const afterLogout = 'http://127.0.0.1:4999/bye'

const areas = ['user', 'member', 'department', 'role', 'client', 'branding', 'federation'] as const
const administrator = [
  ...areas.flatMap((area) => [`iam:${area}:read`, `iam:${area}:write`]),
  'iam:audit:read',
  'iam:person:erase',
]

const spa = {
  type: 'SPA' as const,
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
}

const user = (
  name: keyof typeof userIds,
  memberships: NonNullable<Seed['users']>[number]['memberships'],
) => ({
  id: userIds[name],
  username: name,
  displayName: `The ${name}`,
  email: `${name}@acme.example`,
  password,
  ...(name === 'newcomer' ? { mustChangePassword: true } : {}),
  memberships,
})

export const world: Seed = {
  tenants: [
    { id: acme, name: 'Acme' },
    { id: globex, name: 'Globex' },
  ],
  roles: [
    { tenantId: acme, code: 'admin', name: 'Administrators', permissions: administrator },
    { tenantId: globex, code: 'admin', name: 'Administrators', permissions: administrator },
    {
      tenantId: acme,
      code: 'platform',
      name: 'Platform',
      permissions: [
        'iam:tenant:read',
        'iam:tenant:write',
        'iam:key:read',
        'iam:key:write',
        ...administrator,
      ],
    },
    {
      tenantId: acme,
      code: 'employee',
      name: 'Employees',
      permissions: ['expense:start', 'oa:document:read'],
    },
    { tenantId: globex, code: 'employee', name: 'Employees', permissions: ['expense:read'] },
    { tenantId: acme, code: 'finance', name: 'Finance', permissions: ['expense:read'] },
  ],
  departments: [
    { tenantId: acme, code: 'root', name: 'Acme', leader: 'admin' },
    { tenantId: acme, code: 'sales', name: 'Sales', parent: 'root', leader: 'manager' },
  ],
  users: [
    user('admin', [{ tenantId: acme, roles: ['admin'], department: 'root' }]),
    user('employee', [
      {
        tenantId: acme,
        roles: ['employee', 'finance'],
        department: 'sales',
        post: 'clerk',
        manager: 'manager',
      },
    ]),
    user('manager', [
      { tenantId: acme, roles: ['employee'], department: 'sales', manager: 'admin' },
    ]),
    user('both', [
      { tenantId: acme, roles: ['employee'] },
      { tenantId: globex, roles: ['employee'] },
    ]),
    user('outsider', [{ tenantId: globex, roles: ['admin'] }]),
    user('platform', [{ tenantId: acme, roles: ['platform'] }]),
    user('newcomer', [{ tenantId: acme, roles: ['employee'] }]),
  ],
  clients: [
    {
      ...spa,
      clientId: 'console',
      name: 'Console',
      scopes: ['openid', 'profile', 'email'],
      permissions: ['*'],
    },
    {
      ...spa,
      clientId: 'expenses',
      name: 'Expenses',
      tenantId: acme,
      scopes: ['openid', 'profile', 'oa:document:read'],
    },
    {
      ...spa,
      clientId: 'careful',
      name: 'Careful <app>',
      requireConsent: true,
      scopes: ['openid', 'profile', 'email'],
    },
    {
      clientId: 'workflow',
      type: 'SERVICE',
      name: 'Workflow',
      scopes: ['bpm.events', 'iam.internal', 'iam.security-events'],
      allTenants: true,
      secret: secretOf('workflow'),
    },
    {
      clientId: 'expense-app',
      type: 'SERVICE',
      name: 'Expense',
      tenantId: acme,
      scopes: ['bpm.biztype.register', 'bpm.instance.write', 'iam.security-events'],
      tenants: [acme],
      secret: secretOf('expense-app'),
    },
  ],
}

/** The same with the client of a directory elsewhere, which keeps the users and groups of Acme by SCIM. */
export const worldWithDirectory: Seed = {
  ...world,
  clients: [
    ...(world.clients ?? []),
    {
      clientId: 'directory',
      type: 'SERVICE',
      name: 'Directory',
      tenantId: acme,
      scopes: ['iam.scim'],
      tenants: [acme],
      secret: secretOf('directory'),
    },
  ],
}
