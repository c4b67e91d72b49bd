import { Button, CloseButton } from '@mantine/core'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { currentToasts, hideToast, onToasts } from '../shared/toasts/toasts.ts'
import { useTranslation } from '../text/i18n.ts'
import classes from './toast-corner.module.css'

/** Where short words appear. The region is always there, so that what comes into it is read out. */
export function ToastCorner() {
  const { t } = useTranslation('common')
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const corner = useRef<HTMLDivElement>(null)
  // How much room they take, for what makes room for them. To ask for it has the page laid out at once, in the middle
  // of React's work, and to say it has the style of every element made anew: nothing of it where there are none.
  useLayoutEffect(() => {
    if (toasts.length === 0) return undefined
    const { style } = document.documentElement
    style.setProperty('--toasts-height', `${corner.current?.offsetHeight ?? 0}px`)
    return () => void style.removeProperty('--toasts-height')
  }, [toasts])
  return (
    <div ref={corner} className={classes.corner} role="status" aria-live="polite">
      {toasts.map(({ id, tone, title, text, action }) => (
        <div key={id} className={classes.toast} data-tone={tone}>
          <div>
            {title !== undefined && <strong>{title}</strong>}
            <div>{text}</div>
          </div>
          {action !== undefined && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                hideToast(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <CloseButton size="sm" aria-label={t('action.close')} onClick={() => hideToast(id)} />
        </div>
      ))}
    </div>
  )
}
