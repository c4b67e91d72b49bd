import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notifyDone } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { TaskListItem } from '../queries.ts'
import { refreshInbox } from '../refresh.ts'
import { decidedTasks, decideTasks, hasFailed, type Outcomes, type Pending } from './decide.ts'

/** One decision on one task or many: its comment, how far it is, and what became of each task. */
export function useDecision(
  { action, tasks }: Pending,
  onDecided: (tasks: readonly TaskListItem[]) => void,
  /** Called when every task is decided and nothing is left to say. */
  onDone: () => void,
) {
  const { t } = useTranslation('inbox')
  const [comment, setComment] = useState('')
  const [done, setDone] = useState(0)
  const queryClient = useQueryClient()
  // Two key presses may come before the page is drawn again: what was drawn cannot tell.
  const isSent = useRef(false)
  const known = useRef<Outcomes>(new Map())
  const takeIn = () => {
    const decided = decidedTasks(known.current)
    const changes = decided.map(({ taskNo }) => ({ taskNo, box: 'done' }))
    refreshInbox(queryClient, changes)
    onDecided(decided)
  }
  const decide = useMutation({
    mutationFn: () =>
      decideTasks(tasks, { action, comment: comment.trim() }, known.current, setDone),
    onSettled: () => {
      isSent.current = false
    },
    onError: takeIn,
    onSuccess: (outcomes) => {
      takeIn()
      if (outcomes.some(hasFailed)) return
      const count = outcomes.length
      notifyDone(t(action === 'approve' ? 'batch.allApproved' : 'batch.allRejected', { count }))
      onDone()
    },
  })
  const needsReason = action === 'reject' && comment.trim() === ''
  return {
    comment,
    setComment,
    needsReason,
    submit: () => {
      if (needsReason || isSent.current) return
      isSent.current = true
      decide.mutate()
    },
    isRunning: decide.isPending,
    /** How many have an outcome. */
    done,
    /** Absent until all have one: what got no answer can be sent again. */
    outcomes: decide.data,
    error: decide.error,
  }
}
