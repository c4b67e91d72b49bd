import './theme/base.css'
import { comesFromSignIn, finishSignIn, signIn } from './auth/session.ts'

// The first thing that runs, and small: whoever has no token yet leaves for the identity service at
// once, and only who comes back from there loads the rest, while the code is being redeemed.
if (location.pathname.startsWith('/console/shared/')) {
  // For people without an account: there is nobody to sign in.
  const { renderShared } = await import('./visitor/render.tsx')
  await renderShared()
} else if (comesFromSignIn()) {
  const loading = import('./app/render.tsx')
  const signedIn = finishSignIn().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const { render, renderFailure } = await loading
  const failure = await signedIn
  if (failure === undefined) await render()
  else await renderFailure(failure.error)
} else {
  await signIn()
}
