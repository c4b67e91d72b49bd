import { VisuallyHidden } from '@mantine/core'
import { createContext, useContext, type ReactNode } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../inbox.module.css'
import type { TaskListItem } from '../queries.ts'
import type { QuickApproval } from './use-quick-approval.ts'

/** Rows ask for it here: their columns stay the same while one of them is approved. */
const Quick = createContext<QuickApproval | undefined>(undefined)

/** Around the rows; says to who cannot see them what the next press would approve. */
export function QuickInRows(props: {
  readonly quick: QuickApproval
  readonly children: ReactNode
}) {
  const { t } = useTranslation('inbox')
  const { ready } = props.quick
  return (
    <Quick value={props.quick}>
      {props.children}
      <VisuallyHidden role="status">
        {ready !== undefined && t('quick.confirmLabel', { title: ready })}
      </VisuallyHidden>
    </Quick>
  )
}

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
      // The second half of a double-click is no second look; nor is a key that is held.
      onClick={({ detail }) => {
        if (detail < 2) quick.press(task)
      }}
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault()
      }}
    >
      {t(phase === 'ready' ? 'quick.confirm' : 'quick.approve')}
    </button>
  )
}
