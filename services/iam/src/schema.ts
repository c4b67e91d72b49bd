import { Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'

/** What more than one feature says about its paths and names. */
export const IdParams = Type.Object({ id: Uuid })
export const Code = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: 'Stable, unique in the tenant.',
})
export const Name = Type.String({ minLength: 1, maxLength: 200 })
