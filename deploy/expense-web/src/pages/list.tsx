import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { listExpenses, type Expense } from '../expenses.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Since } from '../parts/since.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { useServices } from '../services.ts'
import { formatMoney } from '../text/format.ts'

export function ListPage() {
  const { api } = useServices()
  const { t } = useTranslation()
  const expenses = useInfiniteQuery({
    queryKey: ['expenses'],
    queryFn: ({ pageParam }) => listExpenses(api, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const items = expenses.data?.pages.flatMap((page) => page.items)
  return (
    <>
      <div className="heading">
        <h1>{t('title')}</h1>
        <Link href="/new" className="button primary">
          {t('newExpense')}
        </Link>
      </div>
      {expenses.isPending && <Loading rows={4} />}
      {expenses.isError && (
        <Failure error={expenses.error} onRetry={() => void expenses.refetch()} />
      )}
      {items?.length === 0 && (
        <section className="card empty">
          <h2>{t('listEmpty')}</h2>
          <p className="muted">{t('listEmptyExplained')}</p>
        </section>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className="card list">
          {items.map((expense) => (
            <Line key={expense.id} expense={expense} />
          ))}
        </ul>
      )}
      {expenses.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={expenses.isFetchingNextPage}
          onClick={() => void expenses.fetchNextPage()}
        >
          {t('listMore')}
        </button>
      )}
    </>
  )
}

function Line({ expense }: { readonly expense: Expense }) {
  return (
    <li>
      <Link href={`/expenses/${expense.id}`}>
        <span className="what">
          <strong>{expense.title}</strong>
          <span className="muted">
            <Since time={expense.createdAt} />
          </span>
        </span>
        <span className="amount">{formatMoney(expense.amount)}</span>
        <StatusBadge status={expense.status} />
      </Link>
    </li>
  )
}
