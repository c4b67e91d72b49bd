import { closed, Nullable, Revision, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

const BrandName = Type.String({
  minLength: 1,
  maxLength: 80,
  description: 'On every page of a sign-in; the name of the tenant when null.',
})
const Colour = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'Of buttons and accents, #rrggbb. Text in it and on it is kept readable.',
})

export const PutBrandingBody = closed({
  name: Nullable(BrandName),
  colour: Nullable(Colour),
  revision: Type.Optional(Revision),
})
export type PutBrandingBody = Static<typeof PutBrandingBody>

export const BrandingView = closed({
  name: Nullable(Type.String()),
  colour: Nullable(Type.String()),
  logo: Nullable(
    closed({ type: Type.String(), url: Type.String({ description: 'Path, without a token.' }) }),
  ),
  revision: Type.Integer({ minimum: 0, description: '0 before the first change.' }),
  updatedAt: Nullable(Timestamp),
})
export type BrandingView = Static<typeof BrandingView>
