import { closed } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

export const principalKinds = ['user', 'role', 'department'] as const
const kind = principalKinds.join('|')

/** Somebody, or a group of people, as forms offer them and lists name them. */
export const Principal = closed(
  {
    kind: Type.Enum([...principalKinds]),
    id: Type.String({ description: 'The UUID of a user, the code of a role or a department.' }),
    name: Type.String(),
    detail: Type.String({ description: 'What tells those of one name apart: user name or code.' }),
  },
  { title: 'Principal' },
)
export type Principal = Static<typeof Principal>

export const Principals = closed({ items: Type.Array(Principal) })

export const PeopleQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of a name, a user name or a code.' }),
  ),
  ids: Type.Optional(
    Type.String({
      maxLength: 8_000,
      pattern: '^[^,]*(?:,[^,]*){0,199}$',
      description: 'Up to 200 ids or codes, comma-separated.',
    }),
  ),
  kinds: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: `^ *(?:${kind}) *(?:, *(?:${kind}) *)*$`,
      description: 'Some of `user,role,department`; all without it.',
    }),
  ),
})
