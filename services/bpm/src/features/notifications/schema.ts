import { closed, Nullable } from '@countersign/service-kit/schema'
import { LANGUAGES } from '@countersign/service-kit/language'
import { Type, type Static } from 'typebox'
import { MAIL_MODES } from '../../core/notice.ts'

const chosen = {
  mail: Type.Enum([...MAIL_MODES], {
    description: 'Each time, once a day at eight on the clock of the tenant, or not at all.',
  }),
  language: Nullable(
    Type.Enum([...LANGUAGES], {
      description: 'null: as the directory says, else that of the deployment.',
    }),
  ),
}

export const PreferencesBody = closed({
  ...chosen,
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type PreferencesBody = Static<typeof PreferencesBody>

export const PreferencesView = closed({
  ...chosen,
  revision: Type.Integer({ description: '0 as long as nothing was chosen.' }),
})
export type PreferencesView = Static<typeof PreferencesView>
