import { closed } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

/** Parts of a print that a template may choose and order. */
export const PRINT_SECTIONS = [
  'values',
  'decisions',
  'rounds',
  'course',
  'copies',
  'called',
  'events',
] as const
export type PrintSection = (typeof PRINT_SECTIONS)[number]

const inBoth = (maxLength: number) =>
  closed({
    en: Type.String({ minLength: 1, maxLength }),
    'zh-CN': Type.String({ minLength: 1, maxLength }),
  })

/** How the records of a business type are printed. What is left out is as without a template. */
export const RecordTemplate = closed(
  {
    title: Type.Optional(inBoth(100)),
    footer: Type.Optional(inBoth(300)),
    fields: Type.Optional(
      Type.Array(
        closed({
          name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
          label: Type.Optional(inBoth(100)),
        }),
        { maxItems: 50, description: 'The values to print, in this order; all when left out.' },
      ),
    ),
    sections: Type.Optional(
      Type.Array(Type.Enum([...PRINT_SECTIONS]), {
        minItems: 1,
        uniqueItems: true,
        description: 'In this order; all but events when left out.',
      }),
    ),
  },
  { title: 'RecordTemplate' },
)
export type RecordTemplate = Static<typeof RecordTemplate>

export const DEFAULT_SECTIONS: readonly PrintSection[] = PRINT_SECTIONS.filter(
  (section) => section !== 'events',
)
