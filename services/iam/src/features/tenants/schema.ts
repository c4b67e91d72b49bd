import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { Name, RequiresMfa } from '../../schema.ts'

const Status = Type.Enum(['active', 'suspended'])

const SessionIdleMinutes = Nullable(
  Type.Integer({
    minimum: 15,
    maximum: 10_080,
    description:
      'How long a session may rest, longer than any access token lives; null, or more than the deployment says: as there.',
  }),
)

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
  sessionIdleMinutes: Type.Optional(SessionIdleMinutes),
  requiresMfa: Type.Optional(RequiresMfa),
  revision: Type.Optional(Revision),
})
export type ChangeTenantBody = Static<typeof ChangeTenantBody>

export const TenantView = closed({
  id: Uuid,
  name: Name,
  status: Status,
  sessionIdleMinutes: SessionIdleMinutes,
  requiresMfa: RequiresMfa,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type TenantView = Static<typeof TenantView>

export const TenantsQuery = Type.Object({ ...PageQuery, status: Type.Optional(Status) })
