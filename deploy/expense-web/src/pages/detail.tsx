import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ProblemError } from '../api.ts'
import { isEmbedded } from '../embedded.ts'
import { getExpense, isMoving, type Expense } from '../expenses.ts'
import { ApprovalSection } from '../parts/approval-section.tsx'
import { AttachmentLinks } from '../parts/attachments.tsx'
import { CorrectionSection } from '../parts/correction-section.tsx'
import { DraftSection } from '../parts/draft-section.tsx'
import { EventsSection } from '../parts/events-section.tsx'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Since } from '../parts/since.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { useServices } from '../services.ts'
import { formatMoney } from '../text/format.ts'

/** The page that the business type's `detailPath` names: its own application shows the document. */
export function DetailPage({ id }: { readonly id: string }) {
  const { api } = useServices()
  const { t } = useTranslation()
  const expense = useQuery({
    queryKey: ['expense', id],
    queryFn: () => getExpense(api, id),
    // Events reach the backend within a moment of a decision.
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 2_000 : false),
  })
  if (expense.isPending) return <Loading rows={6} />
  if (expense.isLoadingError) {
    const missing = expense.error instanceof ProblemError && expense.error.status === 404
    const hint = missing ? { hint: t('notFound') } : {}
    return <Failure error={expense.error} {...hint} onRetry={() => void expense.refetch()} />
  }
  return (
    <>
      {/* What was read before stands, and with it what was typed. */}
      {expense.isRefetchError && (
        <Failure error={expense.error} onRetry={() => void expense.refetch()} />
      )}
      <Detail expense={expense.data} />
    </>
  )
}

function Detail({ expense }: { readonly expense: Expense }) {
  const { t } = useTranslation()
  if (isEmbedded) return <Facts expense={expense} />
  return (
    <>
      <nav className="crumbs">
        <Link href="/">← {t('back')}</Link>
      </nav>
      <Facts expense={expense} />
      <DraftSection expense={expense} />
      <CorrectionSection expense={expense} />
      <ApprovalSection expense={expense} />
      <EventsSection expense={expense} />
    </>
  )
}

function Facts({ expense }: { readonly expense: Expense }) {
  const { t } = useTranslation()
  return (
    <article className="card facts">
      <div className="heading">
        <h1>{expense.title}</h1>
        <StatusBadge status={expense.status} />
      </div>
      <p className="sum">{formatMoney(expense.amount)}</p>
      {!isEmbedded && (
        <p className="muted">
          <Trans i18nKey="submitted" components={{ time: <Since time={expense.createdAt} /> }} />
        </p>
      )}
      <h2>{t('reason')}</h2>
      <p className="words">{expense.reason}</p>
      <h2>{t('attachments')}</h2>
      <AttachmentLinks attachments={expense.attachments} />
    </article>
  )
}
