import type { App } from '@countersign/service-kit/http'
import { chooseLanguage } from '@countersign/service-kit/language'
import { wantsPage } from '@countersign/service-kit/wants-page'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { isSecure } from '../cookies.ts'
import type { Deps } from '../deps.ts'
import { addFederationPages } from './federation/routes.ts'
import { addPageAssets } from './pages/asset-routes.ts'
import { pageHeaders } from './pages/html.ts'
import { outagePage, showOutages } from './pages/outage-page.ts'
import { messagePage } from './pages/page.ts'
import { textsOf } from './pages/texts.ts'
import { problems } from '../problems.ts'
import { createProviderHost, type ProviderHost } from './provider/provider-host.ts'
import type { ProviderDeps } from './provider/configuration.ts'
import { paths } from './settings.ts'
import { bindFlow } from './sign-in/flow.ts'
import { addSignInRoutes, stepUrl } from './sign-in/routes.ts'
import { addSignOutRoutes } from './sign-out/routes.ts'
import { addProtocolRoutes } from './token/routes.ts'

export { deleteExpired } from './store/expired-queries.ts'

/**
 * OAuth 2.0 and OpenID Connect with their pages; the only door to oidc-provider. A room imports only
 * rooms to its right: federation → sign-in → provider → store. Beside them, token/ and sign-out/
 * import provider/ and store/. Everything that shows pages imports them from pages/.
 */
export async function addOidc(parent: App, deps: Deps): Promise<void> {
  const host = createHost(deps, parent.problemTypes)
  await parent.register(async (plain) => {
    const app = plain as App
    showOutages(app, deps)
    await addProtocolRoutes(app, deps, host)
    await addSignInRoutes(app, deps, host)
    await addSignOutRoutes(app, deps, host)
    addPageAssets(app, deps)
    await addFederationPages(app, deps, host)
  })
}

function createHost(deps: Deps, problemTypes: string): ProviderHost {
  const pages = showPages(deps, problemTypes)
  return createProviderHost(
    deps.keyRing,
    // Loaded with the first request that needs it: an idle service stays small and starts fast.
    async (keys) =>
      (await import('./provider/provider.ts')).buildProvider({ ...deps, ...pages }, keys),
    deps.issuer,
  )
}

/** How the library sends a browser to our pages. */
function showPages(
  { signer, issuer }: Deps,
  problemTypes: string,
): Pick<ProviderDeps, 'interactionUrl' | 'renderError' | 'renderOutage'> {
  const secure = isSecure({ issuer })
  // As addHttpsHeaders has it for pages that are not the library's answers.
  const headers = () =>
    secure ? { ...pageHeaders(), 'cross-origin-opener-policy': 'same-origin' } : pageHeaders()
  return {
    interactionUrl: (ctx, flow, prompt) => {
      ctx.append('set-cookie', bindFlow(signer, flow, secure))
      return stepUrl(prompt, flow)
    },
    renderError: (ctx, _error, description) => {
      const language = chooseLanguage(ctx.query['ui_locales'], ctx.get('accept-language'))
      ctx.set(headers())
      ctx.body = messagePage(language, textsOf(language).failed, description)
    },
    renderOutage: (ctx) => {
      if (wantsPage(ctx.get('accept'))) {
        const language = chooseLanguage(ctx.query['ui_locales'], ctx.get('accept-language'))
        ctx.set(headers())
        ctx.body = outagePage(language, addressToAskAnew(ctx))
        return
      }
      const requestId = ctx.response.get('x-request-id')
      ctx.body = JSON.stringify(problems.unavailable().toBody(requestId, problemTypes))
      ctx.type = 'application/problem+json'
    },
  }
}

/** The way back of a sign-in may be used up: what the application asked for is not, as far as it is known. */
function addressToAskAnew({ url, oidc }: KoaContextWithOIDC): string {
  const asked = Object.entries(oidc?.params ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  if (asked.length === 0) return url
  return `${paths.authorization}?${new URLSearchParams(asked).toString()}`
}
