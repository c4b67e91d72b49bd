import type { PanelEventMap } from '@countersign/approval-ui'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { textOf } from '../../text/i18n.ts'
import { titleOf } from '../page/error-words.ts'
import { showToast } from '../toasts/toasts.ts'
import { useTitle, type Subject } from './framed-detail.ts'

/** What was sent about a task may fail once its panel, which would say so, is left: then it is said in the corner. */
export function useLateFailure(
  subject: Subject,
): (detail: PanelEventMap['approval-error']) => void {
  const { taskNo } = subject
  const title = useTitle(subject) ?? taskNo
  const navigate = useNavigate()
  // One object for each time a task is shown: who comes back to it has another panel.
  const panel = useMemo(() => ({ taskNo, isShown: true }), [taskNo])
  useEffect(() => {
    panel.isShown = true
    return () => {
      panel.isShown = false
    }
  }, [panel])
  return useCallback(
    ({ action, code, status, title: said }) => {
      if (action === undefined || panel.taskNo === undefined || panel.isShown) return
      const params = { taskNo: panel.taskNo }
      const isLost = status === 0
      const why = new ApiProblem({
        code: isLost ? 'console.unreachable' : code,
        title: said,
        status,
      })
      showToast({
        tone: 'bad',
        title: textOf('detail.failed', { title: title ?? '' }),
        text: `${titleOf(why)} · ${code}`,
        action: {
          label: textOf('detail.openTask'),
          run: () => void navigate({ to: '/tasks/$taskNo', params }),
        },
      })
    },
    [panel, title, navigate],
  )
}
