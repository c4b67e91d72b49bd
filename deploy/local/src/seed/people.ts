import { accountNames, type AccountName, type Secrets } from '../secrets.ts'

/** One demonstration account, as platform.json shows it. */
export interface Account {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly tenantId: string
  readonly roles: readonly string[]
}

export type RoleCode = 'admin' | 'employee' | 'manager' | 'finance'

interface Person {
  readonly displayName: string
  readonly role: RoleCode
  readonly department: string
  readonly manager?: AccountName
  /** Also a member of the second tenant, by the same role. */
  readonly alsoElsewhere?: true
}

/** Named by what they do, so that nobody has to look up who is who. */
export const people: Readonly<Record<AccountName, Person>> = {
  admin: { displayName: 'Admin', role: 'admin', department: 'company' },
  employee: {
    displayName: 'Employee',
    role: 'employee',
    department: 'sales',
    manager: 'manager',
  },
  manager: { displayName: 'Manager', role: 'manager', department: 'sales', manager: 'admin' },
  finance1: {
    displayName: 'Finance One',
    role: 'finance',
    department: 'finance',
    manager: 'admin',
  },
  finance2: {
    displayName: 'Finance Two',
    role: 'finance',
    department: 'finance',
    manager: 'admin',
  },
  consultant: {
    displayName: 'Consultant',
    role: 'employee',
    department: 'company',
    manager: 'manager',
    alsoElsewhere: true,
  },
  outsider: { displayName: 'Outsider', role: 'employee', department: 'company' },
}

export function accountsOf({ ids, passwords }: Secrets): Account[] {
  return accountNames.map((username) => ({
    id: ids.users[username],
    username,
    password: passwords[username],
    tenantId: username === 'outsider' ? ids.elsewhere : ids.demo,
    roles: [people[username].role],
  }))
}
