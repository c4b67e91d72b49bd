import { useCallback } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import type { Resources } from '../../../text/namespaces.ts'
import { isExport, removed, type Entry } from './entries.ts'
import type { texts } from './text/en.ts'

type IamAction = keyof typeof texts.action
type LogAction = keyof typeof texts.log
type StoreAction = keyof typeof texts.store
type DmsAction = keyof Resources['documents']['activity']['action']

/** What an entry means; its code where it is newer than these texts. */
export function useActionWords(): (entry: Pick<Entry, 'source' | 'action'>) => string {
  const { t } = useTranslation('audit')
  const { t: documents } = useTranslation('documents')
  return useCallback(
    ({ source, action }) => {
      const given = { defaultValue: action }
      // Of every service in the same words.
      if (action === removed) return t(`action.${removed}`)
      if (source === 'bpm' && isExport(action)) return t(`action.${action}`)
      if (source === 'bpm') return t(`log.${action as LogAction}`, given)
      if (source === 'dms') {
        const ofStore = t(`store.${action as StoreAction}`, given)
        return ofStore === action
          ? documents(`activity.action.${action as DmsAction}`, given)
          : ofStore
      }
      return t(`action.${action as IamAction}`, given)
    },
    [t, documents],
  )
}
