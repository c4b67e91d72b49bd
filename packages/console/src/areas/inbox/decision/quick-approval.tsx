import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../inbox.module.css'
import type { TaskListItem } from '../queries.ts'
import type { QuickApproval } from './use-quick-approval.ts'

/** Rows ask for it here: their columns stay the same while one of them is approved. */
export const Quick = createContext<QuickApproval | undefined>(undefined)

/** Approves from the row: the first press looks whether anything is asked, the second decides. */
export function RowApproval({ task }: { readonly task: TaskListItem }) {
  const { t } = useTranslation('inbox')
  const quick = useContext(Quick)
  if (quick === undefined || task.status === 'DELEGATED') return null
  const phase = quick.phaseOf(task)
  const { title } = task.instance
  return (
    <button
      type="button"
      className={classes.approve}
      data-phase={phase}
      aria-busy={phase === 'busy'}
      aria-label={t(phase === 'ready' ? 'quick.confirmLabel' : 'quick.approveLabel', { title })}
      onClick={() => quick.press(task)}
    >
      {t(phase === 'ready' ? 'quick.confirm' : 'quick.approve')}
    </button>
  )
}
