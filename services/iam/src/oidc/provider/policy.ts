import { interactionPolicy } from 'oidc-provider'
import type { IamAccount } from './accounts.ts'
import { isLimitedElsewhere, tenantChoiceOf } from './grants.ts'

const { base, Check, Prompt } = interactionPolicy

/** The pages a sign-in may need, in their order: credentials, new password, tenant, consent. */
export function createPolicy(): ReturnType<typeof base> {
  const policy = base()
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'account_gone',
        'the account of the session cannot be used',
        'login_required',
        (ctx) => need(ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined),
      ),
    )
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'vouched_elsewhere',
        'the session is good for another tenant',
        'login_required',
        (ctx) => need(isLimitedElsewhere(ctx)),
      ),
    )
  policy.add(
    new Prompt(
      { name: 'password' },
      new Check('password_change', 'the password must be changed first', (ctx) =>
        need((ctx.oidc.account as IamAccount | undefined)?.row.mustChangePassword === true),
      ),
    ),
    1,
  )
  policy.add(
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
    ),
    2,
  )
  return policy
}

const need = (needed: boolean) => (needed ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT)
