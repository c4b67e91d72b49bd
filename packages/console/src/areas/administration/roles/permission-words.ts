import { useTranslation } from '../../../text/i18n.ts'

/** What permissions are called: the thing, as `iam:user`, and what may be done to it, as `read`. */
export function usePermissionWords() {
  const { t } = useTranslation('administration')
  const words = (kind: 'thing' | 'act', key: string, otherwise: string) =>
    // One that is newer than these texts, or of a business application, stays as it is.
    t(`permission.${kind}.${key}` as 'permission.act.read', { defaultValue: otherwise })
  return {
    thing: (name: string) => words('thing', name.replace(':', '_'), name),
    act: (name: string) => words('act', name, name),
  }
}
