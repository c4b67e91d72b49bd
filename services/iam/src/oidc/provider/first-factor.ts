import type { Interaction } from 'oidc-provider'

/** An identity at a provider of a tenant. */
export interface UpstreamIdentity {
  readonly tenantId: string
  readonly providerId: string
  readonly subject: string
}

/** What is proven of a sign-in so far. */
export interface FirstFactor {
  readonly userId: string
  /** How (RFC 8176). */
  readonly amr: readonly string[]
  /** When it was proven, in seconds, where that is not now. */
  readonly authTime?: number
  /** Of the password that was right: nothing comes of the sign-in once the account has another. */
  readonly passwordDigest?: string
  /** A name of a directory whose password was right: its device is known there from then on. */
  readonly directoryName?: string
  /** Whose provider vouches: it is believed in its tenant and nowhere else. */
  readonly vouchedBy?: { readonly tenantId: string; readonly providerId: string }
  /** To be connected with the account once it is signed in to. */
  readonly link?: UpstreamIdentity
}

/** The first factor among what is kept of a sign-in, however old. */
export const readFirstFactor = (result: Interaction['result']): FirstFactor | undefined =>
  (result?.['firstFactor'] as { value: FirstFactor } | undefined)?.value
