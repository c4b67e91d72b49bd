import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from '../text/i18n.ts'
import classes from './offline-notice.module.css'

const listen = (tell: () => void) => onlineManager.subscribe(tell)
const isOnline = () => onlineManager.isOnline()

/**
 * Says that there is no connection, and that what is shown may be old. Back online all of it is read again
 * before anybody decides: nothing that was pressed meanwhile is sent later by itself.
 */
export function OfflineNotice() {
  const { t } = useTranslation('common')
  const queryClient = useQueryClient()
  const online = useSyncExternalStore(listen, isOnline)
  useEffect(
    () =>
      onlineManager.subscribe((isBack) => {
        if (isBack) void queryClient.invalidateQueries()
      }),
    [queryClient],
  )
  return (
    <div role="status" className={classes.place}>
      {!online && <p className={classes.notice}>{t('offline.notice')}</p>}
    </div>
  )
}
