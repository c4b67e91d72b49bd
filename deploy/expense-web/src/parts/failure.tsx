import { useTranslation } from 'react-i18next'
import { ProblemError } from '../api.ts'

interface FailureProps {
  readonly error: unknown
  /** What to say when the service's own words do not help here. */
  readonly hint?: string
  readonly onRetry?: () => void
}

export function Failure({ error, hint, onRetry }: FailureProps) {
  const { t } = useTranslation()
  const problem = error instanceof ProblemError ? error : undefined
  return (
    <section className="notice bad" role="alert">
      <strong>{t('failed')}</strong>
      <p>{hint ?? (error instanceof Error ? error.message : '')}</p>
      {problem !== undefined && (
        <p className="muted">
          <code>{problem.code}</code>
          {problem.requestId !== undefined && <> · {problem.requestId}</>}
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      )}
    </section>
  )
}
