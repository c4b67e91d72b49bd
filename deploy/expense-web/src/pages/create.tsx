import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ProblemError } from '../api.ts'
import { referToDocuments } from '../documents.ts'
import { createExpense, type Draft } from '../expenses.ts'
import { ExpenseForm } from '../parts/expense-form.tsx'
import { useServices } from '../services.ts'

export function CreatePage() {
  const { api } = useServices()
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  // One for this form: whoever presses again after a failure submits the same expense.
  const [id, setId] = useState<string>(() => crypto.randomUUID())
  const create = useMutation({
    mutationFn: async (draft: Draft) => {
      const expense = await createExpense(api, id, draft).catch((error: unknown) => {
        // Refused, it was not submitted: what is corrected now is another one.
        if (error instanceof ProblemError && error.status < 500) setId(crypto.randomUUID())
        throw error
      })
      await referToDocuments(api, expense.id, expense.attachments)
      return expense
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['expenses'] })
      navigate(`/expenses/${id}`)
    },
  })
  const forbidden =
    create.error instanceof ProblemError && create.error.code === 'bpm.initiate_forbidden'
  return (
    <>
      <div className="heading">
        <h1>{t('newExpense')}</h1>
      </div>
      <ExpenseForm
        busy={create.isPending}
        error={create.error}
        {...(forbidden ? { hint: t('mayNotSubmit') } : {})}
        submitLabel={create.isPending ? t('submitting') : t('submit')}
        onSubmit={(draft) => create.mutate(draft)}
        onCancel={() => navigate('/')}
      />
    </>
  )
}
