import type { App } from '@countersign/service-kit/http'
import type { Deps } from '../deps.ts'
import { addBrandRoutes } from './brand-routes.ts'
import { bindFlow } from './flow.ts'
import { pageHeaders } from './html.ts'
import { messagePage } from './pages.ts'
import { addProtocolRoutes } from './protocol-routes.ts'
import { createProviderHost } from './provider-host.ts'
import { addSignInRoutes, stepUrl } from './sign-in-routes.ts'
import { addSignOutRoutes } from './sign-out-routes.ts'
import { addUpstreamRoutes } from './upstream-routes.ts'
import { chooseLanguage, textsOf } from './texts.ts'

/** The protocol and its pages; the only door to oidc-provider. */
export async function addOidc(app: App, deps: Deps): Promise<void> {
  const secure = deps.issuer.startsWith('https:')
  const host = createProviderHost(
    deps.keyRing,
    // Loaded with the first request that needs it: an idle service stays small and starts fast.
    async (keys) =>
      (await import('./provider.ts')).buildProvider(
        {
          ...deps,
          interactionUrl: (ctx, flow, prompt) => {
            ctx.append('set-cookie', bindFlow(deps.signer, flow, secure))
            return stepUrl(prompt, flow)
          },
          renderError: (ctx, _error, description) => {
            const language = chooseLanguage(ctx.query['ui_locales'], ctx.get('accept-language'))
            ctx.set(pageHeaders())
            ctx.body = messagePage(language, textsOf(language).failed, description)
          },
        },
        keys,
      ),
    deps.issuer,
  )
  await addProtocolRoutes(app, deps, host)
  await addSignInRoutes(app, deps, host)
  await addSignOutRoutes(app, deps, host)
  addBrandRoutes(app, deps)
  await addUpstreamRoutes(app, deps, host)
}
