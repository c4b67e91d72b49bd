import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
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
        const isRefused = error instanceof ProblemError && error.status < 500
        if (isRefused && !wasSubmitted(error)) setId(crypto.randomUUID())
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
  const hint = hintOf(create.error, id, t)
  return (
    <>
      <div className="heading">
        <h1>{t('newExpense')}</h1>
      </div>
      <ExpenseForm
        busy={create.isPending}
        error={create.error}
        {...(hint === undefined ? {} : { hint })}
        submitLabel={create.isPending ? t('submitting') : t('submit')}
        onSubmit={(draft) => create.mutate(draft)}
        onCancel={() => navigate('/')}
      />
    </>
  )
}

/** The answer to an earlier try was lost: with other values than these it is on its way. */
const wasSubmitted = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'expense.submitted_before'

function hintOf(error: unknown, id: string, t: TFunction): ReactNode {
  if (wasSubmitted(error)) {
    const first = <Link href={`/expenses/${id}`} />
    return <Trans i18nKey="submittedBefore" components={{ first }} />
  }
  const isForbidden = error instanceof ProblemError && error.code === 'bpm.initiate_forbidden'
  return isForbidden ? t('mayNotSubmit') : undefined
}
