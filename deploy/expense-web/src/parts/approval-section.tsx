import { attachFiles } from '@countersign/approval-ui/attach-files'
import { ApprovalPanelView } from '@countersign/approval-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMyTask, isMoving, type Expense } from '../expenses.ts'
import { useServices } from '../services.ts'
import { currentLanguage } from '../text/i18n.ts'
import { useOpenDocument } from './attachments.tsx'
import { Failure } from './failure.tsx'
import { Loading } from './loading.tsx'

/**
 * The shared approval component, with the user's own token: whoever is asked now decides here, all
 * others read how it stands.
 */
export function ApprovalSection({ expense }: { readonly expense: Expense }) {
  const { api } = useServices()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const task = useQuery({
    queryKey: ['task', expense.id, expense.status],
    queryFn: () => findMyTask(api, expense.id),
    enabled: expense.instanceId !== null,
    refetchInterval: isMoving(expense) ? 5_000 : false,
  })
  // A task that was just decided stays on the page, with what came of it, until the next visit.
  const [taskNo, setTaskNo] = useState<string | null>(null)
  useEffect(() => {
    if (task.data) setTaskNo(task.data)
  }, [task.data])

  const attach = useMemo(() => attachFiles(api.transport), [api])
  const open = useOpenDocument()
  if (expense.instanceId === null) return null
  const shown = taskNo === null ? { instanceId: expense.instanceId } : { taskNo }
  return (
    <section aria-labelledby="approval">
      <h2 id="approval">{t('approval')}</h2>
      {task.isPending ? (
        <Loading rows={5} />
      ) : (
        <ApprovalPanelView
          // Read anew when the approval has moved on.
          key={`${taskNo ?? 'read'} ${expense.status}`}
          {...shown}
          className="panel"
          lang={currentLanguage()}
          transport={api.transport}
          // This page shows the expense already.
          hideDetail
          // What others decide meanwhile is shown as it happens.
          live
          attach={attach}
          onOpenAttachment={(attachment) => open.mutate(attachment)}
          onDecided={() => void queries.invalidateQueries({ queryKey: ['expense', expense.id] })}
        />
      )}
      {open.isError && <Failure error={open.error} />}
    </section>
  )
}
