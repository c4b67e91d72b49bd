/** The scopes of an authorization or token request (RFC 6749 section 3.3). */
export function scopesOf(params: Readonly<Record<string, unknown>> | undefined): string[] {
  const scope = params?.['scope']
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []
}
