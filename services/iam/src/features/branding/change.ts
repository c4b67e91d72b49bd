import { createHash } from 'node:crypto'
import { requireRevision } from '@countersign/service-kit/revision'
import { asActor, doneBy, isPlatformAdmin, type Actor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { readColour } from '../../core/colours.ts'
import { maxLogoBytes, readLogo } from '../../core/logo.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  ensureBranding,
  findBranding,
  lockBranding,
  updateBranding,
  type BrandingChanges,
  type BrandingRow,
} from './queries.ts'
import type { BrandingView, PutBrandingBody } from './schema.ts'
import { findTenant } from '../tenants/queries.ts'
import type { Db, Tx } from '../../db/types.ts'

export function toBrandingView(tenantId: string, row: BrandingRow | undefined): BrandingView {
  if (row === undefined)
    return { name: null, colour: null, logo: null, revision: 0, updatedAt: null }
  const { name, colour, logoType, logoHash, revision, updatedAt } = row
  return {
    name,
    colour,
    logo:
      logoType === null || logoHash === null
        ? null
        : { type: logoType, url: logoPath(tenantId, logoHash) },
    revision,
    updatedAt: updatedAt.toISOString(),
  }
}

/** Where a browser finds the logo; another image has another address. */
export const logoPath = (tenantId: string, hash: string) =>
  `/signin/brand/${tenantId}/logo?v=${hash.slice(0, 16)}`

/** Sets name and colour of the tenant's pages. Twice the same leaves the same. */
export function putBranding(
  deps: Deps,
  claimant: Claimant,
  tenantId: string,
  body: PutBrandingBody,
  revision: number | undefined,
): Promise<BrandingView> {
  const { name } = body
  const colour = body.colour === null ? null : (readColour(body.colour) ?? null)
  return change(deps, claimant, tenantId, { name, colour }, revision)
}

/**
 * Sets the logo, or takes it away.
 *
 * @throws `iam.logo_invalid` (422) unless the bytes are a small PNG, JPEG or WebP image.
 */
export function putLogo(
  deps: Deps,
  claimant: Claimant,
  tenantId: string,
  bytes: Buffer | undefined,
  revision: number | undefined,
): Promise<BrandingView> {
  if (bytes === undefined)
    return change(
      deps,
      claimant,
      tenantId,
      { logo: null, logo_type: null, logo_hash: null },
      revision,
    )
  const shape = bytes.length > maxLogoBytes ? undefined : readLogo(bytes)
  if (shape === undefined) throw problems.logo_invalid()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return change(
    deps,
    claimant,
    tenantId,
    { logo: bytes, logo_type: shape.type, logo_hash: hash },
    revision,
  )
}

function change(
  { db, now }: Deps,
  claimant: Claimant,
  tenantId: string,
  changes: BrandingChanges,
  revision: number | undefined,
): Promise<BrandingView> {
  return asActor(db, claimant, async (tx, own) => {
    const actor = await actorIn(tx, own, tenantId)
    await ensureBranding(tx, tenantId)
    const before = await lockBranding(tx, tenantId)
    if (before === undefined) throw new Error('the branding that was just made is not there')
    requireRevision(problems, revision, before.revision)
    await updateBranding(tx, tenantId, changes, now())
    const after = await findBranding(tx, tenantId)
    const details = { before: shown(before), after: shown(after ?? before) }
    const entry = doneBy(actor, 'branding.changed', 'tenant', tenantId, details)
    await insertAuditEvent(tx, entry, now())
    return toBrandingView(tenantId, after)
  })
}

/**
 * The actor in the tenant of the address, which is their own unless they run the platform.
 *
 * @throws 404
 */
async function actorIn(tx: Tx, actor: Actor, tenantId: string): Promise<Actor> {
  if (!(await mayReach(tx, actor, tenantId))) throw problems.not_found()
  return { ...actor, tenantId }
}

/** Whether a tenant's pages are an administrator's to see to. */
export async function mayReach(
  db: Db,
  { tenantId, permissions }: Pick<Actor, 'tenantId' | 'permissions'>,
  id: string,
): Promise<boolean> {
  if (id === tenantId) return true
  return isPlatformAdmin({ permissions }) && (await findTenant(db, id)) !== undefined
}

const shown = ({ name, colour, logoHash }: BrandingRow) => ({ name, colour, logo: logoHash })
