/** Ties a sealed secret to its provider: copied into another row it cannot be opened. */
export const secretContext = (provider: { readonly tenantId: string; readonly id: string }) =>
  `identity-provider:${provider.tenantId}:${provider.id}`
