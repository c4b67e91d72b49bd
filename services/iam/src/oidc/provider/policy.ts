import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { stepUpSeconds } from '../../core/authentication.ts'
import { beyondVoucher, limitOf } from '../../core/voucher.ts'
import type { IamAccount } from './accounts.ts'
import { missingFactorOf } from './factor-need.ts'
import { isLimitedElsewhere, tenantChoiceOf } from './grants.ts'

const { base, Check, Prompt } = interactionPolicy

/**
 * The pages a sign-in may need, in their order: credentials, new password, tenant, second factor,
 * consent.
 */
export function createPolicy(): ReturnType<typeof base> {
  const policy = base()
  const login = policy.get('login')
  // Ours asks for the second factor alone, and leads to it who has none.
  for (const reason of ['essential_acr', 'essential_acrs']) login?.checks.remove(reason)
  for (const check of loginChecks()) login?.checks.add(check)
  const consent = policy.get('consent')
  if (consent !== undefined) consent.details = decidedTenant
  policy.add(passwordPrompt(), 1)
  policy.add(tenantPrompt(), 2)
  policy.add(factorPrompt(), 3)
  return policy
}

/** What is agreed to holds in the tenant that was decided on: its page asks for no other. */
function decidedTenant(ctx: KoaContextWithOIDC): { readonly tenantId?: string } {
  const choice = tenantChoiceOf(ctx)
  return choice?.kind === 'tenant' ? { tenantId: choice.tenantId } : {}
}

const loginChecks = () => [
  new Check(
    'account_gone',
    'the account of the session cannot be used',
    'login_required',
    ({ oidc }) => need(oidc.session?.accountId !== undefined && oidc.account === undefined),
  ),
  new Check(
    'vouched_elsewhere',
    'the session is good for another tenant',
    'login_required',
    (ctx) => need(isLimitedElsewhere(ctx)),
  ),
  // Whoever finds a window open, and the phone beside it, neither makes a second factor nor shows one.
  new Check(
    'too_long_ago',
    'what is missing is asked for by itself after a recent sign-in alone',
    'login_required',
    (ctx) => need(missingFactorOf(ctx) !== undefined && isLongAgo(ctx)),
  ),
  new Check(
    beyondVoucher,
    'what is missing is set up after the password of the account',
    'login_required',
    (ctx) => need(missingFactorOf(ctx)?.beyondVoucher === true),
  ),
]

// A sign-in that has just ended is a recent one, but for one that a provider answered of itself.
function isLongAgo({ oidc: { session, result } }: KoaContextWithOIDC): boolean {
  if (result?.login !== undefined && limitOf(session) === undefined) return false
  return session?.past(stepUpSeconds) !== false
}

const passwordPrompt = () =>
  new Prompt(
    { name: 'password' },
    new Check('password_change', 'the password must be changed first', (ctx) =>
      need((ctx.oidc.account as IamAccount | undefined)?.row.mustChangePassword === true),
    ),
  )

const tenantPrompt = () =>
  new Prompt(
    { name: 'tenant' },
    new Check(
      'tenant_unknown',
      'the tenant must be chosen first',
      (ctx) => need(tenantChoiceOf(ctx)?.kind === 'ask'),
      (ctx) => {
        const choice = tenantChoiceOf(ctx)
        return { options: choice?.kind === 'ask' ? choice.options : [] }
      },
    ),
  )

const factorPrompt = () =>
  new Prompt(
    { name: 'factor' },
    new Check(
      'factor_missing',
      'a second factor is required',
      'login_required',
      (ctx) => need(missingFactorOf(ctx) !== undefined),
      (ctx) => ({ ...missingFactorOf(ctx) }),
    ),
  )

const need = (needed: boolean) => (needed ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT)
