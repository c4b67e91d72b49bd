import { createDirectoryUpstream, type DirectoryUpstream } from './directory.ts'
import { createOpenIdUpstream, type OpenIdUpstream } from './openid.ts'

/** How people sign in with what their tenant has of its own. */
export interface Upstreams {
  readonly openid: OpenIdUpstream
  readonly directory: DirectoryUpstream
}

export const createUpstreams = (listedOrigins: readonly string[]): Upstreams => ({
  openid: createOpenIdUpstream(listedOrigins),
  directory: createDirectoryUpstream(listedOrigins),
})
