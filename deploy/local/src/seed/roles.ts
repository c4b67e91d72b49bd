import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import type { RoleCode } from './people.ts'

export interface Role {
  readonly code: RoleCode
  readonly name: string
  readonly permissions: readonly string[]
}

const documents = ['dms:document:read', 'dms:document:write']

export const roles: readonly Role[] = [
  {
    code: 'admin',
    name: 'Administrator',
    permissions: [...PLATFORM_PERMISSIONS, 'expense:start', 'expense:read'],
  },
  {
    code: 'employee',
    name: 'Employee',
    permissions: ['expense:start', ...documents, 'dms:document:share'],
  },
  // Whoever decides may attach a document to the decision.
  { code: 'manager', name: 'Manager', permissions: [...documents, 'expense:read'] },
  { code: 'finance', name: 'Finance', permissions: [...documents, 'expense:read'] },
]
