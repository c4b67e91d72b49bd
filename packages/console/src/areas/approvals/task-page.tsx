import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApprovalView } from '../../shared/detail/approval-view.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useTranslation } from '../../text/i18n.ts'

const route = getRouteApi('/tasks/$taskNo')

/** One task on a page of its own, where mails and bookmarks lead. */
export function TaskPage() {
  const { t } = useTranslation('approvals')
  const { taskNo } = route.useParams()
  const queryClient = useQueryClient()
  return (
    <Page narrow>
      <nav>
        <Link to="/inbox">← {t('common:nav.inbox')}</Link>
      </nav>
      <PageHeader title={t('task.title', { task: taskNo })} />
      <ApprovalView
        taskNo={taskNo}
        onDecided={() => {
          void queryClient.invalidateQueries({ queryKey: ['bpm'] })
        }}
      />
    </Page>
  )
}
