import { ErrorResponse } from 'oidc-client-ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemError } from '../api.ts'

interface FailureProps {
  readonly error: unknown
  /** What to say when the service's own words do not help here. */
  readonly hint?: ReactNode
  readonly onRetry?: () => void
}

export function Failure({ error, hint, onRetry }: FailureProps) {
  const { t } = useTranslation()
  // The identity service renews no token: the session has ended while the page was open.
  const isSignedOut = error instanceof ErrorResponse
  const problem = error instanceof ProblemError ? error : undefined
  return (
    <section className="notice bad" role="alert">
      <strong>{isSignedOut ? t('sessionEnded') : t('failed')}</strong>
      <p>{hint ?? wordsOf(error, t('sessionEndedExplained'))}</p>
      {isSignedOut && (
        <a className="button" href={location.pathname} target="_blank" rel="noopener">
          {t('signInHere')}
        </a>
      )}
      {problem !== undefined && (
        <p className="muted">
          <code>{problem.code}</code>
          {problem.requestId !== undefined && <> · {problem.requestId}</>}
        </p>
      )}
      {onRetry !== undefined && !isSignedOut && (
        <button type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      )}
    </section>
  )
}

function wordsOf(error: unknown, sessionEnded: string): string {
  if (error instanceof ErrorResponse) return sessionEnded
  return error instanceof Error ? error.message : ''
}
