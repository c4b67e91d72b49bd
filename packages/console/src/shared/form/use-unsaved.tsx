import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before what was changed and not saved is left behind: within the console by the dialog that is
 * returned, to be drawn; by closing the window or going elsewhere by a question of the browser. Whoever
 * leaves because it is saved navigates with `ignoreBlocker`.
 */
export function useUnsaved(isChanged: boolean): ReactNode {
  const { t } = useTranslation('common')
  const leaving = useBlocker({ shouldBlockFn: leaves, disabled: !isChanged, withResolver: true })
  // There all the time, so that the focus goes back to where it was.
  return (
    <ConfirmDialog
      opened={leaving.status === 'blocked'}
      danger
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      cancel={t('unsaved.stay')}
      confirm={t('unsaved.leave')}
      onConfirm={() => {
        isAgreed = true
        setTimeout(() => (isAgreed = false))
        leaving.proceed?.()
      }}
      onClose={() => leaving.reset?.()}
    />
  )
}

/** Somebody has just agreed to leave: of several forms on a page one asks for all. */
let isAgreed = false

/** A place on the same page, as after "Skip to content", is not left for. */
const leaves: ShouldBlockFn = ({ current, next }) =>
  !isAgreed &&
  (current.pathname !== next.pathname ||
    JSON.stringify(current.search) !== JSON.stringify(next.search))
