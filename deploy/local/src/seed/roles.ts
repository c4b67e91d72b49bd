import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import type { RoleCode } from './people.ts'

export interface Role {
  readonly code: RoleCode
  readonly name: string
  readonly permissions: readonly string[]
}

export const roles: readonly Role[] = [
  {
    code: 'admin',
    name: 'Administrator',
    permissions: [...PLATFORM_PERMISSIONS, 'expense:start', 'expense:read'],
  },
  {
    code: 'employee',
    name: 'Employee',
    permissions: ['expense:start', 'dms:document:read', 'dms:document:write', 'dms:document:share'],
  },
  { code: 'manager', name: 'Manager', permissions: ['dms:document:read', 'expense:read'] },
  { code: 'finance', name: 'Finance', permissions: ['dms:document:read', 'expense:read'] },
]
