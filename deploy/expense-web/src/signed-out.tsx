import { ErrorResponse } from 'oidc-client-ts'
import { LanguageContext, preferredLanguage, useTexts } from './text/texts.ts'

/** No session, and no way to one from here: inside a frame, or the identity service refused. */
export function SignedOut({ error }: { readonly error: unknown }) {
  return (
    <LanguageContext value={preferredLanguage()}>
      <Message error={error} />
    </LanguageContext>
  )
}

function Message({ error }: { readonly error: unknown }) {
  const { t } = useTexts()
  const needsSignIn = error instanceof ErrorResponse && error.error === 'login_required'
  return (
    <main className="page">
      <section className="card empty" role="alert">
        <h1>{needsSignIn ? t.signInNeeded : t.failed}</h1>
        {!needsSignIn && <p className="muted">{error instanceof Error ? error.message : ''}</p>}
        <a className="button primary" href={location.pathname} target="_top">
          {needsSignIn ? t.signInHere : t.tryAgain}
        </a>
      </section>
    </main>
  )
}
