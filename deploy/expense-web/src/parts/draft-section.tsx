import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { submitExpense, type Expense } from '../expenses.ts'
import { useServices } from '../services.ts'
import { Failure } from './failure.tsx'

/** The row is there, the approval may be: the answer was lost. Asking again is safe. */
export function DraftSection({ expense }: { readonly expense: Expense }) {
  const { api, session } = useServices()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const submit = useMutation({
    mutationFn: () => submitExpense(api, expense.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['expense', expense.id] }),
  })
  if (expense.status !== 'DRAFT' || expense.ownerId !== session.user.id) return null
  return (
    <section className="notice warn">
      <p>{t('draftExplained')}</p>
      {submit.isError && <Failure error={submit.error} />}
      <button type="button" disabled={submit.isPending} onClick={() => submit.mutate()}>
        {t('submitAgain')}
      </button>
    </section>
  )
}
