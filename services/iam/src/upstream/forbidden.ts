/** An address that the service does not connect to for a tenant. */
export class UpstreamForbidden extends Error {
  override readonly name = 'UpstreamForbidden'
}
