import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

/** What more than one feature says about its paths and names. */
export const IdParams = Type.Object({ id: Uuid })
export const Code = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: 'Stable, unique in the tenant.',
})
export const Name = Type.String({ minLength: 1, maxLength: 200 })

/** Of a tenant, a role or an application. */
export const RequiresMfa = Type.Boolean({
  description: 'Nobody it concerns signs in by one factor alone.',
})

const Username = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$',
  description: 'Unique on the platform; kept in lower case.',
})
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Password = Type.String({ minLength: 1, maxLength: 200 })

/** A new account, however it is made. */
export const CreateUserBody = closed({
  username: Username,
  displayName: Name,
  email: Type.Optional(Email),
  password: Type.Optional(Password),
  mustChangePassword: Type.Optional(
    Type.Boolean({ description: 'Default true: the first sign-in asks for a new one.' }),
  ),
})
export type CreateUserBody = Static<typeof CreateUserBody>
