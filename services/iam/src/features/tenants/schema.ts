import { PageQuery } from '@countersign/service-kit/page'
import { closed, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { Name } from '../../schema.ts'

const Status = Type.Enum(['active', 'suspended'])

export const CreateTenantBody = closed({
  name: Name,
  administratorId: Type.Optional(
    Type.String({ format: 'uuid', description: 'First administrator; the caller when left out.' }),
  ),
})
export type CreateTenantBody = Static<typeof CreateTenantBody>

export const ChangeTenantBody = closed({
  name: Type.Optional(Name),
  status: Type.Optional(Status),
  revision: Type.Optional(Revision),
})
export type ChangeTenantBody = Static<typeof ChangeTenantBody>

export const TenantView = closed({
  id: Uuid,
  name: Name,
  status: Status,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type TenantView = Static<typeof TenantView>

export const TenantsQuery = Type.Object({ ...PageQuery, status: Type.Optional(Status) })
