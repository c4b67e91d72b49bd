import { expect, it } from 'vitest'
import { tenantOfScope, tenantScope } from './scopes.ts'

const tenantId = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0e'

it('[IAM-20] a tenant scope names its tenant and nothing else does', () => {
  expect(tenantOfScope(tenantScope(tenantId))).toBe(tenantId)
  expect(tenantOfScope(tenantScope(tenantId.toUpperCase()))).toBe(tenantId)
  for (const scope of ['bpm.events', 'tenant:', `tenant:${tenantId}x`, `xtenant:${tenantId}`]) {
    expect(tenantOfScope(scope)).toBeUndefined()
  }
})
