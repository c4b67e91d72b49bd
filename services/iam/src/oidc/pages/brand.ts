import { papers } from '@countersign/service-kit/look'
import { themeOf } from '../../core/colours.ts'
import { findActiveBrand } from '../../features/branding/queries.ts'
import type { IamDatabase } from '../../db/types.ts'
import { paths } from '../settings.ts'

/** Whose pages these are. Without one they are the platform's own. */
export interface Brand {
  readonly name: string
  /** Path of the logo. */
  readonly logo: string | undefined
  /** Path of the stylesheet with the tenant's colour. */
  readonly style: string | undefined
}

/** What the pages of a tenant show; undefined for one that is not active. */
export async function findBrand(
  db: IamDatabase,
  tenantId: string | undefined,
): Promise<Brand | undefined> {
  const row = tenantId === undefined ? undefined : await findActiveBrand(db, tenantId)
  if (row === undefined) return undefined
  const at = `${paths.signIn}/brand/${row.tenantId}`
  return {
    name: row.name ?? row.tenantName,
    logo: row.logoHash === null ? undefined : `${at}/logo?v=${row.logoHash.slice(0, 16)}`,
    style: row.colour === null ? undefined : `${at}/style.css?v=${row.colour.slice(1)}`,
  }
}

/** The colours of a tenant, over those of the stylesheet of every page. */
export function brandStyle(colour: string): string {
  const theme = (paper: string) => {
    const { fill, ink, accent } = themeOf(colour, paper)
    return `:root { --fill: ${fill}; --fill-ink: ${ink}; --accent: ${accent}; }`
  }
  return `${theme(papers.light)}
@media (prefers-color-scheme: dark) { ${theme(papers.dark)} }
`
}
