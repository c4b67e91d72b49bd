import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Platform } from '../../core/resources.ts'
import { createDefaultResource, createResourceInfo } from './resource.ts'
import { claimsOf } from './token-claims.ts'

/**
 * Refuses a refresh that will come to nothing before its token is used up. The library looks at the same after it has
 * stored the successor, which nobody would get: the token, sent again once its client may have what it asks for, would
 * be a replay that ends its family.
 *
 * Kept by: services/iam/src/oidc/provider/permission-overflow.test.ts "cost no refresh token"
 *
 * @returns a function that says that each refresh token is rotated, or throws what the refusal is.
 */
export function createRefreshCheck(platform: Platform) {
  const narrow = createDefaultResource(platform)
  const findResource = createResourceInfo(platform)
  return async (ctx: KoaContextWithOIDC): Promise<true> => {
    const { client, params, entities } = ctx.oidc
    const token = entities.RefreshToken
    if (client === undefined || token === undefined)
      throw new Error('a refresh has its client and its token')
    claimsOf(ctx)
    const asked = (params?.['resource'] as string | string[] | undefined) ?? token.resource
    const resource = Array.isArray(asked) ? narrow(ctx, client, asked) : asked
    if (Array.isArray(resource)) throw new errors.InvalidTarget()
    if (resource === undefined) return true
    if (!token.resourceIndicators.has(resource)) throw new errors.InvalidTarget()
    await findResource(ctx, resource, client)
    return true
  }
}
