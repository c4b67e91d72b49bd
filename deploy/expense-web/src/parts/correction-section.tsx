import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { referToDocuments } from '../documents.ts'
import { isOpenToCorrection, resubmitExpense, type Draft, type Expense } from '../expenses.ts'
import { useServices } from '../services.ts'
import { ExpenseForm } from './expense-form.tsx'

/** A returned expense is corrected here, where it lives; our backend then resubmits it. */
export function CorrectionSection({ expense }: { readonly expense: Expense }) {
  const { api, session } = useServices()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const resubmit = useMutation({
    mutationFn: async ({ reason, amount, attachments }: Draft) => {
      await referToDocuments(api, expense.id, attachments)
      return resubmitExpense(api, expense.id, { reason, amount, attachments })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['expense', expense.id] }),
  })
  if (!isOpenToCorrection(expense)) return null
  if (expense.ownerId !== session.user.id) {
    return <p className="notice warn">{t('correctElsewhere')}</p>
  }
  return (
    <section aria-labelledby="correct">
      <h2 id="correct">{t('correct')}</h2>
      <p className="muted">{t('correctExplained')}</p>
      <ExpenseForm
        initial={expense}
        busy={resubmit.isPending}
        error={resubmit.error}
        submitLabel={resubmit.isPending ? t('submitting') : t('resubmit')}
        onSubmit={(draft) => resubmit.mutate(draft)}
      />
    </section>
  )
}
