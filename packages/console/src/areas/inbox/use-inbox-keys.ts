import { leaveForRows } from '../../shared/list/leave-for-rows.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useTranslation } from '../../text/i18n.ts'
import type { Decision } from './decision/decide.ts'

export interface InboxActions {
  readonly isTodo: boolean
  readonly move: (step: number) => void
  readonly open: () => void
  readonly toggle: () => void
  readonly ask: (action: Decision) => void
  /** Of the row at the cursor, or else of the first. */
  readonly approveAtOnce: () => void
  readonly search: () => void
  readonly close: () => void
}

/** The whole inbox without a mouse. */
export function useInboxKeys(actions: InboxActions): void {
  const { t } = useTranslation('inbox')
  const move = (step: number) => {
    leaveForRows()
    actions.move(step)
  }
  useShortcuts([
    { keys: 'j', label: t('key.next'), mayRepeat: true, run: () => move(1) },
    {
      keys: 'k',
      label: t('key.previous'),
      mayRepeat: true,
      run: () => move(-1),
    },
    { keys: 'Enter', label: t('key.open'), run: actions.open },
    { keys: '/', label: t('key.search'), run: actions.search },
    { keys: 'Escape', label: t('key.close'), run: actions.close },
    ...(actions.isTodo
      ? [
          { keys: 'x', label: t('key.choose'), run: actions.toggle },
          { keys: 'a', label: t('key.approve'), run: () => actions.ask('approve') },
          { keys: 'r', label: t('key.reject'), run: () => actions.ask('reject') },
          { keys: 'y', label: t('key.approveAtOnce'), run: actions.approveAtOnce },
        ]
      : []),
  ])
}
