import { ErrorResponse } from 'oidc-client-ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmbedded } from './embedded.ts'

/** No session, and no way to one from here: inside a frame, or the identity service refused. */
export function SignedOut({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const needsSignIn = error instanceof ErrorResponse && error.error === 'login_required'
  return (
    <main className="page">
      <section className="card empty" role="alert">
        <h1>{needsSignIn ? t('signInNeeded') : t('failed')}</h1>
        {!needsSignIn && <p className="muted">{error instanceof Error ? error.message : ''}</p>}
        {isEmbedded && needsSignIn ? (
          <OpenInWindow />
        ) : (
          <a className="button primary" href={location.pathname}>
            {needsSignIn ? t('signInHere') : t('tryAgain')}
          </a>
        )}
      </section>
    </main>
  )
}

/** No page of the identity service is shown in a frame: the way to sign in is a window. */
function OpenInWindow() {
  const { t } = useTranslation()
  useEffect(() => {
    const lookAgain = () => {
      if (document.visibilityState === 'visible') location.reload()
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [])
  return (
    <a className="button primary" href={location.pathname} target="_blank" rel="noopener">
      {t('openInWindow')}
    </a>
  )
}
