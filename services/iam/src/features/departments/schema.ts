import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { Code, Name } from '../../schema.ts'

export const CreateDepartmentBody = closed({
  code: Code,
  name: Name,
  parentId: Type.Optional(Nullable(Uuid)),
  leaderId: Type.Optional(Nullable(Uuid)),
})
export type CreateDepartmentBody = Static<typeof CreateDepartmentBody>

export const ChangeDepartmentBody = closed({
  name: Type.Optional(Name),
  parentId: Type.Optional(Nullable(Uuid)),
  leaderId: Type.Optional(Nullable(Uuid)),
  revision: Type.Optional(Revision),
})
export type ChangeDepartmentBody = Static<typeof ChangeDepartmentBody>

/** The tree is told by `parentId`; a department without one is at the top. */
export const DepartmentView = closed({
  id: Uuid,
  code: Code,
  name: Name,
  parentId: Nullable(Uuid),
  leaderId: Nullable(Uuid),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type DepartmentView = Static<typeof DepartmentView>
