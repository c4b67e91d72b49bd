export interface TenantChoiceInput {
  /** Active tenants in which the user is a member, by name. */
  readonly memberOf: readonly { readonly id: string; readonly name: string }[]
  /** The tenant that owns the client; undefined for a client of the platform. */
  readonly clientTenantId: string | undefined
  /** `tenant_id` of the request. */
  readonly hint: string | undefined
  /** What the user picked on the page just now. */
  readonly picked: string | undefined
  /** What the session used last. */
  readonly remembered: string | undefined
}

export type TenantChoice =
  | { readonly kind: 'tenant'; readonly tenantId: string }
  | {
      readonly kind: 'ask'
      readonly options: readonly { readonly id: string; readonly name: string }[]
    }
  | { readonly kind: 'none' }

/**
 * Decides the tenant of a sign-in. A hint is an order: when it cannot be followed nothing else is
 * tried, so that an application never acts in a tenant it did not mean.
 */
export function chooseTenant(input: TenantChoiceInput): TenantChoice {
  const options = input.memberOf.filter(
    ({ id }) => input.clientTenantId === undefined || id === input.clientTenantId,
  )
  const has = (id: string | undefined) => options.some((option) => option.id === id)
  if (input.hint !== undefined) return has(input.hint) ? tenant(input.hint) : { kind: 'none' }
  if (input.picked !== undefined && has(input.picked)) return tenant(input.picked)
  const [only, ...others] = options
  if (only === undefined) return { kind: 'none' }
  if (others.length === 0) return tenant(only.id)
  if (input.remembered !== undefined && has(input.remembered)) return tenant(input.remembered)
  return { kind: 'ask', options }
}

const tenant = (tenantId: string): TenantChoice => ({ kind: 'tenant', tenantId })
