import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment, Draft } from '../expenses.ts'
import { AttachmentsField } from './attachments.tsx'
import { Failure } from './failure.tsx'

interface ExpenseFormProps {
  /** What is there already; its title stays as it is. */
  readonly initial?: Draft
  readonly busy: boolean
  readonly error: Error | null
  readonly hint?: ReactNode
  readonly submitLabel: string
  readonly onSubmit: (draft: Draft) => void
  readonly onCancel?: () => void
}

export function ExpenseForm(props: ExpenseFormProps) {
  const { initial, busy, error, hint, submitLabel, onSubmit, onCancel } = props
  const { t } = useTranslation()
  const [attachments, setAttachments] = useState<readonly Attachment[]>(initial?.attachments ?? [])
  const [uploading, setUploading] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readerOf(event.currentTarget)
    const title = initial?.title ?? read('title')
    onSubmit({ title, reason: read('reason'), amount: Number(read('amount')), attachments })
  }
  return (
    <form className="card form" onSubmit={submit}>
      <ValueFields initial={initial} />
      <AttachmentsField value={attachments} onChange={setAttachments} onBusy={setUploading} />
      {error !== null && <Failure error={error} {...(hint === undefined ? {} : { hint })} />}
      <div className="actions">
        {onCancel !== undefined && (
          <button type="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
        <button type="submit" className="primary" disabled={busy || uploading}>
          {submitLabel}
        </button>
      </div>
    </form>
  )
}

/** Title, amount and reason; the title of what was submitted stays as it is. */
function ValueFields({ initial }: { readonly initial: Draft | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      {initial === undefined && (
        <label>
          {t('name')}
          <input name="title" required maxLength={200} pattern=".*\S.*" autoComplete="off" />
        </label>
      )}
      <label>
        {t('amount')}
        <input
          name="amount"
          type="number"
          inputMode="decimal"
          required
          min="0.01"
          max="999999999"
          step="0.01"
          defaultValue={initial?.amount}
        />
      </label>
      <label>
        {t('reason')}
        <textarea name="reason" required maxLength={2000} rows={4} defaultValue={initial?.reason} />
      </label>
    </>
  )
}

function readerOf(form: HTMLFormElement) {
  const values = new FormData(form)
  return (name: string): string => {
    const value = values.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
